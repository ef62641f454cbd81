package gemm

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"heddle/blas"
	"heddle/task"
)

// TestGive: a task's offers are taken once for each worker that has come free, and not before.
func TestGive(t *testing.T) {
	const long, short, gift = 0, 1, 2 // rows of the parts
	for range 10 {
		rt := task.New(task.Config{Workers: 2}) // a new one: it does not know how long these tasks are
		defer rt.Close()
		offered := make(chan struct{})
		var mu sync.Mutex
		ran := map[int]int{}
		var x blocks
		x.compute = func(p blas.Part) int {
			mu.Lock()
			ran[p.Row]++
			mu.Unlock()
			switch p.Row {
			case long:
				if p.Give(blas.Part{Row: gift}) {
					t.Error("a part was taken with all workers busy")
				}
				close(offered)
				for start := time.Now(); !p.Give(blas.Part{Row: gift}); runtime.Gosched() {
					if time.Since(start) > 10*time.Second {
						t.Error("no part was taken")
						break
					}
				}
			case short:
				<-offered
			}
			return p.Row
		}
		if err := rt.Run(context.Background(), func(s *task.Scope) {
			x.submit(s, blas.Part{Row: long})
			x.submit(s, blas.Part{Row: short})
		}); err != nil {
			t.Fatal(err)
		}
		if ran[long] != 1 || ran[short] != 1 || ran[gift] != 1 || x.most.n != gift || x.waiting != 0 {
			t.Fatalf("parts ran %v, most %d, waiting %d", ran, x.most.n, x.waiting)
		}
	}
}
