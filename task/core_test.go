package task

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var background = context.Background()

// with calls f with a runtime of each interesting kind.
func with(t *testing.T, f func(t *testing.T, rt *Runtime)) {
	for _, workers := range []int{1, 2, 3, 64} {
		for _, cfg := range []Config{
			{},
			{Inline: InlineNever},
			{Inline: InlineNever, Window: 32, Successor: SuccessorOff},
			{Inline: InlineNever, Queue: Central, Successor: SuccessorInside, Seed: 2},
			{Seed: 3, Decline: 0.3, Pin: PinClose},
			{Seed: 4, lanes: max(2, workers)},
		} {
			cfg.Workers = workers
			t.Run(fmt.Sprintf("workers=%d/inline=%d/window=%d/queue=%d/pin=%d/lanes=%d", workers, cfg.Inline, cfg.Window, cfg.Queue, cfg.Pin, cfg.lanes), func(t *testing.T) {
				rt := New(cfg)
				defer rt.Close()
				f(t, rt)
			})
		}
	}
}

func mustRun(t *testing.T, rt *Runtime, body func(*Scope)) {
	t.Helper()
	if err := rt.Run(background, body); err != nil {
		t.Fatal(err)
	}
}

func TestDiamond(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for range 100 {
			var a, b, c Datum
			var x, y, z, sum int
			mustRun(t, rt, func(s *Scope) {
				s.Go(func() { x = 7 }, a.Out())
				s.Go(func() { y = 2 * x }, a.In(), b.Out())
				s.Go(func() { z = 3 * x }, a.In(), c.Out())
				s.Go(func() { sum = y + z }, b.In(), c.In())
			})
			if sum != 35 {
				t.Fatalf("sum = %d, want 35", sum)
			}
		}
	})
}

func TestChain(t *testing.T) {
	n := 1_000_000
	if testing.Short() || raceEnabled {
		n = 50_000
	}
	with(t, func(t *testing.T, rt *Runtime) {
		var d Datum
		x := uint64(1)
		mustRun(t, rt, func(s *Scope) {
			for i := range n {
				s.Go3(func(i, _, _ int) { x = x*3 + uint64(i) }, i, 0, 0, d.InOut())
			}
		})
		want := uint64(1)
		for i := range n {
			want = want*3 + uint64(i)
		}
		if x != want {
			t.Fatalf("x = %d, want %d", x, want)
		}
	})
}

// A program is random tasks over versioned data: each task checks that it sees the
// versions that the serial order gives.
func TestVersions(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, 1))
			n := 1 + rng.IntN(2000)
			nd := 1 + rng.IntN(40)
			data := make([]Datum, nd)
			version := make([]int32, nd) // as the tasks see it
			serial := make([]int32, nd)
			var bad atomic.Int32
			mustRun(t, rt, func(s *Scope) {
				for range n {
					var cl []Clause
					type use struct {
						d     int
						want  int32
						write bool
					}
					var uses []use
					for _, d := range rng.Perm(nd)[:min(nd, rng.IntN(13))] {
						w := rng.IntN(3) == 0
						uses = append(uses, use{d, serial[d], w})
						if w {
							cl = append(cl, data[d].InOut())
							serial[d]++
						} else {
							cl = append(cl, data[d].In())
						}
					}
					if rng.IntN(4) == 0 {
						cl = append(cl, Priority(rng.IntN(5)-2))
					}
					s.Go(func() {
						for _, u := range uses {
							if version[u.d] != u.want {
								bad.Add(1)
							}
							if u.write {
								version[u.d]++
							}
						}
					}, cl...)
					if rng.IntN(300) == 0 {
						s.Wait()
					}
				}
			})
			if bad.Load() != 0 {
				t.Fatalf("seed %d: %d accesses saw a wrong version", seed, bad.Load())
			}
		}
	})
}

func fib(s *Scope, n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	s.GoScope(func(s *Scope) { a = fib(s, n-1) })
	s.GoScope(func(s *Scope) { b = fib(s, n-2) })
	s.Wait()
	return a + b
}

func TestFib(t *testing.T) {
	n, want := 20, 6765
	if !testing.Short() && !raceEnabled { // with a wait in each task, on one stack
		rt := New(Config{Workers: 1})
		defer rt.Close()
		var got int
		if mustRun(t, rt, func(s *Scope) { got = fib(s, 25) }); got != 75025 {
			t.Errorf("fib(25) on one worker = %d, want 75025", got)
		}
	}
	with(t, func(t *testing.T, rt *Runtime) {
		var got int
		mustRun(t, rt, func(s *Scope) { got = fib(s, n) })
		if got != want {
			t.Fatalf("fib(%d) = %d, want %d", n, got, want)
		}
	})
}

