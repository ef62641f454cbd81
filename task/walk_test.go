package task

import (
	"fmt"
	"slices"
	"testing"
)

// The graph of a tiled Cholesky has t(t+1)(t+2)/6 tasks and t(t^2-1)/2 edges.
func TestGraphTasks(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10} {
		d := make([]Datum, n*n)
		g := Record(func(s *Scope) {
			for k := range n {
				s.Go(func() {}, d[k*n+k].InOut(), Label("potrf"), Priority(k))
				for i := k + 1; i < n; i++ {
					s.Go(func() {}, d[k*n+k].In(), d[i*n+k].InOut())
					for j := k + 1; j < i; j++ {
						s.Go(func() {}, d[i*n+k].In(), d[j*n+k].In(), d[i*n+j].InOut())
					}
					s.Go(func() {}, d[i*n+k].In(), d[i*n+i].InOut())
				}
			}
		})
		edges, potrf := 0, 0
		tasks := g.Tasks()
		for i, x := range tasks {
			edges += len(x.After)
			if x.Label == "potrf" {
				if x.Priority != potrf {
					t.Errorf("potrf %d has priority %d", potrf, x.Priority)
				}
				potrf++
			}
			for _, p := range x.After {
				if p >= i {
					t.Errorf("task %d comes after task %d", i, p)
				}
			}
		}
		if len(tasks) != n*(n+1)*(n+2)/6 || edges != n*(n*n-1)/2 || potrf != n {
			t.Errorf("%d tiles: %d tasks, %d edges, %d potrf", n, len(tasks), edges, potrf)
		}
	}
}

// Joins and reductions in between are seen through.
func TestGraphTasksSeeThroughJoins(t *testing.T) {
	var d Datum
	g := Record(func(s *Scope) {
		s.Go(func() {}, d.Out())
		for range 9 {
			s.Go(func() {}, d.In())
		}
		for range 9 {
			s.Go(func() {}, d.Concurrent())
		}
	})
	tasks := g.Tasks()
	if len(tasks) != 19 {
		t.Fatalf("%d tasks", len(tasks))
	}
	readers := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, x := range tasks[10:] {
		slices.Sort(x.After)
		if !slices.Equal(x.After, readers) {
			t.Errorf("a concurrent task comes after %v, want the readers", x.After)
		}
	}
	if c := tasks[0].Carried; len(c) == 0 {
		t.Error("the writer does not come after the last group of the iteration before")
	}
}

// A recorded graph can be walked: each task knows what it comes after.
func ExampleGraph_Tasks() {
	var a, b Datum
	g := Record(func(s *Scope) {
		s.Go(func() {}, a.InOut(), Label("first"))
		s.Go(func() {}, a.In(), b.InOut(), Label("second"))
	})
	for i, x := range g.Tasks() {
		fmt.Println(i, x.Label, x.After, x.Carried)
	}
	// Output:
	// 0 first [] [1]
	// 1 second [0] []
}
