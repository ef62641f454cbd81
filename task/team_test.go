package task

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var teamSizes = []int{1, 2, 3, 5, 16, 64}

// TestBarrier has every member write a slot each round and read all others' after the
// barrier: plain, so that the race detector sees a missing edge.
func TestBarrier(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes {
			x := make([]int, n)
			rt.Team(n, func(m *Member) {
				for round := range 50 {
					x[m.Rank()] = round
					m.Barrier()
					for i, v := range x {
						if v != round {
							t.Errorf("%d members, round %d: member %d is at %d", n, round, i, v)
						}
					}
					m.Barrier()
				}
			})
		}
	})
}

func TestTeamRanks(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes {
			ran := make([]int, n)
			rt.Team(n, func(m *Member) {
				if m.Size() != n {
					t.Errorf("Size = %d, want %d", m.Size(), n)
				}
				ran[m.Rank()]++
			})
			for r, k := range ran {
				if k != 1 {
					t.Errorf("%d members: rank %d ran %d times", n, r, k)
				}
			}
		}
	})
}

// TestTeamRunsAtOnce: members meet by channels, without a barrier.
func TestTeamRunsAtOnce(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes {
			ring := make([]chan int, n)
			for i := range ring {
				ring[i] = make(chan int)
			}
			rt.Team(n, func(m *Member) {
				next := ring[(m.Rank()+1)%n]
				if m.Rank() == 0 {
					go func() { next <- 1 }()
					if got := <-ring[0]; got != n {
						t.Errorf("%d members: token came back as %d", n, got)
					}
					return
				}
				next <- 1 + <-ring[m.Rank()]
			})
		}
	})
}

func TestSingle(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes {
			count := 0
			rt.Team(n, func(m *Member) {
				for round := range 30 {
					m.Single(func() { count++ })
					if count != round+1 {
						t.Errorf("%d members, round %d: f was called %d times", n, round, count)
					}
					m.Barrier()
				}
			})
		}
	})
}

func TestSpan(t *testing.T) {
	for _, n := range teamSizes {
		for _, r := range [][2]int{
			{0, 0}, {3, 2}, {0, 1}, {-5, 2}, {0, 100}, {7, 7 + n}, {math.MaxInt - 2, math.MaxInt},
			{math.MinInt, math.MaxInt}, {math.MinInt, math.MinInt + 9},
		} {
			lo, hi := r[0], max(r[0], r[1])
			at, least, most := lo, uint64(math.MaxUint64), uint64(0)
			for rank := range n {
				m := &Member{team: &team{size: n}, rank: rank}
				a, b := m.Span(lo, r[1])
				if a != at || b < a {
					t.Fatalf("rank %d of %d, [%d,%d): part [%d,%d) after %d", rank, n, lo, hi, a, b, at)
				}
				at = b
				least = min(least, uint64(b)-uint64(a))
				most = max(most, uint64(b)-uint64(a))
			}
			if at != hi || most-least > 1 {
				t.Fatalf("%d parts of [%d,%d) end at %d, of lengths %d to %d", n, lo, hi, at, least, most)
			}
		}
	}
}

// TestTeamPanic: one member panics before, between or after barriers; the others wait.
func TestTeamPanic(t *testing.T) {
	boom := errors.New("boom")
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes {
			for _, bad := range []int{0, n / 2, n - 1} {
				for _, rounds := range []int{0, 1, 3} {
					var unwound atomic.Int32
					p := catch(func() {
						rt.Team(n, func(m *Member) {
							defer unwound.Add(1)
							for range rounds {
								m.Barrier()
							}
							if m.Rank() == bad {
								panicHere(boom)
							}
							m.Barrier()
							t.Error("passed a barrier that a member has not reached")
						})
					})
					e, ok := p.(*PanicError)
					if !ok || e.Value != boom || !strings.Contains(string(e.Stack), "panicHere") {
						t.Fatalf("%d members, %d bad: panicked with %v", n, bad, p)
					}
					if unwound.Load() != int32(n) {
						t.Errorf("%d members: %d unwound", n, unwound.Load())
					}
				}
			}
		}
		ok := false
		rt.Team(3, func(m *Member) { m.Barrier(); m.Single(func() { ok = true }) })
		if !ok {
			t.Error("the runtime is not usable after panics")
		}
	})
}

// TestTeamLowestPanic: of several panics that of the lowest rank is passed on.
func TestTeamLowestPanic(t *testing.T) {
	rt := New(Config{Workers: 4})
	defer rt.Close()
	for range 20 {
		var all sync.WaitGroup
		all.Add(4)
		p := catch(func() {
			rt.Team(4, func(m *Member) {
				all.Done()
				all.Wait()
				if m.Rank() > 0 {
					panic(m.Rank())
				}
			})
		})
		if e, ok := p.(*PanicError); !ok || e.Value != 1 {
			t.Fatalf("panicked with %v, want rank 1's", p)
		}
	}
}

