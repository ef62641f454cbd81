//go:build race

package kernel

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// TestRaceSeen runs a racing program in a process of its own, once for each row: the detector must
// see that two goroutines write the same C, through assembly too.
func TestRaceSeen(t *testing.T) {
	child := os.Getenv("KERNEL_RACE")
	for _, kn := range Rows64() {
		switch child {
		case kn.Name:
			race64(kn)
		case "":
			c := exec.Command(os.Args[0], "-test.run=TestRaceSeen")
			c.Env = append(os.Environ(), "KERNEL_RACE="+kn.Name)
			out, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "DATA RACE") {
				t.Errorf("%s: no race seen:\n%s", kn.Name, out)
			}
		}
	}
}

// race64 updates one C from two goroutines.
func race64(kn *Kernel[float64]) {
	w := kn.W
	a, c := make([]float64, w), make([]float64, w*w)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { kn.Gemm(1, 1, &a[0], w, &a[0], &c[0], w, w, 1) })
	}
	wg.Wait()
}
