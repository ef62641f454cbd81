package task

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// A player runs a random program: at once and in order, which is the oracle, or as tasks.
type player interface {
	do(f func(), cl ...Clause)
	event(f func(), cl ...Clause)
	loop(n int, f func(lo, hi int), cl ...Clause)
	scope(f func(player), cl ...Clause)
	nest(f func(player), cl ...Clause) // a Run within a task
	share(n int, f func(lo, hi int))   // a For within a task
	reduce(r *Reduction[uint64], f func(part *uint64))
	wait(d ...*Datum) // none: for all
	async(f func() uint64) *Future[uint64]
	combine(a, b *Future[uint64], f func(x, y uint64) uint64) *Future[uint64] // moves a, reads b
}

type serialPlayer struct{}

func (serialPlayer) do(f func(), _ ...Clause)                    { f() }
func (serialPlayer) event(f func(), _ ...Clause)                 { f() }
func (serialPlayer) loop(n int, f func(lo, hi int), _ ...Clause) { f(0, n) }
func (p serialPlayer) scope(f func(player), _ ...Clause)         { f(p) }
func (p serialPlayer) nest(f func(player), _ ...Clause)          { f(p) }
func (serialPlayer) share(n int, f func(lo, hi int))             { f(0, n) }
func (serialPlayer) wait(...*Datum)                              {}
func (serialPlayer) async(f func() uint64) *Future[uint64]       { return settled(f()) }
func (serialPlayer) combine(a, b *Future[uint64], f func(x, y uint64) uint64) *Future[uint64] {
	return settled(f(a.Value(), b.Value()))
}

func (serialPlayer) reduce(r *Reduction[uint64], f func(part *uint64)) { f(r.into) }

// settled returns a future with a value and without a task.
func settled(v uint64) *Future[uint64] {
	a := new(Future[uint64])
	a.set(v, nil)
	return a
}

type taskPlayer struct {
	rt *Runtime
	s  *Scope
}

func (p taskPlayer) do(f func(), cl ...Clause) { p.s.Go(f, cl...) }

func (p taskPlayer) event(f func(), cl ...Clause) {
	p.s.Event(func(e *Event) {
		e.Add(1)
		go func() {
			f()
			e.Done()
		}()
	}, cl...)
}

func (p taskPlayer) loop(n int, f func(lo, hi int), cl ...Clause) { p.s.Loop(0, n, 3, f, cl...) }

func (p taskPlayer) scope(f func(player), cl ...Clause) {
	p.s.GoScope(func(s *Scope) { f(taskPlayer{p.rt, s}) }, cl...)
}

func (p taskPlayer) nest(f func(player), cl ...Clause) {
	p.s.Go(func() { p.rt.Run(background, func(s *Scope) { f(taskPlayer{p.rt, s}) }) }, cl...)
}

func (p taskPlayer) share(n int, f func(lo, hi int)) { p.rt.For(0, n, Dynamic(1), f) }

func (p taskPlayer) reduce(r *Reduction[uint64], f func(part *uint64)) { r.Go(p.s, f) }

func (p taskPlayer) wait(d ...*Datum) {
	if len(d) == 0 {
		p.s.Wait()
	} else {
		p.s.WaitOn(d...)
	}
}

func (p taskPlayer) async(f func() uint64) *Future[uint64] { return Async(p.s, f) }

func (p taskPlayer) combine(a, b *Future[uint64], f func(x, y uint64) uint64) *Future[uint64] {
	return Dataflow(p.s, func(v ...uint64) uint64 { return f(v[0], v[1]) }, a.Moved(), b.Shared())
}

// mix depends on the order of its arguments.
func mix(a, b uint64) uint64 { return (a^b*0x9e3779b97f4a7c15)*0xbf58476d1ce4e5b9 + 1 }

// A program has data of four kinds: words, rows for loops, futures, and sums.
type program struct {
	rng  *rand.Rand
	d, e []Datum // of x and row
	x    []uint64
	row  [][16]uint64
	fut  []*Future[uint64]
	add  []uint64
	red  []*Reduction[uint64] // of add
	sum  uint64               // what the submitter has seen
}

// play runs n random operations, nested to a depth, and returns a digest of all data.
func play(p player, rng *rand.Rand, n, depth int) uint64 {
	g := newProgram(p, rng)
	for range n {
		g.step(p, rng.IntN(20), rng.Uint64(), depth)
	}
	p.wait()
	return g.digest()
}

func newProgram(p player, rng *rand.Rand) *program {
	size := 1 + rng.IntN(6)
	g := &program{
		rng: rng, d: make([]Datum, size), e: make([]Datum, size),
		x: make([]uint64, size), row: make([][16]uint64, size), fut: make([]*Future[uint64], size),
		add: make([]uint64, size), red: make([]*Reduction[uint64], size),
	}
	for i := range g.fut {
		v := rng.Uint64()
		g.fut[i] = p.async(func() uint64 { return v })
		g.red[i] = NewReduction(&g.add[i], func() uint64 { return 0 }, func(into, part *uint64) { *into += *part })
	}
	return g
}

