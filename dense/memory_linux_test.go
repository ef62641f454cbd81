package dense

import "testing"

func TestReadsMemoryFiles(t *testing.T) {
	if n, ok := memAvailable([]byte("MemTotal:  100 kB\nMemAvailable:     7 kB\n")); !ok || n != 7<<10 {
		t.Errorf("MemAvailable = %d, %v", n, ok)
	}
	if _, ok := memAvailable(nil); ok {
		t.Error("no file, yet an answer")
	}
	for _, c := range []struct {
		limit, used, stat string
		want              uint64
		ok                bool
	}{
		{"1000\n", "400\n", "", 600, true},
		{"1000\n", "900\n", "anon 1\ninactive_file 300\nactive_file 100\n", 500, true},
		{"1000", "1200", "", 0, true},
		{"max\n", "400", "", 0, false},
		{"9223372036854771712", "400", "", 0, false},
		{"", "", "", 0, false},
	} {
		if n, ok := underLimit([]byte(c.limit), []byte(c.used), []byte(c.stat)); n != c.want || ok != c.ok {
			t.Errorf("limit %q used %q: %d, %v; want %d, %v", c.limit, c.used, n, ok, c.want, c.ok)
		}
	}
	status := []byte("Name:\tx\nVmSize:\t  1048576 kB\n")
	if n, ok := underUlimit(3<<30, status, "VmSize:"); !ok || n != 2<<30-128<<20-128<<20 {
		t.Errorf("of 3 GiB of address space, 1 GiB used, %d bytes are left, %v", n, ok)
	}
	if n, ok := underUlimit(1<<29, status, "VmSize:"); !ok || n != 0 {
		t.Errorf("beyond the limit: %d, %v", n, ok)
	}
	if _, ok := underUlimit(1<<30, nil, "VmSize:"); ok {
		t.Error("no file, yet an answer")
	}
	if n, ok := freeMemory(); !ok || n == 0 {
		t.Errorf("freeMemory = %d, %v on this machine", n, ok)
	}
}
