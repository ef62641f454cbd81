package task

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// TestArenasOfFakes makes the arenas of machines that are not there, where binding fails and
// everything else works, and has all of them compute at once.
func TestArenasOfFakes(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  Config
		cpus [][]int // of each arena's workers
	}{
		{"one node", Config{Workers: 2, machine: fakeMachine(1, 0)}, [][]int{{0, 1}}},
		{"two nodes", Config{Workers: 8, machine: fakeMachine(2, 0, 1)}, [][]int{{0, 1, 4, 5}, {2, 3, 6, 7}}},
		{"four sparse nodes", Config{Workers: 8, machine: fakeMachine(1, 0, 2, 3, 9)}, [][]int{{0, 1}, {2, 3}, {4, 5}, {6, 7}}},
		{"eight nodes", Config{Workers: 16, machine: fakeMachine(1, 0, 1, 2, 3, 4, 5, 6, 7)},
			[][]int{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}}},
		{"fewer workers than a node has processors", Config{Workers: 1, machine: fakeMachine(2, 0, 1)}, [][]int{{0}, {2}}},
		{"restricted", Config{Workers: 4, CPUs: []int{3, 1, 0}, machine: fakeMachine(1, 0, 1)}, [][]int{{0, 1}, {3}}},
	} {
		rt := New(c.cfg)
		arenas := rt.Arenas()
		if len(arenas) != len(c.cpus) {
			t.Fatalf("%s: %d arenas, want %d", c.name, len(arenas), len(c.cpus))
		}
		var n atomic.Int64
		var all sync.WaitGroup
		for i, a := range arenas {
			if !slices.Equal(a.CPUs(), c.cpus[i]) || a.Workers() != len(c.cpus[i]) {
				t.Errorf("%s: arena %d has %d workers on %v, want %v", c.name, i, a.Workers(), a.CPUs(), c.cpus[i])
			}
			all.Go(func() {
				err := a.Run(context.Background(), func(s *Scope) {
					for range 100 {
						s.Go(func() { n.Add(1) })
					}
				})
				if err != nil {
					t.Error(err)
				}
				a.For(0, 100, Dynamic(1), func(lo, hi int) { n.Add(int64(hi - lo)) })
				a.Team(3, func(m *Member) { m.Barrier(); n.Add(1) })
			})
		}
		all.Wait()
		if want := int64(len(arenas) * 203); n.Load() != want {
			t.Errorf("%s: %d bodies ran, want %d", c.name, n.Load(), want)
		}
		if !slices.Equal(rt.Arenas(), arenas) {
			t.Errorf("%s: asked again, there are other arenas", c.name)
		}
		if err := rt.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestArenaLife: one arena for the same processors; it ends with its own Close, after which
// there is another, or with its runtime's.
func TestArenaLife(t *testing.T) {
	before := runtime.NumGoroutine()
	nothing := func(*Scope) {}
	rt := New(Config{Workers: 4, machine: fakeMachine(1, 0, 1)})
	a, b := rt.Arena(0, 1), rt.Arena(2)
	if a == b || rt.Arena(0, 1) != a || rt.Arena(2) != b || rt.Arena(1, 0) == a {
		t.Error("arenas are not told apart by their processors in order")
	}
	a.Team(8, func(m *Member) { m.Barrier() })
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	again := rt.Arena(0, 1)
	if again == a {
		t.Error("a closed arena is given out")
	}
	if err := again.Run(context.Background(), nothing); err != nil {
		t.Fatal(err)
	}
	nested := b.Arena(3)
	nested.For(0, 10, Static(0), func(int, int) {})
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*Runtime{a, b, again, nested} {
		if err := x.Run(context.Background(), nothing); err != ErrClosed {
			t.Errorf("Run on an arena of a closed runtime: %v", err)
		}
	}
	if p := catch(func() { rt.Arena(0) }); p != ErrClosed {
		t.Errorf("Arena on a closed runtime panicked with %v", p)
	}
	for i := 0; i < 1_000_000 && runtime.NumGoroutine() > before; i++ {
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after Close", before, after)
	}
}

func TestArenaMisuse(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	if p := catch(func() { rt.Arena() }); p != "task: Arena: no processor" {
		t.Errorf("Arena() panicked with %v", p)
	}
	if p, _ := catch(func() { rt.Arena(-1) }).(string); p == "" {
		t.Error("Arena(-1) did not panic")
	}
	a := rt.Arena(Nodes()[0].CPUs[0]) // and rt is usable after both
	var err error
	a.Run(context.Background(), func(s *Scope) {
		s.Go(func() { err = rt.Close() })
	})
	if err == nil || errors.Is(err, ErrClosed) {
		t.Errorf("Close of the runtime from a task of its arena: %v", err)
	}
	other := New(Config{Workers: 1})
	defer other.Close()
	err = nil
	a.For(0, 1, Static(0), func(int, int) {
		other.For(0, 1, Static(0), func(int, int) { err = rt.Close() })
	})
	if err == nil || errors.Is(err, ErrClosed) {
		t.Errorf("Close of the runtime from another that a task of its arena has entered: %v", err)
	}
}

// TestArenaFromTasks has tasks of a runtime divide work among arenas, from 64 goroutines.
func TestArenaFromTasks(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var arenas []*Runtime
	for _, n := range Nodes() {
		for _, id := range n.CPUs {
			arenas = append(arenas, rt.Arena(id))
		}
	}
	var n atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			rt.Run(context.Background(), func(s *Scope) {
				for _, a := range arenas {
					s.Go(func() {
						a.Run(context.Background(), func(s *Scope) {
							s.Go(func() { n.Add(1) })
							s.Go(func() { n.Add(1) })
						})
					})
				}
			})
		})
	}
	all.Wait()
	if want := int64(64 * 2 * len(arenas)); n.Load() != want {
		t.Errorf("%d tasks ran, want %d", n.Load(), want)
	}
}

// TestRuntimesCallEachOther: tasks of two runtimes of one worker each run tasks in the other, in
// teams and loops too, and block there for what others do; all finish.
func TestRuntimesCallEachOther(t *testing.T) {
	a, b := New(Config{Workers: 1}), New(Config{Workers: 1})
	defer a.Close()
	defer b.Close()
	in := func(rt *Runtime, f func()) {
		if err := rt.Run(context.Background(), func(s *Scope) { s.Go(f) }); err != nil {
			t.Error(err)
		}
	}
	var n atomic.Int64
	var wg sync.WaitGroup
	for g := range 32 {
		x, y := a, b
		if g%2 == 1 {
			x, y = b, a
		}
		wg.Go(func() {
			for range 20 {
				in(x, func() {
					in(y, func() {
						in(x, func() { n.Add(1) })
						token := make(chan bool)
						go in(y, func() { close(token) })
						Blocking(func() { <-token })
						x.Team(2, func(m *Member) { m.Barrier(); n.Add(1) })
					})
					y.For(0, 3, Dynamic(1), func(lo, hi int) { n.Add(int64(hi - lo)) })
					if y.current() != nil || x.current() == nil {
						t.Error("back from another runtime, a task is not where it was")
					}
				})
			}
		})
	}
	wg.Wait()
	if want := int64(32 * 20 * 6); n.Load() != want {
		t.Errorf("%d bodies ran, want %d", n.Load(), want)
	}
}
