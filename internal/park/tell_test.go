package park

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// What is written before a Tell is read after the load that has seen it.
func TestTell(t *testing.T) {
	var done, back atomic.Int64
	var x [2]int
	const rounds = 10_000
	go func() {
		for i := int64(1); i <= rounds; i++ {
			x[i%2] = int(i)
			Tell(&done, i)
			for back.Load() < i-1 {
				runtime.Gosched()
			}
		}
	}()
	for i := int64(1); i <= rounds; i++ {
		for done.Load() < i {
			runtime.Gosched()
		}
		if got := x[i%2]; got != int(i) {
			t.Fatalf("round %d: read %d", i, got)
		}
		Tell(&back, i)
	}
}