// TestTeamMissingMember: a member that returns early is an error, not a hang.
func TestTeamMissingMember(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range teamSizes[1:] {
			for _, away := range []int{0, n - 1} {
				p := catch(func() {
					rt.Team(n, func(m *Member) {
						m.Barrier()
						if m.Rank() != away {
							m.Barrier()
						}
					})
				})
				if e, ok := p.(*PanicError); !ok || !strings.Contains(fmt.Sprint(e.Value), "returned while others wait") {
					t.Fatalf("%d members, %d away: %v", n, away, p)
				}
			}
		}
	})
}

// TestBarrierLastRound: members that go as soon as the barrier is complete are not missing
// to those that have not noticed yet.
func TestBarrierLastRound(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	const members = 3
	next := make(chan *barrier, members)
	var done sync.WaitGroup
	for range members {
		go func() {
			for b := range next {
				if b.wait(rt) != together || b.leave() {
					t.Error("a member that has gone in time is missed")
				}
				done.Done()
			}
		}()
	}
	for range 20_000 {
		b := newBarrier(members)
		done.Add(members)
		for range members {
			next <- b
		}
		done.Wait()
	}
	close(next)
}

// TestTeamNested: each member of a team calls a team, and each of those loops.
func TestTeamNested(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var n atomic.Int32
		rt.Team(4, func(m *Member) {
			m.Barrier()
			rt.Team(3, func(in *Member) {
				in.Barrier()
				f := func(lo, hi int) { n.Add(int32(hi - lo)) }
				forceSharing(rt, bodyCode(f))
				rt.For(0, 10, Dynamic(1), f)
				in.Barrier()
			})
			m.Barrier()
		})
		if n.Load() != 120 {
			t.Errorf("%d iterations, want 120", n.Load())
		}
	})
}

// TestTeamFromManyGoroutines gathers 16 teams at once, more members than workers.
func TestTeamFromManyGoroutines(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		for g := range 16 {
			wg.Go(func() {
				n := 1 + g%5
				for range 5 {
					x := make([]int, n)
					rt.Team(n, func(m *Member) {
						x[m.Rank()] = g
						m.Barrier()
						if x[n-1-m.Rank()] != g {
							t.Error("a member of another team wrote here")
						}
					})
				}
			})
		}
		wg.Wait()
	})
}

// TestTeamInTeamInTask: 64 goroutines at once run tasks that call teams whose members call
// teams, all of more members than there are workers, and all finish.
func TestTeamInTeamInTask(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		rt := New(Config{Workers: workers})
		var n atomic.Int32
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				err := rt.Run(context.Background(), func(s *Scope) {
					for range 2 {
						s.Go(func() {
							rt.Team(3, func(m *Member) {
								m.Barrier()
								rt.Team(2, func(in *Member) {
									in.Barrier()
									n.Add(1)
									in.Barrier()
								})
								m.Barrier()
							})
						})
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if want := int32(64 * 2 * 3 * 2); n.Load() != want {
			t.Errorf("%d workers: %d inner members ran, want %d", workers, n.Load(), want)
		}
		if err := rt.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTeamLeavesNoGoroutine: Close ends what Team has started.
func TestTeamLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	rt := New(Config{Workers: 2})
	rt.Team(10, func(m *Member) { m.Barrier() })
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	// A goroutine that has said that it is done may take a moment to end.
	for i := 0; i < 1_000_000 && runtime.NumGoroutine() > before; i++ {
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after Close", before, after)
	}
}

func TestTeamBadSize(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	if p := catch(func() { rt.Team(0, func(*Member) {}) }); p != "task: Team: n < 1" {
		t.Errorf("Team(0) panicked with %v", p)
	}
}

// catch returns what f panics with.
func catch(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func BenchmarkTeam(b *testing.B) {
	for _, n := range []int{1, 2, 8} {
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			rt := New(Config{Workers: 2})
			defer rt.Close()
			b.ReportAllocs()
			for b.Loop() {
				rt.Team(n, func(*Member) {})
			}
		})
	}
}

func BenchmarkBarrier(b *testing.B) {
	for _, n := range []int{1, 2, 8, 64} {
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			rt := New(Config{Workers: 2})
			defer rt.Close()
			var stop atomic.Bool
			rt.Team(n, func(m *Member) {
				if m.Rank() != 0 {
					for last := false; !last; {
						m.Barrier()
						last = stop.Load()
						m.Barrier()
					}
					return
				}
				for b.Loop() {
					m.Barrier()
					m.Barrier()
				}
				stop.Store(true)
				m.Barrier()
				m.Barrier()
			})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/barrier")
		})
	}
}
