package task

import (
	"context"
	"runtime"
	"sync/atomic"

	"heddle/internal/cpu"
	"heddle/internal/gid"
	"heddle/internal/park"
)

// A carrier is a goroutine that runs bodies while it holds a seat: one that the Runtime
// started, or a caller of Run. The fields belong to its goroutine unless they say
// otherwise.
type carrier struct {
	rt *Runtime
	// w is the seat held, nil without one. Who grants or takes a seat writes it under
	// rt.mu; the carrier, while it holds one, may read it freely. A body may give the
	// seat up and continue on another (see Blocking), so a copy of w is good only until
	// the next body.
	w *worker
	// parked: it sleeps until its watch fires, and has no seat. Guarded by rt.mu.
	parked bool
	guest  bool // a caller of Run, not ours

	root      *tracing // of a guest, when it came
	tracer    tracer
	labels    context.Context // that the goroutine has in profiles, nil: its own
	cur       *Scope          // the scope whose task, or body, is running; nil at the base
	hand      *hand           // its part in the cycle that it runs, the innermost; nil without one
	ticks     uint32          // bodies run from queues
	alone     int64           // ns of bodies run while others might have been, by a worker who slept
	searching bool            // counted in rt.searching
	pinned    int             // processor the thread is tied to, plus 1
	before    cpu.Mask        // where a guest's thread could run before
	breath    int64           // when it yielded last, see breathe
	breather  breather        // when to think of it between tasks
	outer     *carrier        // of a guest from a body of another runtime: what it is there
	sums      sums
	g         uintptr
	sleep     park.Parker
	buf       [stealMost]*slot
}

// start makes the calling goroutine c.
func (c *carrier) start() {
	c.g = gid.ID()
	c.w.g.Store(c.g)
}

// seated is called by the carrier when it has been granted a seat.
func (c *carrier) seated() {
	c.w.g.Store(c.g)
	c.tracer.now = 0
	c.tie()
}

// tie pins the thread to the seat's processor. A guest's remembers where it could run: it may
// be tied already, by the runtime from whose task it comes or by its owner.
func (c *carrier) tie() {
	if p := c.w.cpu; p > 0 && c.pinned != p {
		if c.pinned == 0 {
			runtime.LockOSThread()
			if c.guest {
				_ = c.before.Save() // where this fails, Restore allows all
			}
		}
		_ = cpu.Pin(p - 1) // a processor that was taken offline is no reason to fail
		c.pinned = p
		c.breath = clock()
	}
}

// unpin undoes tie, for a guest.
func (c *carrier) unpin() {
	if c.pinned != 0 {
		_ = c.before.Restore()
		runtime.UnlockOSThread()
		c.pinned = 0
	}
}

// loop is the life of a carrier of ours.
func (c *carrier) loop() {
	defer c.rt.carriers.Done()
	defer func() {
		if c.w != nil { // a body has called runtime.Goexit
			c.settleSearch()
			c.rt.release(c)
		}
	}()
	c.start()
	c.tie()
	patience := int64(spinLeast)
	for {
		spin := spinner{limit: patience}
		t := c.find(nil)
		for t == nil && c.rt.nclaims.Load() == 0 && spin.again() {
			if c.rt.ninvited.Load() > 0 && c.accept() {
				spin.until = clock() + helpSpinNs
			}
			t = c.find(nil)
		}
		if t != nil {
			s := t.sc
			c.run(t)
			patience = s.patience()
		}
		if t == nil || c.rt.nclaims.Load() > 0 {
			if !c.rest() {
				return
			}
		}
	}
}

// run executes t and then, as long as there is one, its immediate successor.
func (c *carrier) run(t *slot) {
	c.runOn(t)
	c.tracer.cut()
}

// runOn is run where another task may follow at once, before cut.
func (c *carrier) runOn(t *slot) {
	if t.kind == kindCycle {
		c.tracer.cut()
		c.tie()
		c.lend(t)
		return
	}
	prev := c.cur
	for t != nil {
		if c.pinned != 0 {
			c.breatheBetween()
		}
		if t.sc != c.cur {
			c.cur = t.sc
		}
		if t.flag&flagExtra != 0 && !c.lockAll(t) {
			break // it waits for commutative data
		}
		if !c.exec(t) {
			break // it goes on without a worker
		}
		s := t.sc
		t = c.finish(t)
		if c.rt.nidle.Load() > 0 {
			c.lonely(s)
		}
		if t != nil && (c.rt.cfg.Decline > 0 && c.declines() || t.flag&flagDeferred != 0 && c.under(t.sc)) {
			c.push(t)
			t = nil
		}
	}
	c.cur = prev
}

