package task

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestAllocations: arguments in the task, a Run, and clauses allocate nothing.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		rt := New(Config{Workers: 1, Inline: inline})
		defer rt.Close()
		var d [3]Datum
		x := 0
		f := func(i, j, k int) { x += i + j + k }
		body := func(s *Scope) {
			for i := range 100 {
				s.Go3(f, i, 1, 1, d[i%3].In(), d[(i+1)%3].InOut(), Priority(0), Label("l"))
			}
			s.Wait()
			s.Go3(f, 1, 1, 1, d[0].InOut())
		}
		run := func() { rt.Run(background, body) }
		for range 100 {
			run() // the pools fill
		}
		if got := testing.AllocsPerRun(100, run); got > 2 { // the collector may have emptied a pool
			t.Errorf("inline %d: %v allocations a Run of 101 tasks", inline, got)
		}
	}
}

// TestLiveHeap: the Cholesky graph of 128 tiles a side, 357,760 tasks, lives in 16 MiB, and
// a chain of a million tasks in much less.
func TestLiveHeap(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes a second")
	}
	for _, cfg := range []Config{{Workers: 2}, {Workers: 2, Inline: InlineNever}} {
		for _, p := range []pattern{cholesky(128), chain(1_000_000)} {
			rt := New(cfg)
			ran := 0
			var most uint64
			// One task looks at the heap while the rest are on their way.
			look := func() {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
			mustRun(t, rt, func(s *Scope) {
				p.submit(s, func(i, j, k int) {}, true)
				look()
				ran++
			})
			rt.Close()
			if most > 16<<20 {
				t.Errorf("%s, inline %d: %d MiB live", p.name, cfg.Inline, most>>20)
			}
		}
	}
}

// TestCholeskyFacts counts tasks, edges and the longest chain as textbooks do.
func TestCholeskyFacts(t *testing.T) {
	for _, nt := range []int{1, 2, 3, 7, 16} {
		rt := New(Config{Workers: 2, Inline: InlineNever})
		depth := make([]int, nt*nt) // of the last writer of each tile
		tasks, longest := 0, 0
		var mu chan struct{} = make(chan struct{}, 1)
		step := func(write int, read ...int) {
			mu <- struct{}{}
			d := depth[write]
			for _, r := range read {
				d = max(d, depth[r])
			}
			depth[write] = d + 1
			longest = max(longest, d+1)
			tasks++
			<-mu
		}
		p := cholesky(nt)
		mustRun(t, rt, func(s *Scope) {
			p.submit(s, func(k, m, n int) {
				switch {
				case m == k && n == k:
					step(k*nt + k)
				case m == k:
					step(n*nt+k, k*nt+k)
				case m == n:
					step(m*nt+m, m*nt+k)
				default:
					step(m*nt+n, m*nt+k, n*nt+k)
				}
			}, true)
		})
		rt.Close()
		if tasks != nt*(nt+1)*(nt+2)/6 || longest != 3*nt-2 {
			t.Errorf("%d tiles: %d tasks, longest chain %d", nt, tasks, longest)
		}
	}
}

// TestGoexit: a task that ends its goroutine is an error, not a hang.
func TestGoexit(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var d Datum
		done := make(chan error, 1)
		after := false
		go func() { // its own task may end it: then Run does not return, but ends
			defer close(done)
			done <- rt.Run(background, func(s *Scope) {
				s.Go(func() { runtime.Goexit() }, d.Out(), Deferred())
				s.Go(func() { after = true }, d.In())
			})
		}()
		if err, ok := <-done; ok && !errors.Is(err, ErrGoexit) || after {
			t.Errorf("error %v, %v", err, after)
		}
		mustRun(t, rt, func(s *Scope) { s.Go(func() {}) })
	})
}

