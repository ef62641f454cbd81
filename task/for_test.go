package task

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var loopWorkers = []int{1, 2, 3, 16}

func loopSchedules() []Schedule {
	var s []Schedule
	for _, chunk := range []int{0, 1, 2, 3, 7, 100, math.MaxInt} {
		s = append(s, Static(chunk), Dynamic(chunk), Guided(chunk))
	}
	return s
}

// withRuntimes runs f with a runtime of each number of workers.
func withRuntimes(t *testing.T, f func(t *testing.T, rt *Runtime)) {
	for _, w := range loopWorkers {
		t.Run(fmt.Sprintf("workers=%d", w), func(t *testing.T) {
			rt := New(Config{Workers: w})
			defer rt.Close()
			f(t, rt)
		})
	}
}

// forceSharing makes every loop share from its first iteration: the runtime believes that
// the code of f takes a millisecond an iteration.
func forceSharing(rt *Runtime, code uintptr) { rt.paces.set(code, 1_000_000*paceUnit) }

// TestForMatchesLoop runs all small ranges under all schedules, once as the runtime likes
// and once shared from the first iteration.
func TestForMatchesLoop(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, sched := range loopSchedules() {
			for _, force := range []bool{false, true} {
				for n := range 20 {
					lo := 5 - n
					seen := make([]atomic.Int32, n)
					f := func(a, b int) {
						if a >= b {
							t.Errorf("%v: empty range [%d,%d)", sched, a, b)
						}
						for i := a; i < b; i++ {
							seen[i-lo].Add(1)
						}
					}
					if force {
						forceSharing(rt, bodyCode(f))
					}
					rt.For(lo, lo+n, sched, f)
					for i := range seen {
						if c := seen[i].Load(); c != 1 {
							t.Fatalf("%v, %d iterations, force %v: iteration %d ran %d times", sched, n, force, i, c)
						}
					}
				}
			}
		}
	})
}

func TestForEmptyRange(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, r := range [][2]int{{0, 0}, {5, 3}, {math.MaxInt, math.MinInt}} {
			rt.For(r[0], r[1], Dynamic(1), func(lo, hi int) { t.Errorf("called for [%d,%d)", lo, hi) })
		}
	})
}

// TestForChunks: a shared loop's ranges begin at multiples of the chunk and are no longer
// than it where iterations are long.
func TestForChunks(t *testing.T) {
	rt := New(Config{Workers: 3})
	defer rt.Close()
	for _, sched := range []Schedule{Static(4), Dynamic(4)} {
		f := func(lo, hi int) {
			if lo%4 != 0 || hi != min(lo+4, 30) {
				t.Errorf("%v: range [%d,%d)", sched, lo, hi)
			}
		}
		for range 20 {
			forceSharing(rt, bodyCode(f))
			rt.For(0, 30, sched, f)
		}
	}
}

// TestForHugeRanges: the arithmetic holds up to the whole range of int.
func TestForHugeRanges(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, r := range [][2]int{
			{math.MinInt, math.MaxInt}, {0, math.MaxInt}, {math.MinInt, 0},
			{math.MaxInt - 3, math.MaxInt}, {math.MinInt, math.MinInt + 3},
		} {
			for _, chunk := range []int{math.MaxInt, math.MaxInt/2 + 1, math.MaxInt / 3} {
				for _, sched := range []Schedule{Static(chunk), Dynamic(chunk), Guided(chunk), Static(0)} {
					for _, force := range []bool{false, true} {
						checkHuge(t, rt, r[0], r[1], sched, force)
					}
				}
			}
		}
	})
}

func checkHuge(t *testing.T, rt *Runtime, lo, hi int, sched Schedule, force bool) {
	t.Helper()
	var mu sync.Mutex
	var sum, ends uint64
	f := func(a, b int) {
		if a < lo || b > hi || a >= b {
			t.Errorf("%v of [%d,%d): range [%d,%d)", sched, lo, hi, a, b)
		}
		mu.Lock()
		defer mu.Unlock()
		sum += uint64(b) - uint64(a)
		ends += uint64(a)*3 - uint64(b)*3
	}
	if force {
		forceSharing(rt, bodyCode(f))
	}
	rt.For(lo, hi, sched, f)
	n := uint64(hi) - uint64(lo)
	if sum != n || ends != uint64(lo)*3-uint64(hi)*3 {
		t.Errorf("%v of [%d,%d): %d iterations, want %d", sched, lo, hi, sum, n)
	}
}

