package task

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// TestCells: each of 50 cells gets 2 increments in each of 100 iterations.
func TestCells(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		cells := make([]int, 50)
		d := make([]Datum, len(cells))
		body := func(s *Scope) {
			for range 2 {
				for i := range cells {
					s.Go(func() { cells[i]++ }, d[i].InOut())
				}
			}
		}
		mustRun(t, rt, func(s *Scope) { s.Iterate(100, body) })
		g := Record(body)
		if err := g.Iterate(background, rt, 100); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if err := g.Run(background, rt); err != nil {
				t.Fatal(err)
			}
		}
		for i, n := range cells {
			if n != 600 {
				t.Fatalf("cell %d = %d, want 600", i, n)
			}
		}
	})
}

// TestIterationCounts: 0 to 9 iterations, unrolled 1 to 4 times, as tasks see them.
func TestIterationCounts(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for n := range 10 {
			for unroll := 1; unroll <= 4; unroll++ {
				var d Datum
				var steps []int
				mustRun(t, rt, func(s *Scope) {
					s.Iterate(n, func(s *Scope) {
						s.GoStep(func(step int) { steps = append(steps, step) }, d.InOut())
					}, Unroll(unroll))
					s.Go(func() { steps = append(steps, -1) }, d.InOut())
				})
				want := []int{}
				for i := range n {
					want = append(want, i)
				}
				if want = append(want, -1); fmt.Sprint(steps) != fmt.Sprint(want) {
					t.Fatalf("%d iterations, Unroll(%d): steps %v", n, unroll, steps)
				}
			}
		}
	})
}

func TestEmptyBody(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		left := 5
		mustRun(t, rt, func(s *Scope) {
			s.Iterate(10, func(*Scope) {})
			s.IterateWhile(func() bool { left--; return left > 0 }, func(*Scope) {})
		})
		if left != 0 {
			t.Fatalf("the condition was called %d times too often", -left)
		}
		if err := Record(func(*Scope) {}).Iterate(background, rt, 10); err != nil {
			t.Fatal(err)
		}
	})
}

func TestConditionFalseAtOnce(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var d Datum
		ran, calls, before, after := 0, 0, 0, 0
		mustRun(t, rt, func(s *Scope) {
			s.Go(func() { before = 1 }, d.Out())
			s.IterateWhile(func() bool { calls++; return before == 0 }, func(s *Scope) {
				s.Go(func() { ran++ }, d.InOut())
			})
			s.Go(func() { after = before + 1 }, d.InOut())
		})
		if ran != 0 || calls != 1 || after != 2 {
			t.Fatalf("%d tasks ran, %d calls of the condition, after = %d", ran, calls, after)
		}
	})
}

// TestCyclesOverlap: in the last iteration of one cycle a task waits for one of the first
// iteration of the next, on other data.
func TestCyclesOverlap(t *testing.T) {
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		rt := New(Config{Workers: 2, Inline: inline})
		defer rt.Close()
		for _, n := range []int{2, 3, 1000} { // long enough to run in order, too
			var a, b Datum
			met := make(chan bool)
			mustRun(t, rt, func(s *Scope) {
				s.Iterate(n, func(s *Scope) {
					s.GoStep(func(step int) {
						if step == n-1 {
							Blocking(func() { <-met })
						}
					}, a.InOut())
					s.Go(func() {}, b.InOut())
				})
				s.Iterate(n, func(s *Scope) {
					s.GoStep(func(step int) {
						if step == 0 {
							close(met)
						}
					}, b.InOut())
					s.Go(func() {}, a.InOut())
				})
			})
		}
	}
}

// TestIterationsOverlap: a task of one iteration waits for one of the next.
func TestIterationsOverlap(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var a, b Datum
	met := make(chan bool)
	mustRun(t, rt, func(s *Scope) {
		s.Iterate(1000, func(s *Scope) {
			s.GoStep(func(step int) {
				if step == 500 {
					Blocking(func() { <-met })
				}
			}, a.InOut())
			s.GoStep(func(step int) {
				if step == 503 {
					close(met)
				}
			}, b.InOut())
		})
	})
}

// TestSiblingOverlap: a cycle runs while an earlier sibling, and a later one runs while the
// cycle, is held up by what it does not share data with.
func TestSiblingOverlap(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var a, b Datum
	first, second := make(chan bool), make(chan bool)
	mustRun(t, rt, func(s *Scope) {
		s.Go(func() { Blocking(func() { <-first }) }, a.Out(), Deferred())
		s.Iterate(3, func(s *Scope) {
			s.GoStep(func(step int) {
				if step == 0 {
					close(first) // the cycle's tasks on b do not wait for a
				}
				if step == 2 {
					Blocking(func() { <-second })
				}
			}, b.InOut())
			s.Go(func() {}, a.In())
		})
		s.Go(func() { close(second) }, a.InOut()) // nor do those on a for the last on b
	})
}

func TestPanicInIteration(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		d := make([]Datum, 10)
		var ran atomic.Int64
		g := Record(func(s *Scope) {
			for i := range d {
				s.Go(func() {
					if ran.Add(1) == 57 {
						panic("mishap")
					}
				}, d[i].InOut(), Label(fmt.Sprint("task ", i)))
			}
		})
		for _, run := range []func(){
			func() { g.Iterate(background, rt, 1_000_000) },
			func() { rt.Run(background, func(s *Scope) { s.Iterate(1_000_000, g.body) }) },
			func() {
				rt.Run(background, func(s *Scope) { s.IterateWhile(func() bool { return true }, g.body) })
			},
		} {
			ran.Store(0)
			func() {
				defer func() {
					p, ok := recover().(*PanicError)
					if !ok || p.Value != "mishap" || !strings.HasPrefix(p.Label, "task ") || !strings.Contains(string(p.Stack), "TestPanicInIteration") {
						t.Errorf("recovered %v", p)
					}
				}()
				run()
			}()
			if n := ran.Load(); n > 1_000_000 { // of 10,000,000
				t.Fatalf("%d tasks ran", n)
			}
		}
		before := ran.Load()
		if err := g.Run(background, rt); err != nil || ran.Load() != before+10 {
			t.Fatalf("after the panic: error %v, %d tasks ran", err, ran.Load()-before)
		}
	})
}