// TestContextOfScope: tasks see that their scope was stopped.
func TestContextOfScope(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		fail := errors.New("fail")
		var seen error
		err := rt.Run(background, func(s *Scope) {
			ctx := s.Context()
			s.GoScope(func(s *Scope) {
				s.Try(func() error { return fail })
				s.Wait()
				Blocking(func() { <-s.Context().Done() })
			})
			s.Wait()
			seen = context.Cause(ctx)
			if s.Err() != fail {
				t.Errorf("Err is %v", s.Err())
			}
		})
		if err != fail || seen != fail {
			t.Errorf("Run returns %v, the context has %v", err, seen)
		}
	})
}

// TestPriorities: on one worker, ready tasks run in the order of their priorities.
func TestPriorities(t *testing.T) {
	for _, queue := range []Queue{Stealing, Central} {
		rt := New(Config{Workers: 1, Inline: InlineNever, Queue: queue})
		var d Datum
		var got []int
		mustRun(t, rt, func(s *Scope) {
			for i, p := range []int{3, -1, 0, 7, 5} {
				s.Go3(func(_, p, _ int) { got = append(got, p) }, i, p, 0, Priority(p))
			}
			s.Go(func() { got = append(got, 100) }, d.Out(), Priority(9))
			s.Go(func() { got = append(got, 2) }, d.In(), Priority(2))
			s.Go(func() { got = append(got, 8) }, d.In(), Priority(8))
		})
		rt.Close()
		want := []int{100, 8, 7, 5, 3, 2, 0, -1}
		for i := range want {
			if len(got) != len(want) || got[i] != want[i] {
				t.Fatalf("queue %d: order %v, want %v", queue, got, want)
			}
		}
	}
}

// TestPinned: workers, and callers of Run, are tied to processors and let go.
func TestPinned(t *testing.T) {
	for _, pin := range []Pin{PinClose, PinSpread} {
		rt := New(Config{Workers: 2, Pin: pin})
		for range 20 {
			got := 0
			mustRun(t, rt, func(s *Scope) { got = fib(s, 12) })
			if got != 144 {
				t.Fatal(got)
			}
		}
		if err := rt.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestConfigPanics(t *testing.T) {
	for _, cfg := range []Config{{Workers: -1}, {Decline: 2}, {Window: -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("New(%+v) does not panic", cfg)
				}
			}()
			New(cfg)
		}()
	}
}

// TestDecline: a declined successor gives way to a ready task of higher priority.
func TestDecline(t *testing.T) {
	for _, c := range []struct {
		decline float64
		want    string
	}{{0, "abc"}, {1, "acb"}} {
		rt := New(Config{Workers: 1, Inline: InlineNever, Decline: c.decline})
		var d Datum
		got := ""
		mustRun(t, rt, func(s *Scope) {
			s.Go(func() { got += "a" }, d.Out(), Priority(9))
			s.Go(func() { got += "b" }, d.In())
			s.Go(func() { got += "c" }, Priority(1))
		})
		rt.Close()
		if got != c.want {
			t.Errorf("Decline %v: order %s, want %s", c.decline, got, c.want)
		}
	}
}

// TestLongScopes: a worker that sleeps is woken for a task with a scope of its own if its like is long, or
// not known, and takes no second one with it: two of them meet.
func TestLongScopes(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	const long, limit = 100 * time.Microsecond, 10 * time.Second
	for round := 0; round < 5 && !t.Failed(); round++ {
		untilIdle(t, rt, 2)
		var begun atomic.Int32
		await := func(n int32) {
			for start := time.Now(); begun.Load() < n; runtime.Gosched() {
				if time.Since(start) > limit {
					t.Errorf("%d tasks have begun, want %d", begun.Load(), n)
					return
				}
			}
		}
		meet := func(*Scope) {
			start := time.Now()
			begun.Add(1)
			for await(2); time.Since(start) < long; {
				runtime.Gosched()
			}
		}
		mustRun(t, rt, func(s *Scope) {
			s.GoScope(meet)
			s.GoScope(meet)
			await(1)
		})
	}
}