// declines throws the dice of Config.Decline.
func (c *carrier) declines() bool {
	return float64(c.w.rng.Uint64()>>11) < c.rt.cfg.Decline*(1<<53)
}

// under tells whether c runs on the stack of s's submitter, which is not at a Wait.
func (c *carrier) under(s *Scope) bool { return s.c == c && s.making }

// exec runs the body of t, if its scope is not stopped, and tells whether t is done.
func (c *carrier) exec(t *slot) bool {
	switch {
	case t.kind == kindJoin:
		return true
	case t.kind == kindSystem:
		c.call(t)
		return true
	case t.sc.stopped():
		t.sc.unrun.Add(1)
		return t.kind != kindScope || t.flag&flagExtra == 0 || c.execScope(t, nil)
	case t.kind == kindScope && t.flag&flagTimed != 0:
		return c.timedScope(t)
	case t.kind == kindScope:
		return c.execScope(t, bodyScope(t))
	case t.kind == kindEvent:
		return c.execEvent(t)
	}
	c.ticks++
	if c.ticks&sampleMask == 0 || t.flag&(flagTimed|flagProbed) != 0 || t.sc.mode.Load()&(modeTrial|modeTraced) != 0 {
		if t.sc.tracing != nil {
			c.show(t)
			return true
		}
		c.timed(t)
		return true
	}
	c.call(t)
	return true
}

// call runs the body of t and catches what it throws.
func (c *carrier) call(t *slot) {
	ok := false
	defer func() {
		if !ok {
			c.thrown(t, recover())
		}
	}()
	switch t.kind {
	case kindGo, kindSystem:
		t.fn()
	case kindGo3:
		body3(t)(t.arg[0], t.arg[1], t.arg[2])
	case kindStep:
		bodyStep(t)(t.arg[0])
	case kindTry:
		if err := bodyErr(t)(); err != nil {
			t.sc.fail(t.at(), err, nil)
		}
	}
	ok = true
}

// thrown records a panic, or a Goexit, which must finish the task here since the
// goroutine is about to end.
func (c *carrier) thrown(t *slot, v any) {
	if v != nil {
		t.sc.failPanic(t.at(), v, t.name())
		return
	}
	t.sc.fail(t.at(), ErrGoexit, nil)
	c.unwound(t)
	if next := c.finish(t); next != nil {
		c.push(next)
	}
}

// at returns the task's place in program order.
func (t *slot) at() place {
	if t.flag&flagExtra != 0 && t.x.cycle != nil {
		return t.x.cycle.place(t.x.node, t.x.iter)
	}
	return place{seq: t.seq}
}

// finish closes t, releases its successors, and returns the one to run next, if any.
func (c *carrier) finish(t *slot) (next *slot) {
	for {
		s := t.sc
		if t.flag&flagExtra != 0 {
			c.unlockAll(t)
			if cy := t.x.cycle; cy != nil {
				cy.finished(c, t)
				return next
			}
		}
		// Releases the body's effects and acquires the links. Only the submitter's CAS
		// may come between the load and the swap, and the swap takes what it added; the
		// generation in the upper half does not change.
		alone := s.alone
		var h uint64
		if alone {
			checkAlone(s, c)
			h = t.head
			t.head = h | closed
		} else {
			h = atomic.SwapUint64(&t.head, atomic.LoadUint64(&t.head)|closed)
		}
		checkOpen(h)
		// From here on t may be reused, and s too unless the list is not empty.
		fired := false
		for l := uint32(h); l != 0; {
			if l == watchLink {
				l = s.watch.next
				fired = true
				continue
			}
			x := s.at(l >> 4)
			l = x.next[l&15-1] // before the count falls: then x may run and be reused
			// At 1 we are the last: nobody else can change it.
			last := atomic.LoadInt32(&x.pend) == 1
			if !last {
				if alone {
					x.pend--
				} else {
					last = atomic.AddInt32(&x.pend, -1) == 0
				}
			}
			if last {
				if s.tracing != nil {
					c.released(x)
				}
				next = c.choose(next, x)
			}
		}
		if !fired {
			return next
		}
		// The watch has the slot that it waited for, and looks at the others.
		if t = s.resume(c); t == nil {
			return next
		}
	}
}

// choose keeps the better of two ready tasks as immediate successor and queues the other.
func (c *carrier) choose(next, x *slot) *slot {
	if next == nil {
		if c.rt.cfg.Successor == SuccessorBypass {
			return x
		}
		return c.schedule(x)
	}
	if x.priority() > next.priority() {
		next, x = x, next
	}
	c.push(x)
	return next
}

func (t *slot) priority() int32 {
	if t.flag&flagPrio == 0 {
		return 0
	}
	return t.prio
}

func (t *slot) name() string {
	if t.flag&flagLabel == 0 {
		return ""
	}
	return t.label
}
