package task

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// Programs that have hung, starved or slowed down other runtimes.

// TestOuterTasksWaitForInner: 100 outer tasks on 16 workers each wait for 10 inner ones.
func TestOuterTasksWaitForInner(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var inner atomic.Int32
		mustRun(t, rt, func(s *Scope) {
			for range 100 {
				s.Go(func() {
					before := inner.Load()
					mustRun(t, rt, func(s *Scope) {
						for range 10 {
							s.Go(func() { inner.Add(1) })
						}
						s.Wait()
					})
					if inner.Load() < before+10 {
						t.Error("an outer task went on before its inner tasks were done")
					}
				})
			}
		})
		if inner.Load() != 1000 {
			t.Errorf("%d inner tasks ran, want 1000", inner.Load())
		}
	})
}

// TestTwoNestedGraphs: two tasks on 2 workers each run a graph, whose tasks need workers.
func TestTwoNestedGraphs(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for range 200 {
		var x [2]int
		mustRun(t, rt, func(s *Scope) {
			for k := range x {
				s.Go(func() {
					mustRun(t, rt, func(s *Scope) {
						var d [4]Datum
						for i := range 40 {
							s.Go(func() { x[k]++ }, d[0].InOut(), d[i%4].In())
						}
					})
				}, Deferred())
			}
		})
		if x != [2]int{40, 40} {
			t.Fatalf("sums %v", x)
		}
	}
}

// TestEverythingAtOnce mixes loops, teams, graphs and futures from many goroutines on one
// runtime; every result is checked.
func TestEverythingAtOnce(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		for g := range 24 {
			wg.Go(func() {
				for range 3 {
					switch g % 4 {
					case 0:
						mixLoop(t, rt)
					case 1:
						mixTeam(t, rt, 1+g%5)
					case 2:
						mixGraph(t, rt)
					case 3:
						mixFuture(t, rt)
					}
				}
			})
		}
		wg.Wait()
	})
}

func mixLoop(t *testing.T, rt *Runtime) {
	var n atomic.Int32
	f := func(lo, hi int) {
		for range hi - lo {
			mustRun(t, rt, func(s *Scope) { s.Go(func() { n.Add(1) }) })
		}
	}
	forceSharing(rt, bodyCode(f))
	rt.For(0, 30, Dynamic(1), f)
	if n.Load() != 30 {
		t.Errorf("loop: %d of 30", n.Load())
	}
}

func mixTeam(t *testing.T, rt *Runtime, size int) {
	sum := make([]int, size)
	rt.Team(size, func(m *Member) {
		for round := range 5 {
			mustRun(t, rt, func(s *Scope) { s.Go(func() { sum[m.Rank()] += round }) })
			m.Barrier()
		}
	})
	for r, x := range sum {
		if x != 10 {
			t.Errorf("team: member %d has %d", r, x)
		}
	}
}

func mixGraph(t *testing.T, rt *Runtime) {
	var d Datum
	x := 0
	mustRun(t, rt, func(s *Scope) {
		for range 20 {
			s.Go(func() {
				f := func(lo, hi int) {
					if lo == 0 {
						x++ // one range has the 0
					}
				}
				forceSharing(rt, bodyCode(f))
				rt.For(0, 4, Static(1), f)
			}, d.InOut())
		}
	})
	if x != 20 {
		t.Errorf("graph: %d of 20", x)
	}
}

func mixFuture(t *testing.T, rt *Runtime) {
	mustRun(t, rt, func(s *Scope) {
		a := Async(s, func() int { return 1 })
		for range 20 {
			a = Then(s, a, func(x int) int { runtime.Gosched(); return x + 1 })
		}
		if v, err := a.Get(); v != 21 || err != nil {
			t.Errorf("future: %d, %v", v, err)
		}
	})
}

