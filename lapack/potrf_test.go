package lapack

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/task"
	"heddle/tile"
)

// op is a task of the factorization: Potrf if i = j = k, Trsm if j = k, else Update.
type op struct{ i, j, k int }

// bodies returns tasks that call f with what they are.
func bodies(f func(op)) PotrfTasks {
	return PotrfTasks{
		Potrf:  func(k int) error { f(op{k, k, k}); return nil },
		Trsm:   func(i, k int) { f(op{i, k, k}) },
		Update: func(i, j, k int) { f(op{i, j, k}) },
	}
}

// graph is a partial order that was observed: after[u] is what cannot run before u has ended.
type graph struct {
	tasks []op
	after map[op]map[op]bool
}

// observe finds the order that the runtime keeps, by holding up one task after the other and
// looking at what runs all the same. It knows the clauses only by their effect.
func observe(t *testing.T, tiles int) graph {
	// One queue for all: what is ready does not stay with the worker that is held up.
	rt := task.New(task.Config{Workers: 3, Inline: task.InlineNever, Queue: task.Central})
	defer rt.Close()
	l, err := tile.NewLower[float64](tile.NewLayout(4*tiles, 4, 4))
	if err != nil {
		t.Fatal(err)
	}
	g := graph{after: map[op]map[op]bool{}}
	submit := func(f func(op)) {
		if err := rt.Run(context.Background(), func(s *task.Scope) { PotrfGraph(s, l, bodies(f)) }); err != nil {
			t.Error(err)
		}
	}
	var mu sync.Mutex
	submit(func(o op) { mu.Lock(); g.tasks = append(g.tasks, o); mu.Unlock() })
	for _, held := range g.tasks {
		expected := 0 // tasks that do not need held
		for _, o := range g.tasks {
			if o != held && !needs(o, held) {
				expected++
			}
		}
		gate, finished := make(chan struct{}), make(chan struct{})
		ran := map[op]bool{}
		var count atomic.Int32
		go func() {
			defer close(finished)
			submit(func(o op) {
				if o == held {
					<-gate
					return
				}
				mu.Lock()
				ran[o] = true
				mu.Unlock()
				count.Add(1)
			})
		}()
		for int(count.Load()) < expected {
			runtime.Gosched()
		}
		for range 200 { // a task that runs too early has its chance
			runtime.Gosched()
		}
		mu.Lock()
		after := map[op]bool{}
		for _, o := range g.tasks {
			if o != held && !ran[o] {
				after[o] = true
			}
		}
		g.after[held] = after
		mu.Unlock()
		close(gate)
		<-finished
	}
	return g
}

// needs reports whether task o needs the outcome of u, from the definition of the algorithm: each task of
// step k reads tiles of step k, and every tile goes through its steps in order.
func needs(o, u op) bool {
	if o == u {
		return true
	}
	for _, p := range reads(o) {
		if needs(p, u) {
			return true
		}
	}
	return false
}

// reads returns the tasks that computed what o reads or overwrites.
func reads(o op) (p []op) {
	if o.k > 0 {
		p = append(p, op{o.i, o.j, o.k - 1})
	}
	switch {
	case o.j > o.k: // update
		p = append(p, op{o.i, o.k, o.k})
		if o.i > o.j {
			p = append(p, op{o.j, o.k, o.k})
		}
	case o.i > o.k: // trsm
		p = append(p, op{o.k, o.k, o.k})
	}
	return p
}

// edges counts the direct dependencies: those that no third task implies. In this graph no dependency
// by data is implied by others.
func (g graph) edges() int64 {
	n := int64(0)
	for u, after := range g.after {
		for v := range after {
			implied := false
			for w := range after {
				implied = implied || g.after[w][v]
			}
			if !implied && u != v {
				n++
			}
		}
	}
	return n
}

// chain returns the number of tasks on the longest chain from u on.
func (g graph) chain(u op, known map[op]int64) int64 {
	if n, ok := known[u]; ok {
		return n
	}
	n := int64(1)
	for v := range g.after[u] {
		n = max(n, 1+g.chain(v, known))
	}
	known[u] = n
	return n
}

func TestPotrfGraphFacts(t *testing.T) {
	for tiles := range 6 {
		g := observe(t, tiles)
		n := int64(tiles)
		if got := int64(len(g.tasks)); got != tile.CholeskyTasks(n) {
			t.Errorf("t=%d: %d tasks, want %d", tiles, got, tile.CholeskyTasks(n))
		}
		if got := g.edges(); got != tile.CholeskyEdges(n) {
			t.Errorf("t=%d: %d direct dependencies, want %d", tiles, got, tile.CholeskyEdges(n))
		}
		longest, known := int64(0), map[op]int64{}
		for _, u := range g.tasks {
			longest = max(longest, g.chain(u, known))
		}
		if longest != tile.CholeskyChain(n) {
			t.Errorf("t=%d: longest chain %d, want %d", tiles, longest, tile.CholeskyChain(n))
		}
	}
}

// Under stress, every task finds done what it reads, and its own tile at its own step.
func TestPotrfGraphOrder(t *testing.T) {
	const tiles = 12
	l, err := tile.NewLower[float64](tile.NewLayout(4*tiles, 4, 4))
	if err != nil {
		t.Fatal(err)
	}
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for range 20 {
			var step [tiles][tiles]atomic.Int32 // tasks done on the tile
			err := rt.Run(context.Background(), func(s *task.Scope) {
				PotrfGraph(s, l, bodies(func(o op) {
					for _, p := range reads(o) {
						if got := int(step[p.i][p.j].Load()); got != p.k+1 {
							t.Errorf("%v: tile (%d,%d) is at step %d, want %d", o, p.i, p.j, got, p.k+1)
						}
					}
					step[o.i][o.j].Add(1)
				}))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