func FuzzFor(f *testing.F) {
	f.Add(3, uint16(40), uint8(3), uint8(1), uint8(2), true)
	f.Add(math.MaxInt-5, uint16(5), uint8(0), uint8(0), uint8(3), false)
	f.Fuzz(func(t *testing.T, lo int, n uint16, chunk, kind, workers uint8, force bool) {
		if lo > math.MaxInt-int(n) {
			lo = math.MaxInt - int(n)
		}
		rt := New(Config{Workers: int(workers%8) + 1})
		defer rt.Close()
		sched := schedule(scheduleKind(kind%3), int(chunk))
		seen := make([]atomic.Int32, n)
		body := func(a, b int) {
			for i := a; i < b; i++ {
				seen[i-lo].Add(1)
			}
		}
		if force {
			forceSharing(rt, bodyCode(body))
		}
		rt.For(lo, lo+int(n), sched, body)
		for i := range seen {
			if c := seen[i].Load(); c != 1 {
				t.Fatalf("%v: iteration %d of %d ran %d times", sched, i, n, c)
			}
		}
	})
}

func TestFor2MatchesLoops(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, sched := range []Schedule{Static(0), Static(1), Static(3), Dynamic(1), Dynamic(4), Guided(1)} {
			for _, force := range []bool{false, true} {
				for _, c := range spaceCases() {
					checkFor2(t, rt, c, sched, force)
				}
			}
		}
	})
}

func checkFor2(t *testing.T, rt *Runtime, c spaceCase, sched Schedule, force bool) {
	t.Helper()
	var mu sync.Mutex
	seen := make(map[pair]int)
	f := func(i, j int) {
		mu.Lock()
		defer mu.Unlock()
		seen[pair{i, j}]++
	}
	if force {
		forceSharing(rt, bodyCode(f))
	}
	rt.For2(c.space, sched, f)
	if len(seen) != len(c.want) {
		t.Fatalf("%v of %+v: %d pairs, want %d", sched, c.space, len(seen), len(c.want))
	}
	for _, p := range c.want {
		if seen[p] != 1 {
			t.Fatalf("%v of %+v: pair %v ran %d times", sched, c.space, p, seen[p])
		}
	}
}

// TestForNested nests three loops, all shared, on few workers.
func TestForNested(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var n atomic.Int64
		inner := func(lo, hi int) { n.Add(int64(hi - lo)) }
		middle := func(lo, hi int) {
			for range hi - lo {
				rt.For(0, 10, Dynamic(1), inner)
			}
		}
		outer := func(lo, hi int) {
			for range hi - lo {
				rt.For(0, 10, Static(1), middle)
			}
		}
		for range 5 {
			forceSharing(rt, bodyCode(inner))
			forceSharing(rt, bodyCode(middle))
			forceSharing(rt, bodyCode(outer))
			n.Store(0)
			rt.For(0, 10, Guided(1), outer)
			if n.Load() != 1000 {
				t.Fatalf("%d inner iterations, want 1000", n.Load())
			}
		}
	})
}

// TestForFromManyGoroutines has 64 goroutines loop on one runtime at once.
func TestForFromManyGoroutines(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		var wg sync.WaitGroup
		for g := range 64 {
			wg.Go(func() {
				sum := make([]int, 200)
				f := func(lo, hi int) {
					for i := lo; i < hi; i++ {
						sum[i] = i * g
					}
				}
				for k := range 10 {
					if k%2 == 0 {
						forceSharing(rt, bodyCode(f))
					}
					clear(sum)
					rt.For(0, len(sum), Dynamic(1+k%3), f)
					for i, x := range sum {
						if x != i*g {
							t.Errorf("goroutine %d: element %d is %d", g, i, x)
							return
						}
					}
				}
			})
		}
		wg.Wait()
	})
}

