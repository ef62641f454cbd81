//go:build race

package kernel

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// TestRaceSeen runs the racing program below in a process of its own: the detector must see that
// two goroutines write the same C through assembly.
func TestRaceSeen(t *testing.T) {
	if os.Getenv("KERNEL_RACE") != "" {
		for _, kn := range Rows64() {
			race64(kn)
		}
		return
	}
	c := exec.Command(os.Args[0], "-test.run=TestRaceSeen")
	c.Env = append(os.Environ(), "KERNEL_RACE=1", "GORACE=halt_on_error=0")
	out, _ := c.CombinedOutput()
	if n := strings.Count(string(out), "DATA RACE"); n < len(Rows64()) {
		t.Errorf("%d races seen in %d rows:\n%s", n, len(Rows64()), out)
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
