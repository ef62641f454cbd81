package cpu

import (
	"bufio"
	"os"
	"runtime"
	"strings"
	"testing"
)

// flags returns the words that the kernel lists for the first processor, nil where there is no such list.
func flags(t *testing.T) map[string]bool {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		t.Skip("no /proc/cpuinfo")
	}
	defer f.Close()
	set := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if k, v, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(k) == "flags" {
			for _, w := range strings.Fields(v) {
				set[w] = true
			}
			return set
		}
	}
	t.Skip("no flags in /proc/cpuinfo")
	return nil
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
}

func TestDataCachesGrow(t *testing.T) {
	c := DataCaches()
	t.Logf("%s: %+v", Model(), c)
	if c.L1D > 0 && c.L2 > 0 && c.L2 < c.L1D || c.L2 > 0 && c.L3 > 0 && c.L3 < c.L2 {
		t.Errorf("caches shrink outwards: %+v", c)
	}
}