// TestNeverMoreBodiesThanWorkers counts bodies that run at once, whoever calls.
func TestNeverMoreBodiesThanWorkers(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var now, most atomic.Int32
		body := func() {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			runtime.Gosched()
			now.Add(-1)
		}
		var wg sync.WaitGroup
		for g := range 64 {
			wg.Go(func() {
				if g%2 == 0 {
					mustRun(t, rt, func(s *Scope) {
						for range 20 {
							s.Go(body)
						}
					})
					return
				}
				f := func(lo, hi int) {
					for range hi - lo {
						body()
					}
				}
				forceSharing(rt, bodyCode(f))
				rt.For(0, 20, Dynamic(1), f)
			})
		}
		wg.Wait()
		if int(most.Load()) > rt.Workers() {
			t.Errorf("%d bodies at once on %d workers", most.Load(), rt.Workers())
		}
	})
}

// TestLoopsThatBlock: bodies give their seats up in the middle of shared loops and nested
// ones, and get them back although everybody waits for somebody.
func TestLoopsThatBlock(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var n atomic.Int32
		inner := func(lo, hi int) {
			for range hi - lo {
				Blocking(runtime.Gosched)
				n.Add(1)
			}
		}
		outer := func(lo, hi int) {
			for range hi - lo {
				Blocking(runtime.Gosched)
				forceSharing(rt, bodyCode(inner))
				rt.For(0, 5, Dynamic(1), inner)
			}
		}
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				forceSharing(rt, bodyCode(outer))
				rt.For(0, 20, Static(1), outer)
			})
		}
		wg.Wait()
		if n.Load() != 1600 {
			t.Errorf("%d iterations, want 1600", n.Load())
		}
	})
}

// TestIdleWorkersSleep: without work all workers fall asleep, and stay so; a body that
// blocks without saying so keeps its own worker only.
func TestIdleWorkersSleep(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		rt := New(Config{Workers: workers})
		busy := func(s *Scope) {
			for range 100 {
				s.Go(func() { runtime.Gosched() }, Deferred())
			}
		}
		mustRun(t, rt, busy)
		untilIdle(t, rt, workers)

		mustRun(t, rt, func(s *Scope) {
			busy(s)
			s.Wait()
			untilIdle(t, rt, workers-1)
		})
		f := func(lo, hi int) { runtime.Gosched() }
		forceSharing(rt, bodyCode(f))
		rt.For(0, 100, Dynamic(1), f)
		rt.Team(workers, func(m *Member) { m.Barrier() })
		untilIdle(t, rt, workers)
		rt.Close()
	}
}

// untilIdle waits until n seats are free and their holders asleep, and stay so. (Who has
// just given a seat up may wake somebody once more, for a last look.)
func untilIdle(t *testing.T, rt *Runtime, n int) {
	t.Helper()
	for range 1000 {
		for int(rt.nidle.Load()) != n || rt.searching.Load() != 0 {
			runtime.Gosched()
		}
		rests := rt.Stats().Rests
		for range 1000 {
			runtime.Gosched()
		}
		if int(rt.nidle.Load()) == n && rt.Stats().Rests == rests {
			return
		}
	}
	t.Errorf("workers do not stay asleep: %d of %d seats are idle", rt.nidle.Load(), n)
}

// TestCollectorBesideWork collects garbage all the time; workers are pinned or not.
func TestCollectorBesideWork(t *testing.T) {
	for _, pin := range []Pin{PinNone, PinClose, PinSpread} {
		rt := New(Config{Workers: 3, Pin: pin})
		stop := make(chan struct{})
		done := make(chan struct{})
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
				}
			}
		}()
		for range 3 {
			mixLoop(t, rt)
			mixTeam(t, rt, 4)
			mixGraph(t, rt)
			mixFuture(t, rt)
		}
		close(stop)
		<-done
		rt.Close()
	}
}

// TestWindowBehindEvent: far more tasks than the window wait for an event that is signalled
// only when all have been submitted.
func TestWindowBehindEvent(t *testing.T) {
	for _, workers := range []int{1, 2} {
		rt := New(Config{Workers: workers, Window: 32})
		n := 0
		mustRun(t, rt, func(s *Scope) {
			var d Datum
			all := make(chan bool)
			s.Event(func(e *Event) {
				e.Add(1)
				go func() {
					<-all
					e.Done()
				}()
			}, d.Out())
			for range 500 {
				s.Go(func() { n++ }, d.InOut())
			}
			close(all)
		})
		if n != 500 {
			t.Errorf("%d of 500 tasks ran", n)
		}
		rt.Close()
	}
}
