package task

import (
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	modeInline = 1 << iota // bodies are so short that ready tasks run in place
	modePoll               // the context can be cancelled: look at it
	modeStop               // stopped: nothing more is to run
)

const (
	sampleEvery = 32
	sampleMask  = sampleEvery - 1

	tinyNs     = 250     // below, ready tasks run in place
	heavyNs    = 400     // from here on every ready task is made visible at once
	stealNs    = 10_000  // of work that a steal should carry
	spinNs     = 20_000  // that an idle worker looks around before it sleeps, where tasks are short
	mostSpinNs = 200_000 // and where they are long
	longNs     = 20_000  // a code this long is never run in place
	mostNs     = 1 << 20 // estimates are capped
)

var epoch = time.Now()

// clock is monotonic, in ns. About 25 ns.
func clock() int64 { return int64(time.Since(epoch)) }

// gauge is the submitter's part of the estimate.
type gauge struct {
	left int32   // tasks in place until the next sample
	code uintptr // the code last found short
	last int64
}

// tally is the workers' part.
type tally struct{ _ int64 }

// codes remembers how long bodies are, by their code: closures made at one place in the
// program have one code. Direct-mapped; a collision forgets.
type codes struct{ entry [512]atomic.Uint64 }

func codeOf(f func()) uintptr             { return **(**uintptr)(unsafe.Pointer(&f)) }
func code3Of(f func(i, j, k int)) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }
func codeOfErr(f func() error) uintptr    { return **(**uintptr)(unsafe.Pointer(&f)) }

func body3(t *slot) func(i, j, k int) { return *(*func(i, j, k int))(unsafe.Pointer(&t.fn)) }
func bodyErr(t *slot) func() error    { return *(*func() error)(unsafe.Pointer(&t.fn)) }
func bodyScope(t *slot) func(*Scope)  { return *(*func(*Scope))(unsafe.Pointer(&t.fn)) }
func bodyEvent(t *slot) func(*Event)  { return *(*func(*Event))(unsafe.Pointer(&t.fn)) }

func (m *codes) at(code uintptr) *atomic.Uint64 {
	return &m.entry[code*0x9e3779b97f4a7c15>>(64-9)]
}

// known tells whether code has been timed.
func (m *codes) known(code uintptr) bool { return m.at(code).Load()>>32 == uint64(uint32(code)) }

// short tells whether code has been timed and is short enough to run in place.
func (m *codes) short(code uintptr) bool {
	e := m.at(code).Load()
	return e>>32 == uint64(uint32(code)) && uint32(e) < longNs
}

// timed notes a length.
func (m *codes) timed(code uintptr, ns int64) {
	p := m.at(code)
	e := p.Load()
	g := int64(uint32(e))
	if e>>32 != uint64(uint32(code)) {
		g = ns
	} else {
		g += (ns - g) / 8
	}
	g = max(0, min(g, mostNs))
	p.Store(uint64(uint32(code))<<32 | uint64(g))
}

// inPlace tells whether a ready task with this code should run in the call that submits it.
func (s *Scope) inPlace(code uintptr) bool {
	if m := s.mode.Load(); m != modeInline {
		if m&modeInline == 0 || s.stopped() {
			return false
		}
	}
	if s.gauge.code == code {
		return true
	}
	if !s.rt.codes.short(code) {
		return false
	}
	s.gauge.code = code
	return true
}

// begun sets the estimate of a new scope.
func (s *Scope) begun() {
	s.gauge = gauge{left: 4}
	g := int32(heavyNs)
	if s.rt.cfg.Inline == InlineAdaptive {
		g = s.rt.guess.Load()
	}
	s.grain.Store(g)
	m := uint32(0)
	if s.rt.cfg.Inline == InlineAdaptive && g < tinyNs {
		m = modeInline
	}
	s.mode.Store(m)
}

// sample adds a measured length to the estimate: up by half, down by a quarter.
func (s *Scope) sample(ns int64) {
	old := s.grain.Load()
	e := int32(max(0, min(ns, mostNs)))
	if old < e {
		e = old + (e-old+1)/2
	} else {
		e = old - (old-e+3)/4
	}
	if d := e - old; d > old/8 || -d > old/8 {
		s.grain.Store(e)
	}
	if s.rt.cfg.Inline != InlineAdaptive {
		return
	}
	m := s.mode.Load()
	if e < tinyNs != (m&modeInline != 0) && m&modeStop == 0 {
		s.mode.CompareAndSwap(m, m^modeInline)
		s.rt.guess.Store(e)
	}
}

// timed runs the body of a queued task and notes how long it took. As rare long tasks
// would be missed, the mean time since the last sample counts too, less our own overhead.
func (c *carrier) timed(t *slot) {
	s := t.sc
	code := uintptr(0)
	if t.kind != kindScope {
		code = codeOf(t.fn)
	}
	t0 := clock()
	c.call(t)
	t1 := clock()
	s.rt.codes.timed(code, t1-t0-clockNs)
	g := t1 - t0 - clockNs
	if c.last != 0 && t.flag&flagTimed == 0 {
		g = max(g, (t0-c.last)/sampleEvery-1000)
	}
	if t.flag&flagTimed == 0 {
		c.last = t1
	}
	s.sample(g)
}

const clockNs = 25

// patience is how long a worker with nothing to do looks around for tasks of s before it sleeps:
// two tasks long, for then a running one is likely to end and make others ready, and to be woken
// takes 50 us and more. Tiled Cholesky of n = 1024 with tasks of 20 to 110 us gains 5 %, n = 2048 3 %.
func (s *Scope) patience() int64 {
	return min(max(spinNs, 2*int64(s.grain.Load())), mostSpinNs)
}

// tick counts a body run in place and tells whether it is to be timed.
func (s *Scope) tick() bool {
	s.gauge.left--
	return s.gauge.left <= 0
}

// note is for a body that was run in place from t0 to t1.
func (s *Scope) note(code uintptr, t0, t1 int64) {
	g := t1 - t0 - clockNs
	s.rt.codes.timed(code, g)
	if s.gauge.last != 0 {
		g = max(g, (t0-s.gauge.last)/sampleEvery-100)
	}
	s.gauge.last = t1
	s.gauge.left = sampleEvery
	s.sample(g)
}

// call runs f in place.
func (s *Scope) call(f func(), cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	if s.tick() {
		t0 := clock()
		f()
		s.note(codeOf(f), t0, clock())
	} else {
		f()
	}
	ok = true
}

func (s *Scope) call3(f func(i, j, k int), i, j, k int, cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	if s.tick() {
		t0 := clock()
		f(i, j, k)
		s.note(code3Of(f), t0, clock())
	} else {
		f(i, j, k)
	}
	ok = true
}

func (s *Scope) callErr(f func() error, cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	var err error
	if s.tick() {
		t0 := clock()
		err = f()
		s.note(codeOfErr(f), t0, clock())
	} else {
		err = f()
	}
	if err != nil {
		s.fail(s.seq, err, nil)
	}
	ok = true
}