func TestNestedRun(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var sum atomic.Int64
		mustRun(t, rt, func(s *Scope) {
			for range 100 {
				s.Go(func() {
					err := rt.Run(background, func(s *Scope) {
						for range 10 {
							s.Go(func() { sum.Add(1) })
						}
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
		})
		if sum.Load() != 1000 {
			t.Fatalf("%d inner tasks ran, want 1000", sum.Load())
		}
	})
}

func TestManyCallers(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		var running, most atomic.Int32
		for range 64 {
			wg.Go(func() {
				var d [4]Datum
				var n [4]int
				err := rt.Run(background, func(s *Scope) {
					for i := range 100 {
						s.Go(func() {
							r := running.Add(1)
							for m := most.Load(); r > m && !most.CompareAndSwap(m, r); m = most.Load() {
							}
							n[i%4]++
							running.Add(-1)
						}, d[i%4].InOut())
					}
				})
				if err != nil || n != [4]int{25, 25, 25, 25} {
					t.Error(err, n)
				}
			})
		}
		wg.Wait()
		if int(most.Load()) > rt.Workers() {
			t.Errorf("%d bodies ran at once on %d workers", most.Load(), rt.Workers())
		}
	})
}

func TestErrors(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		e1, e2 := errors.New("one"), errors.New("two")
		var d Datum
		after := 0
		err := rt.Run(background, func(s *Scope) {
			s.Try(func() error { return e1 }, d.Out())
			s.Try(func() error { return e2 }, d.InOut())
			s.Go(func() { after++ }, d.InOut())
		})
		if err != e1 || after != 0 {
			t.Errorf("err = %v, %d dependents ran", err, after)
		}
		mustRun(t, rt, func(s *Scope) { s.Go(func() { after++ }, d.InOut()) })
		if after != 1 {
			t.Error("not usable after an error")
		}
	})
}

func TestPanic(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		v := func() (v any) {
			defer func() { v = recover() }()
			rt.Run(background, func(s *Scope) {
				for i := range 100 {
					s.Go(func() {
						if i == 3 {
							panic("boom")
						}
					}, Label(fmt.Sprint("t", i)))
				}
			})
			return nil
		}()
		pan, ok := v.(*PanicError)
		if !ok || pan.Value != "boom" || pan.Label != "t3" || len(pan.Stack) == 0 {
			t.Errorf("recovered %v", v)
		}
		mustRun(t, rt, func(s *Scope) { s.Go(func() {}) })
	})
}

func TestCancel(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		ctx, cancel := context.WithCancelCause(background)
		cause := errors.New("enough")
		ran := 0
		err := rt.Run(ctx, func(s *Scope) {
			var d Datum
			s.Go(func() { cancel(cause) }, d.InOut())
			for range 99 {
				s.Go(func() { ran++ }, d.InOut())
			}
		})
		var c *CancelledError
		if !errors.Is(err, cause) || !errors.As(err, &c) || c.Unstarted != 99 || ran != 0 {
			t.Errorf("err = %v, %d ran", err, ran)
		}
		mustRun(t, rt, func(s *Scope) { s.Go(func() {}) })
	})
}

func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	rt := New(Config{Workers: 4, Inline: InlineNever})
	for range 10 {
		mustRun(t, rt, func(s *Scope) {
			for range 1000 {
				s.Go(func() {})
			}
		})
	}
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	if err := rt.Run(background, func(s *Scope) {}); err != ErrClosed {
		t.Errorf("Run after Close: %v", err)
	}
	for began := time.Now(); time.Since(began) < 10*time.Second; { // they end a moment later
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines before New, %d after Close", before, runtime.NumGoroutine())
}

func TestTwoScopes(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	v := func() (v any) {
		defer func() { v = recover() }()
		rt.Run(background, func(s *Scope) {
			var d Datum
			s.Go(func() {}, d.Out(), Label("outer"))
			rt.Run(background, func(s *Scope) {
				s.Go(func() {}, d.In(), Label("inner"))
			})
		})
		return nil
	}()
	pan, ok := v.(*PanicError)
	if !ok || pan.Value != "task: datum used in two live scopes at once, by task inner and by task outer" {
		t.Errorf("recovered %v", v)
	}
}