func TestForPanics(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, sched := range []Schedule{Static(0), Static(1), Dynamic(1), Guided(1)} {
			for _, force := range []bool{false, true} {
				for _, bad := range []int{0, 1, 17, 49} {
					checkForPanic(t, rt, sched, force, bad)
				}
			}
		}
		n := 0
		rt.For(0, 10, Static(100), func(lo, hi int) { n += hi - lo })
		if n != 10 {
			t.Error("the runtime is not usable after panics")
		}
	})
}

func checkForPanic(t *testing.T, rt *Runtime, sched Schedule, force bool, bad int) {
	t.Helper()
	boom := errors.New("boom")
	var running atomic.Int32
	f := func(lo, hi int) {
		running.Add(1)
		defer running.Add(-1)
		for i := lo; i < hi; i++ {
			if i == bad {
				panicHere(boom)
			}
			runtime.Gosched()
		}
	}
	defer func() {
		t.Helper()
		p, ok := recover().(*PanicError)
		if !ok || p.Value != boom {
			t.Fatalf("%v: panicked with %v, want a PanicError of boom", sched, p)
		}
		if !strings.Contains(string(p.Stack), "panicHere") {
			t.Errorf("%v: the stack does not show where it panicked:\n%s", sched, p.Stack)
		}
		if running.Load() != 0 {
			t.Errorf("%v: For panicked while %d calls were running", sched, running.Load())
		}
	}()
	if force {
		forceSharing(rt, bodyCode(f))
	}
	rt.For(0, 50, sched, f)
	t.Fatalf("%v: For returned", sched)
}

//go:noinline
func panicHere(v any) { panic(v) }

func TestSchedulePanicsOnNegativeChunk(t *testing.T) {
	for name, f := range map[string]func(int) Schedule{"Static": Static, "Dynamic": Dynamic, "Guided": Guided} {
		func() {
			defer func() {
				if v := recover(); v != "task: "+name+": chunk < 0" {
					t.Errorf("%s(-1): %v", name, v)
				}
			}()
			f(-1)
		}()
	}
	if s := Dynamic(4).String(); s != "Dynamic(4)" {
		t.Errorf("String = %q", s)
	}
}

// TestReduceSameBits: sums of badly scaled numbers are the same for all workers and kinds
// of schedule, shared or not.
func TestReduceSameBits(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	x := make([]float64, 3000)
	for i := range x {
		x[i] = math.Ldexp(rnd.Float64()-0.5, rnd.IntN(60))
	}
	f := func(lo, hi int, acc float64) float64 {
		for _, v := range x[lo:hi] {
			acc += v
		}
		return acc
	}
	add := func(a, b float64) float64 { return a + b }
	want := make(map[string]float64)
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		for _, n := range []int{1, 2, 127, 128, 129, 1000, len(x)} {
			for _, chunk := range []int{0, 1, 10, 5000} {
				for _, sched := range []Schedule{Static(chunk), Dynamic(chunk), Guided(chunk)} {
					for _, force := range []bool{false, true} {
						if force {
							forceSharing(rt, bodyCode(f))
						}
						got := Reduce(rt, 0, n, sched, 0, f, add)
						key := fmt.Sprint(n, max(chunk, 1))
						if w, ok := want[key]; ok && got != w {
							t.Fatalf("%v over %d: %v, before %v", sched, n, got, w)
						}
						want[key] = got
					}
				}
			}
		}
	})
}

// TestReduceOrder combines without commuting.
func TestReduceOrder(t *testing.T) {
	withRuntimes(t, func(t *testing.T, rt *Runtime) {
		f := func(lo, hi int, acc string) string {
			for i := lo; i < hi; i++ {
				acc += fmt.Sprint(i, ",")
			}
			return acc
		}
		for _, force := range []bool{false, true} {
			for _, n := range []int{-1, 0, 1, 7, 300} {
				want := f(0, n, "")
				if force {
					forceSharing(rt, bodyCode(f))
				}
				got := Reduce(rt, 0, n, Dynamic(1), "", f, func(a, b string) string { return a + b })
				if got != want {
					t.Fatalf("%d: %q, want %q", n, got, want)
				}
			}
		}
	})
}
