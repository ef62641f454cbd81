package task

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Whether a ready task is queued or run in place is decided for each scope, by what
// happened to pay before. DESIGN.md, "Grain", gives the reasons.
//
// In place, the submitter reads the clock once in lookEvery tasks and sums up the time
// beyond tryNs a task: time that other workers might have saved. When the sum exceeds
// gauge.need, it tries the queue. In a trial every body is timed, so that its end can
// tell what the same tasks would have cost in place. If the queue was slower, they run in
// place again, and the next trial needs twice the evidence.
const (
	modeInline = 1 << iota // ready tasks run in place
	modePoll               // the context can be cancelled, or there is an enclosing scope
	modeStop               // stopped: nothing more is to run
	modeTrial              // time every body
	modeTraced             // there is a tracing
)

const (
	lookEvery  = 32
	firstBurst = 4  // tasks until the first look, of a scope whose like ran in place
	probeMost  = 8  // tasks timed after the first lookEvery of a scope whose like was queued,
	probeLeast = 4  // and how many lengths tell whether it is like those
	sampleMask = 31 // of queued tasks outside trials, one in 32 is timed

	tryNs     = 200     // a task shorter than this cannot gain from a second worker
	drainNs   = 100_000 // that a task in place waits for its predecessors
	heavyNs   = 300     // tasks this long become visible to thieves at once
	lightNs   = 100     // tasks shorter than this never do
	longNs    = 20_000  // a code this long is never run in place
	mostNs    = 1 << 30 // lengths are capped
	stealNs   = 10_000  // of work that a steal should carry
	spinLeast = 20_000  // that an idle worker looks around before it sleeps
	spinMost  = 200_000
	wakeGuess = 10_000 // what waking a worker costs, before it is known

	needLeast   = 50_000    // evidence for a first trial: about what waking a worker costs
	needMost    = 5_000_000 // and for the last,
	longerLooks = 3         // in a row, after which need begins anew
	needLong    = 1_500_000 // sooner for tasks of gainsNs or more: if any can run at once, the queue pays
	gainsNs     = 1_500
	trialBusy   = 150_000   // a trial ends when it has seen so much work since another worker joined, or,
	trialLong   = 600_000   // up to this, twice the work that fits into the window,
	trialMost   = 400_000   // or has taken so long; nor does it wait longer for one to join
	trialTasks  = 512       // so many tasks shorter than lightNs end it at once
	surelyNs    = 8_000     // tasks this long always gain, or lose nothing
	againLeast  = 5_000_000 // a queue that pays is put to the test again after this
	againMost   = 80_000_000
	eagerWakes  = 20  // wake-ups that the work of a scope must be worth for one at its first task
	cachedSlots = 128 // of short tasks, for each worker: 16 KiB
)

var (
	epoch = time.Now()
	// clockNs is what a reading of the clock takes.
	clockNs = func() int64 {
		best := int64(1 << 62)
		for range 10 {
			t := clock()
			for range 8 {
				clock()
			}
			best = min(best, (clock()-t)/9)
		}
		return best
	}()
)

// clock is monotonic, in ns. About 25 ns.
func clock() int64 { return int64(time.Since(epoch)) }

// A gauge is the submitter's part of the estimate. Plain: the submitter's own.
type gauge struct {
	due   uint32  // number of the task after which to look at the clock next
	burst uint32  // tasks from the last look to the next
	site  uintptr // code of the first task
	last  int64   // clock at the last look, 0: none

	// known are codes that were found short enough to run in place, each at its place.
	known [8]uintptr

	excess, need int64 // ns, see above

	// mean is how long the tasks were that need, or the verdict that a scope began with, is from.
	mean   int64
	longer uint8 // looks in a row that found tasks much longer
	probes uint8 // tasks still to be timed to see whether they are as long as that,
	unsure bool  // which is not known yet

	began         int64 // clock at the start of the trial, 0: none
	joined        bool  // another worker takes part in it
	doubt         bool  // the last trial was lost, against earlier ones
	ran, busy     int64 // of the tally, then
	again, period int64 // when the next trial is due, and how long after the last
}

// A tally sums up the bodies that were timed. Written by workers, by Add: the sums are
// hints and order nothing.
type tally struct {
	ran, busy atomic.Int64
	joined    atomic.Bool // somebody else than the submitter has run a task in this trial
	// In a trial: who has run tasks, a bit for each seat modulo 32, and whether two were ever ready
	// in one place. Without either, as in a chain, there is nothing to share.
	who     atomic.Uint32
	crowded atomic.Bool
}

// never is so many tasks ahead that it does not matter.
const never = 1 << 30

// place returns where code is if it is known. Code begins at multiples of 16 or 32 bytes.
func (g *gauge) place(code uintptr) *uintptr { return &g.known[code>>5%uintptr(len(g.known))] }

// lookDue tells whether it is time for the submitter to look at the clock.
func (s *Scope) lookDue() bool { return int32(s.seq-s.gauge.due) >= 0 }

// begun sets the estimate of a new scope.
func (s *Scope) begun() {
	s.gauge = gauge{due: 1, burst: 1, need: needLeast, period: againLeast}
	s.gauge.ran, s.gauge.busy = s.tally.ran.Load(), s.tally.busy.Load()
	if s.grain.Load() != heavyNs {
		s.grain.Store(heavyNs)
	}
	s.goal = s.window
	s.making, s.waiting = false, false
	s.alone = true
	m := uint32(0)
	if s.rt.cfg.Inline == InlineAdaptive && len(s.rt.ws) == 1 {
		m = modeInline
		s.gauge.due = never
	}
	s.mode.Store(m)
}