func (g *program) digest() uint64 {
	sum := g.sum
	for i := range g.x {
		v, _ := g.fut[i].Get()
		sum = mix(mix(mix(sum, g.x[i]), g.add[i]), v)
		for _, y := range g.row[i] {
			sum = mix(sum, y)
		}
	}
	return sum
}

// step submits a random task of kind k.
func (g *program) step(p player, k int, id uint64, depth int) {
	i, j := g.rng.IntN(len(g.x)), g.rng.IntN(len(g.x))
	x, d := &g.x[i], &g.d[i]
	switch k {
	case 0, 1, 2:
		y := &g.x[j]
		if i == j {
			p.do(func() { *x = mix(*x, id) }, d.InOut())
			return
		}
		p.do(func() { *x = mix(*x, *y+id) }, d.InOut(), g.d[j].In(), Priority(int(id%3)))
	case 3, 4:
		p.do(func() { *x += id }, d.Commutative())
	case 5:
		p.do(func() { atomic.AddUint64(x, id) }, d.Concurrent())
	case 6:
		p.event(func() { *x = mix(id, *x) }, d.InOut())
	case 7, 8:
		row, y := &g.row[i], &g.x[j]
		p.loop(len(row), func(lo, hi int) {
			for c := lo; c < hi; c++ {
				row[c] = mix(row[c], *y+uint64(c))
			}
		}, g.e[i].InOut(), g.d[j].In())
	case 9:
		p.do(func() {
			var sum atomic.Uint64
			p.share(20, func(lo, hi int) {
				for c := lo; c < hi; c++ {
					sum.Add(mix(id, uint64(c)))
				}
			})
			*x = mix(*x, sum.Load())
		}, d.InOut())
	case 10, 11:
		if depth == 0 {
			return
		}
		inside := func(p player) {
			sub := rand.New(rand.NewPCG(id, 1))
			*x = mix(*x, play(p, sub, 1+sub.IntN(12), depth-1))
		}
		if k == 10 {
			p.scope(inside, d.InOut())
		} else {
			p.nest(inside, d.InOut())
		}
	case 12, 13:
		if i != j {
			g.fut[i] = p.combine(g.fut[i], g.fut[j], func(a, b uint64) uint64 { return mix(a, b+id) })
		}
	case 14:
		p.wait(d)
		g.sum = mix(g.sum, *x)
	case 15:
		if id%4 == 0 {
			p.wait()
		}
	case 16, 17:
		p.reduce(g.red[i], func(part *uint64) { *part += id })
	case 18:
		y := &g.add[j]
		p.do(func() { *x = mix(*x, *y); *y += id }, d.InOut(), g.red[j].InOut())
	case 19:
		if i != j {
			g.weak(p, i, j, id, depth)
		}
	}
}

// weak has subtasks write word i and read word j; the task that submits them does not wait
// for either, or holds a lock and does.
func (g *program) weak(p player, i, j int, id uint64, depth int) {
	x, y := &g.x[i], &g.x[j]
	cl := []Clause{g.d[i].WeakInOut(), g.d[j].WeakIn()}
	if i%2 == 1 {
		cl = append(cl, g.e[i].Commutative())
	}
	p.scope(func(p player) {
		for range 1 + id%4 {
			p.do(func() { *x = mix(*x, *y+id) }, g.d[i].InOut(), g.d[j].In())
			p.do(func() { *x += id }, g.d[i].Commutative())
		}
		if depth > 0 {
			g.weak(p, i, j, id+1, depth-1)
		}
	}, cl...)
}

// TestRandomPrograms compares random programs of all kinds of tasks with their serial
// elision, bit by bit.
func TestRandomPrograms(t *testing.T) {
	first := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", first)
	programs := uint64(6)
	if testing.Short() || raceEnabled {
		programs = 2
	}
	with(t, func(t *testing.T, rt *Runtime) {
		for seed := first; seed < first+programs; seed++ {
			checkProgram(t, rt, seed)
		}
	})
}

func checkProgram(t *testing.T, rt *Runtime, seed uint64) {
	t.Helper()
	run := func(p player) uint64 {
		rng := rand.New(rand.NewPCG(seed, 0))
		return play(p, rng, 1+rng.IntN(200), 3)
	}
	want := run(serialPlayer{})
	var got uint64
	err := rt.Run(background, func(s *Scope) { got = run(taskPlayer{rt, s}) })
	if err != nil || got != want {
		t.Fatal(fmt.Errorf("seed %d: digest %x, want %x, error %v", seed, got, want, err))
	}
}

func FuzzProgram(f *testing.F) {
	f.Add(uint64(1), uint8(2), true)
	f.Add(uint64(2), uint8(7), false)
	f.Fuzz(func(t *testing.T, seed uint64, workers uint8, inline bool) {
		cfg := Config{Workers: 1 + int(workers%8), Window: 32, Seed: seed, Inline: InlineNever}
		if inline {
			cfg.Inline = InlineAdaptive
		}
		rt := New(cfg)
		defer rt.Close()
		checkProgram(t, rt, seed)
	})
}
