package task

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
)

// inLanesOf calls f with runtimes of which every cycle that can runs in lanes.
func inLanesOf(t *testing.T, f func(t *testing.T, rt *Runtime)) {
	for _, workers := range []int{1, 2, 3, 64} {
		for _, n := range []int{2, 7} {
			t.Run(fmt.Sprintf("workers=%d/lanes=%d", workers, n), func(t *testing.T) {
				rt := New(Config{Workers: workers, lanes: n})
				defer rt.Close()
				f(t, rt)
			})
		}
	}
}

// A holding player's tasks give their seats up now and then: the lanes that they are in
// have to end.
type holding struct {
	taskPlayer
	n *int
}

func (p holding) do(f func(), cl ...Clause) {
	*p.n++
	if *p.n%7 != 0 {
		p.taskPlayer.do(f, cl...)
		return
	}
	p.s.GoStep(func(step int) {
		if step%3 == 1 {
			Blocking(runtime.Gosched)
		}
		f()
		if step%4 == 2 {
			Blocking(runtime.Gosched)
		}
	}, cl...)
}

// TestRandomHolds: random bodies run in lanes until one of them gives its seat up.
func TestRandomHolds(t *testing.T) {
	first := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", first)
	programs := uint64(4)
	if testing.Short() || raceEnabled {
		programs = 1
	}
	inLanesOf(t, func(t *testing.T, rt *Runtime) {
		for seed := first; seed < first+programs; seed++ {
			for _, f := range forms {
				rng := rand.New(rand.NewPCG(seed, 0))
				tasks, n := 1+rng.IntN(60), rng.IntN(12)
				play := func(run func(int, func(player)) error) (uint64, error) {
					rng := rand.New(rand.NewPCG(seed, 1))
					g := newProgram(serialPlayer{}, rng)
					state := rng.Uint64()
					err := run(n, func(p player) {
						if tp, ok := p.(taskPlayer); ok {
							p = holding{tp, new(int)}
						}
						g.rng = rand.New(rand.NewPCG(state, 2))
						for range tasks {
							k := []int{0, 1, 2, 16, 18}[g.rng.IntN(5)]
							g.step(unordered{p}, k, g.rng.Uint64(), 1)
						}
					})
					return g.digest(), err
				}
				want, _ := play(func(n int, body func(player)) error {
					for range n {
						body(serialPlayer{})
					}
					return nil
				})
				got, err := play(func(n int, body func(player)) error { return f.run(rt, n, body) })
				if err != nil || got != want {
					t.Fatalf("seed %d, %s, %d tasks x %d: digest %x, want %x, error %v", seed, f.name, tasks, n, got, want, err)
				}
			}
		}
	})
}

// An unordered player's tasks have no priorities: they may run in order, or in lanes.
type unordered struct{ player }

func (p unordered) do(f func(), cl ...Clause) {
	for i := range cl {
		if cl[i].kind == clausePriority {
			cl[i] = Clause{}
		}
	}
	p.player.do(f, cl...)
}

// TestLaterNodeInLane: bodies wait for nodes that come later, in their own lane and in
// others, several of them at once.
func TestLaterNodeInLane(t *testing.T) {
	inLanesOf(t, func(t *testing.T, rt *Runtime) {
		const n, cells = 20, 24
		for _, at := range []int{1, 7, n - 1} {
			var d [cells]Datum
			var sum [cells]int
			met := make([]chan bool, cells)
			for i := range met {
				met[i] = make(chan bool)
			}
			mustRun(t, rt, func(s *Scope) {
				s.Iterate(n, func(s *Scope) {
					for i := range d {
						s.GoStep(func(step int) {
							if step == at && i < cells/2 {
								Blocking(func() { <-met[i] })
							}
							if step == at && i >= cells/2 {
								close(met[i-cells/2])
							}
							sum[i] += step
						}, d[i].InOut(), d[i/(cells/2)*(cells/2)].In())
					}
				})
			})
			for i, x := range sum {
				if x != n*(n-1)/2 {
					t.Fatalf("cell %d = %d, want %d", i, x, n*(n-1)/2)
				}
			}
		}
	})
}

