package task

import (
	"testing"
	"time"
)

// A recorded graph's tasks are in the trace once in each iteration, after what they wait
// for in it and in the one before.
func TestTraceCycles(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		const n, cells = 40, 9
		for _, unroll := range []int{1, 3} {
			var d [cells + 2]Datum
			var x [cells + 2]int
			rt.StartTrace(0)
			body := func(s *Scope) {
				for i := 1; i <= cells; i++ {
					s.Go(func() { x[i] = x[i-1] + x[i] + x[i+1] }, d[i-1].In(), d[i].InOut(), d[i+1].In(), Label("cell"))
				}
				s.GoScope(func(s *Scope) {
					s.Go(func() {}, Label("sub"))
				}, d[1].In(), Label("scope"))
			}
			err := rt.Run(background, func(s *Scope) {
				s.Iterate(n, body, Unroll(unroll))
			})
			tr, stop := rt.StopTrace()
			if err != nil || stop != nil {
				t.Fatal(err, stop)
			}
			checkTrace(t, tr)
			if l := labels(tr); l["cell"] != n*cells || l["sub"] != n || l["scope"] != n {
				t.Fatalf("tasks by label: %v", l)
			}
			iterations := map[int]int{}
			end := map[int]time.Duration{}
			for _, s := range tr.Spans {
				if s.Label == "cell" {
					iterations[s.Iteration]++
				}
				if s.Kind == TaskSpan {
					end[s.Task] = s.End
				}
			}
			for i := range n {
				if iterations[i] != cells {
					t.Errorf("iteration %d has %d tasks", i, iterations[i])
				}
			}
			edges := 0
			for _, s := range tr.Spans {
				if s.Label != "cell" {
					continue
				}
				edges += len(s.After)
				for _, p := range s.After {
					if end[p] > s.Start+skew {
						t.Fatalf("task %d starts at %v, before its predecessor %d ends at %v", s.Task, s.Start, p, end[p])
					}
				}
			}
			// From the left in the same iteration, from the right and the scope in the one before.
			if want := (cells-1)*n + (cells-1+1)*(n-1); edges != want {
				t.Errorf("%d edges, want %d", edges, want)
			}
		}
	})
}