// setMode changes how Go treats tasks, unless the scope is stopped.
func (s *Scope) setMode(to uint32) {
	for {
		m := s.mode.Load()
		if s.mode.CompareAndSwap(m, m&^(modeInline|modeTrial)|to) {
			return
		}
	}
}

// look is called after a body in place when it is time.
func (s *Scope) look() {
	g := &s.gauge
	if len(s.rt.ws) == 1 {
		g.due = s.seq + never
		return
	}
	s.lookAt(clock())
}

func (s *Scope) lookAt(now int64) {
	g := &s.gauge
	if g.last != 0 {
		n := int64(g.burst)
		wall := now - g.last
		g.excess = max(0, g.excess+wall-n*tryNs)
		if wall < n*(g.mean+g.mean/2+tryNs) {
			g.longer = 0
		} else if g.longer++; g.longer == longerLooks {
			g.need = needLeast // what was found before is no evidence about such tasks
		}
		if g.excess > g.need {
			g.last = 0
			s.try(now, wall/n)
			return
		}
		g.burst = min(2*g.burst, lookEvery)
	}
	g.last = now
	g.due = s.seq + g.burst
}

// survey is called by the submitter once in lookEvery tasks that were queued, and at the
// end of a Wait.
func (s *Scope) survey(last bool) {
	g := &s.gauge
	now := clock()
	ran, busy := s.tally.ran.Load()-g.ran, s.tally.busy.Load()-g.busy
	g.due = s.seq + lookEvery
	if !last {
		s.c.tie()
	}
	if g.began == 0 {
		if g.unsure && s.probe(now, ran, busy) {
			return
		}
		if ran >= 16 {
			e := s.grain.Load()
			e += (int32(min(busy/ran, mostNs)) - e) / 2
			s.grain.Store(e)
			s.aim(e)
			g.ran += ran
			g.busy += busy
			if s.rt.cfg.Inline != InlineAdaptive {
				s.rt.sites.put(g.site, false, g.need, int64(e))
			}
		}
		if s.mode.Load()&modeInline != 0 { // few are queued, look watches the others
			g.last = 0
		} else if s.rt.cfg.Inline == InlineAdaptive && !last && now > g.again && s.grain.Load() < surelyNs {
			s.try(now, int64(s.grain.Load()))
		}
		return
	}
	s.trial(now, ran, busy, last)
}

// paused is called at the end of a Wait: waiting is not to be counted, and this may be the
// scope's end.
func (s *Scope) paused() {
	g := &s.gauge
	g.last = 0
	if s.mode.Load()&modeInline == 0 {
		s.survey(true)
		if g.doubt { // it may not come to a second look
			s.rt.sites.put(g.site, true, g.need, int64(s.grain.Load()))
		}
		if g.site != 0 {
			s.rt.sites.work[s.rt.sites.index(g.site)].Store(int64(s.seq) * int64(s.grain.Load()))
		}
	} else if g.site != 0 {
		if e := &s.rt.sites.excess[s.rt.sites.index(g.site)]; e.Load() != g.excess {
			e.Store(g.excess)
		}
	}
}

// aim chooses the window for tasks of this length: far enough ahead to keep all workers
// busy for a while, and for short ones not so far that slots leave the first-level cache,
// as the ring is walked in order.
func (s *Scope) aim(grain int32) {
	w := s.window
	if grain < heavyNs {
		w = s.cached()
	}
	s.goal = min(w, s.window)
}

// cached is a window whose slots stay in the cache.
func (s *Scope) cached() uint32 { return 1 << bits.Len32(cachedSlots*uint32(len(s.rt.ws))-1) }

// timed runs the body of a queued task and notes how long it took.
func (c *carrier) timed(t *slot) {
	s := t.sc
	code := codeOf(t.fn)
	t0 := clock()
	c.call(t)
	ns := clock() - t0 - clockNs
	s.rt.codes.timed(code, ns)
	c.note(s, ns)
}

// timedScope is exec of a task with a scope of its own, and notes how long its body took.
func (c *carrier) timedScope(t *slot) (done bool) {
	rt, code := c.rt, codeOf(t.fn)
	t0 := clock()
	done = c.execScope(t, bodyScope(t)) // t may be another task after it
	rt.codes.timed(code, clock()-t0-clockNs)
	return done
}

// note adds to the tally, in batches while bodies are short.
func (c *carrier) note(s *Scope, ns int64) {
	if c.sums.of != s {
		c.flush()
		c.sums.of, c.sums.own = s, s.c == c
	}
	c.sums.ran++
	c.sums.busy += max(0, ns)
	if c.sums.ran >= 8 || ns > 500 || s.mode.Load()&modeTrial == 0 {
		c.flush()
	}
}

// sums are a carrier's additions to a tally that it has not made yet.
type sums struct {
	of        *Scope
	own       bool // the carrier is the submitter
	ran, busy int64
}

// seen notes that the holder of seat id has run tasks.
func (y *tally) seen(id int) {
	if bit := uint32(1) << (id & 31); y.who.Load()&bit == 0 {
		y.who.Or(bit)
	}
}

// shares tells whether tasks were there to be shared in this trial.
func (y *tally) shares() bool {
	return y.crowded.Load() || bits.OnesCount32(y.who.Load()) > 1
}

func (c *carrier) flush() {
	if c.sums.ran > 0 {
		if !c.sums.own {
			c.sums.of.tally.joined.Store(true)
		}
		if c.w != nil && c.sums.of.mode.Load()&modeTrial != 0 {
			c.sums.of.tally.seen(c.w.id)
		}
		c.sums.of.tally.ran.Add(c.sums.ran)
		c.sums.of.tally.busy.Add(c.sums.busy)
		c.sums.ran, c.sums.busy = 0, 0
	}
}