// TestGraphAfterHold: a graph whose body has waited does not run in lanes again.
func TestGraphAfterHold(t *testing.T) {
	rt := New(Config{Workers: 3, lanes: 3})
	defer rt.Close()
	var d [9]Datum
	var ran atomic.Int32
	g := Record(func(s *Scope) {
		for i := range d {
			s.Go(func() {
				if ran.Add(1) == 20 {
					Blocking(runtime.Gosched)
				}
			}, d[i].InOut())
		}
	})
	for i := range 5 {
		if err := g.Run(background, rt); err != nil || int(ran.Load()) != 9*(i+1) {
			t.Fatalf("run %d: %d tasks, error %v", i, ran.Load(), err)
		}
		if want := i < 2; (g.cy.lanes != nil && !g.g.unlaned) != want {
			t.Fatalf("run %d: in lanes is not %v", i, want)
		}
	}
}

// TestLanesWait: whatever the cut, each node has what it follows in other lanes behind it.
func TestLanesWait(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		g := randomGraph(rng)
		n := 1 + rng.IntN(5)
		cut := make(laneCut, len(g.code))
		for v := range cut {
			cut[v] = int32(rng.IntN(n))
		}
		checkLanes(t, g, newLanes(g, g.pred(), n, cut))
		if best := g.cut(n); len(best.all) > n {
			t.Fatalf("%d lanes, at most %d wanted", len(best.all), n)
		}
		checkLanes(t, g, g.lanes)
	}
}

func randomGraph(rng *rand.Rand) *graph {
	var d [6]Datum
	tasks, cond := 1+rng.IntN(30), rng.IntN(3) == 0
	body := func(s *Scope) {
		for range tasks {
			var cl []Clause
			for i := range d {
				switch rng.IntN(6) {
				case 0:
					cl = append(cl, d[i].In())
				case 1:
					cl = append(cl, d[i].InOut())
				case 2:
					cl = append(cl, d[i].Concurrent())
				}
			}
			s.Go(func() {}, cl...)
		}
	}
	rt := Default()
	c := &carrier{rt: rt, guest: true, g: goid()}
	if cond {
		return record(nil, c, 1+rng.IntN(2), func() bool { return false }, body)
	}
	return record(nil, c, 1+rng.IntN(2), nil, body)
}

func checkLanes(t *testing.T, g *graph, ls *lanes) {
	t.Helper()
	p := g.pred()
	seen := 0
	for k := range ls.all {
		l := &ls.all[k]
		known := make([]int32, len(ls.all)) // how far each lane is sure to be, as wait.need
		at := int32(0)
		for round := range 2 { // the second one knows what the first has found out
			at = 0
			for _, s := range l.segs {
				for _, w := range l.waits[s.from:s.to] {
					known[w.lane] = max(known[w.lane], w.need)
					x := &ls.all[w.lane]
					end := (w.need-1+int32(len(x.nodes)))%int32(len(x.nodes)) + 1
					told := false
					for _, o := range x.segs {
						told = told || o.end == end && o.told
					}
					if !told {
						t.Fatalf("lane %d waits for node %d of lane %d, which does not tell", k, end-1, w.lane)
					}
				}
				for ; at < s.end; at++ {
					v := l.nodes[at]
					if at > 0 && l.nodes[at-1] >= v || ls.pos[v] != at || ls.of[v] != int32(k) {
						t.Fatalf("node %d is misplaced", v)
					}
					for _, e := range p.of(v) {
						j := ls.of[e>>1]
						need := ls.pos[e>>1] + 1 - e&1*int32(len(ls.all[j].nodes))
						if int(j) != k && (round > 0 || e&1 == 0) && known[j] < need {
							t.Fatalf("node %d does not wait for %d", v, e>>1)
						}
					}
				}
			}
			seen += int(at)
			for j := range known {
				known[j] -= int32(len(ls.all[j].nodes))
			}
		}
	}
	if seen != 2*len(g.code) {
		t.Fatalf("%d nodes in lanes, want %d", seen/2, len(g.code))
	}
}
