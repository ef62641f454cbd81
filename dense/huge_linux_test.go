package dense

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// inMemory returns how much of the process is in memory, and how much of that on pages of 2 MiB.
func inMemory(t *testing.T) (all, huge int) {
	t.Helper()
	if !hugePages() {
		t.Skipf("the system has no transparent huge pages: %q", readFile(hugeMode))
	}
	status, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		t.Skip(err)
	}
	h, known := field(status, "AnonHugePages:")
	a, _ := field(status, "Rss:")
	if !known {
		t.Skip("the system does not count huge pages")
	}
	return int(a) << 10, int(h) << 10
}

func fill(s []float64, x float64) {
	for i := range s {
		s[i] = x
	}
}

// Large slices come on 2 MiB pages where the system gives them when asked or always.
func TestLargeSlicesPreferHugePages(t *testing.T) {
	s := Aligned[float64](4 * hugePage)
	fill(s, 1)
	if _, huge := inMemory(t); huge == 0 {
		t.Errorf("none of %d kB is on huge pages", len(s)*8>>10)
	}
	if s[len(s)-1] != 1 {
		t.Error("advice changed the content")
	}
}

// So they do where the heap has been larger, and make would clear them first. In a process of its
// own, for it depends on what the heap has held.
func TestLargeSlicesPreferHugePagesInOldHeaps(t *testing.T) {
	const name, size = "HEDDLE_OLD_HEAP", 72 << 20
	if os.Getenv(name) == "" {
		run := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		run.Env = append(os.Environ(), name+"=1")
		out, err := run.CombinedOutput()
		switch {
		case errors.As(err, new(*exec.ExitError)):
			t.Errorf("%s", out)
		case err != nil:
			t.Skip(err)
		case bytes.Contains(out, []byte("--- SKIP")):
			t.Skipf("%s", out)
		}
		return
	}
	grown := func(f func()) (all, huge int) {
		a, h := inMemory(t)
		f()
		all, huge = inMemory(t)
		return all - a, huge - h
	}
	var s [3][]float64
	if all, huge := grown(func() {
		for i := range s {
			s[i] = Aligned[float64](42<<17 + 87381)
			fill(s[i], 1)
		}
	}); huge < all*9/10 {
		t.Skipf("not only slices take memory: of %d kB, %d are on huge pages", all>>10, huge>>10)
	}
	clear(s[:])
	runtime.GC()
	a := Aligned[float64](128 << 17)
	fill(a, 1)
	var b []float64
	all, huge := grown(func() {
		b = Aligned[float64](size / 8)
		fill(b, 1)
	})
	if all > size*9/10 && huge < size*8/10 {
		t.Errorf("of %d kB, %d are on huge pages", all>>10, huge>>10)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
}

// Slices are zero, and lie apart, whatever their memory has held.
func TestSlicesAreZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sizes := []int{0, 1, 7, 1 << 10, worthHuge/8 - 8, worthHuge / 8, hugePage / 8, hugePage/8 + 1, hugePage / 4}
	for range 20 {
		sizes = append(sizes, rng.IntN(3*hugePage/8))
	}
	for range 6 {
		kept := map[int][]float64{}
		rng.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		for k, n := range sizes {
			s := Aligned[float64](n)
			if len(s) != n || cap(s) != n {
				t.Fatalf("Aligned(%d): length %d, capacity %d", n, len(s), cap(s))
			}
			for i, x := range s {
				if math.Float64bits(x) != 0 {
					t.Fatalf("element %d of %d is %g", i, n, x)
				}
			}
			fill(s, float64(k+1))
			if rng.IntN(2) == 0 {
				kept[k] = s
			}
		}
		for k, s := range kept {
			for i, x := range s {
				if x != float64(k+1) {
					t.Fatalf("element %d of slice %d is now %g", i, k, x)
				}
			}
		}
		runtime.GC()
	}
}
