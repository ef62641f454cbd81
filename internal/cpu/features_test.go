package cpu

import (
	"bufio"
	"os"
	"runtime"
	"strings"
	"testing"
)

// facts returns what the kernel says of the first processor.
func facts(t *testing.T) map[string]string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		t.Skip("no /proc/cpuinfo")
	}
	defer f.Close()
	facts := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan() && s.Text() != ""; {
		if k, v, ok := strings.Cut(s.Text(), ":"); ok {
			facts[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
	return facts
}

// flags returns the words that the kernel lists for the first processor.
func flags(t *testing.T) map[string]bool {
	list := facts(t)["flags"]
	if list == "" {
		t.Skip("no flags in /proc/cpuinfo")
	}
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func TestDetectAgreesWithKernel(t *testing.T) {
	f := Detect()
	if f.NEON != (runtime.GOARCH == "arm64") {
		t.Errorf("NEON = %v on %s", f.NEON, runtime.GOARCH)
	}
	if runtime.GOARCH != "amd64" {
		return
	}
	w := flags(t)
	if want := w["avx2"] && w["fma"]; f.AVX2 != want {
		t.Errorf("AVX2 = %v, the kernel says %v", f.AVX2, want)
	}
	if want := f.AVX2 && w["avx512f"] && w["avx512dq"] && w["avx512vl"] && w["avx512bw"]; f.AVX512 != want {
		t.Errorf("AVX512 = %v, the kernel says %v", f.AVX512, want)
	}
	c := facts(t)
	if want := f.AVX512 && c["vendor_id"] == "AuthenticAMD" && c["cpu family"] == "25"; f.AVX512Halves != want {
		t.Errorf("AVX512Halves = %v, the kernel says %v", f.AVX512Halves, want)
	}
}

func TestDataCachesGrow(t *testing.T) {
	c := DataCaches()
	t.Logf("%s: %+v", Model(), c)
	if c.L1D > 0 && c.L2 > 0 && c.L2 < c.L1D || c.L2 > 0 && c.L3 > 0 && c.L3 < c.L2 {
		t.Errorf("caches shrink outwards: %+v", c)
	}
}