// TestFirstErrorOfCycle: of two errors that are sure to happen, the first in program order
// is returned, and each task has either run or is counted.
func TestFirstErrorOfCycle(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var a, b Datum
		errs := [2]error{errors.New("first"), errors.New("second")}
		err := rt.Run(background, func(s *Scope) {
			s.Iterate(100, func(s *Scope) {
				s.Try(func() error { return nil }, a.InOut(), b.InOut())
				s.Try(func() error { return errs[0] }, a.InOut())
				s.Try(func() error { return errs[1] }, a.InOut())
			})
		})
		if err != errs[0] {
			t.Fatalf("error %v", err)
		}
	})
}

func TestCancelCycle(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		cause := errors.New("enough")
		for _, copies := range []int{1, 3} {
			ctx, cancel := context.WithCancelCause(background)
			var d [8]Datum
			var ran atomic.Int64
			err := rt.Run(ctx, func(s *Scope) {
				s.Iterate(100_000, func(s *Scope) {
					for i := range d {
						s.Go(func() {
							if ran.Add(1) == 1000 {
								cancel(cause)
							}
						}, d[i].InOut(), d[(i+1)%8].In())
					}
				}, Unroll(copies))
			})
			var c *CancelledError
			if !errors.As(err, &c) || c.Cause != cause || int64(c.Unstarted)+ran.Load() != 800_000 {
				t.Fatalf("error %v, %d ran", err, ran.Load())
			}
			if ran.Load() > 100_000 {
				t.Fatalf("%d tasks ran after the cancellation", ran.Load()-1000)
			}
		}
	})
}

func TestGoexitInCycle(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var d Datum
		done := make(chan bool)
		go func() { // a goroutine of its own: it may be the one that ends
			defer close(done)
			rt.Run(background, func(s *Scope) {
				s.Iterate(100, func(s *Scope) {
					s.GoStep(func(step int) {
						if step == 50 {
							runtime.Goexit()
						}
					}, d.InOut())
				})
			})
		}()
		<-done
		mustRun(t, rt, func(s *Scope) { s.Go(func() {}) })
	})
}

// TestCycleMemory: what a cycle takes does not depend on the number of iterations. Between
// two short ones it may differ, by the lanes that only a long one has time to try; 8 bytes an
// iteration would be 800 KB.
func TestCycleMemory(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	d := make([]Datum, 100)
	allocated := func(n int) (bytes uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		mustRun(t, rt, func(s *Scope) {
			s.Iterate(n, func(s *Scope) {
				for i := range d {
					s.Go(func() {}, d[i].InOut(), d[(i+1)%len(d)].In())
				}
			})
		})
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10)
	short, long := allocated(1000), allocated(100_000)
	if long > short+256<<10 {
		t.Errorf("%d bytes for 1000 iterations, %d for 100000", short, long)
	}
}

func TestReplayAllocatesNothing(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	g := Record(func(s *Scope) { cholesky(8).submit(s, func(i, j, k int) {}, true) })
	g.Run(background, rt)
	if n := testing.AllocsPerRun(100, func() { g.Run(background, rt) }); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}

func TestGraphUsedTwice(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var g *Graph
	var d Datum
	g = Record(func(s *Scope) {
		s.Go(func() { g.Run(background, rt) }, d.InOut())
	})
	defer func() {
		if p, ok := recover().(*PanicError); !ok || fmt.Sprint(p.Value) != "task: a Graph used by two at once" {
			t.Errorf("recovered %v", p)
		}
	}()
	g.Run(background, rt)
}

func TestWaitInRecordedBody(t *testing.T) {
	defer func() {
		if v := fmt.Sprint(recover()); !strings.HasPrefix(v, "task: Wait in a body that is being recorded") {
			t.Errorf("recovered %v", v)
		}
	}()
	Record(func(s *Scope) { s.Wait() })
}

func TestUpdateThatDiffers(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for _, c := range []struct {
			tasks  func(s *Scope, d []Datum, i int)
			reason string
		}{
			{func(s *Scope, d []Datum, i int) { s.Go(func() {}, d[i/3].InOut()) }, "has other accesses"},
			{func(s *Scope, d []Datum, i int) {
				for range 1 + i/3 {
					s.Go(func() {}, d[0].InOut())
				}
			}, "is more than"},
			{func(s *Scope, d []Datum, i int) {
				for range 2 - i/3 {
					s.Go(func() {}, d[0].InOut())
				}
			}, "is missing"},
			{func(s *Scope, d []Datum, i int) {
				if i < 3 {
					s.Go(func() {}, d[0].In())
				} else {
					s.Try(func() error { return nil }, d[0].In())
				}
			}, "is of another kind"},
		} {
			d := make([]Datum, 4)
			i := 0
			err := rt.Run(background, func(s *Scope) {
				s.Iterate(5, func(s *Scope) {
					c.tasks(s, d, i)
					i++
				}, Update)
			})
			var e *UpdateError
			if !errors.As(err, &e) || e.Iteration != 3 || !strings.Contains(e.Error(), c.reason) {
				t.Errorf("error %v, want one about iteration 3 that %s", err, c.reason)
			}
		}
	})
}
