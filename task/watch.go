package task

import (
	"sync/atomic"

	"heddle/internal/gid"
)

// A watch sees a scope's tasks to their end when nobody spins for it. It sits in the list
// of one unfinished slot, like a successor, by a link of its own (watchLink). Who
// finishes that slot goes on to the next unfinished one; who finds none wakes the waiter
// or ends the scope. So the end of a scope needs no counter of tasks, and a waiter is
// woken once.
//
// There is one watch for each scope, held by one goroutine at a time: the submitter until
// it has set it, then whoever finishes the slot. The CAS that sets it and the Swap that
// closes the slot hand it over, so its fields are plain, but for done.
type watch struct {
	next   uint32 // the rest of the list it sits in
	at     uint32 // the slot it sits at
	left   uint32 // slots to look at, that one included
	done   bool   // has fired; guarded by rt.mu
	waiter *carrier
}

func (w *watch) reset() { *w = watch{} }

// sweep sets the watch at the next unfinished slot and returns false, or returns true if
// there is none. After false the watch is somebody else's.
func (s *Scope) sweep() bool {
	w := &s.watch
	for ; w.left > 0; w.left-- {
		t := s.at(w.at)
		h := atomic.LoadUint64(&t.head)
		for uint32(h) != closed {
			w.next = uint32(h)
			if atomic.CompareAndSwapUint64(&t.head, h, h>>32<<32|watchLink) {
				return false
			}
			h = atomic.LoadUint64(&t.head)
		}
		w.at++
	}
	return true
}

// resume is called by who has finished the slot that the watch sat at. It returns the
// owner's task if the scope has ended and that is now done.
func (s *Scope) resume(c *carrier) *slot {
	if !s.sweep() {
		return nil
	}
	if w := s.watch.waiter; w != nil {
		c.rt.fired(w, s)
		return nil
	}
	return s.end(c)
}

// await sleeps until n slots from slot i on are done. The carrier gives up its seat
// meanwhile.
func (s *Scope) await(i, n uint32) {
	s.watch = watch{at: i, left: n, waiter: s.c}
	if !s.sweep() {
		s.c.sleepUntilFired(s)
	}
	s.c.settleSearch() // before the body goes on: nobody else may rely on it
}

// pending returns the slots that may hold unfinished tasks: n from slot i on.
func (s *Scope) pending() (i, n uint32) {
	if s.round {
		return 0, max(s.peak, s.lim)
	}
	return s.mark, s.pos - s.mark
}

// Wait returns when all tasks submitted so far are done. It helps meanwhile, with tasks of
// this scope and of their subtasks; when there is nothing to help with, it gives its
// worker up and sleeps. Cost: one look at each slot in use.
func (s *Scope) Wait() {
	s.notRecorded("Wait")
	s.onBody("Wait")
	s.waiting = true
	if s.tracing != nil && s.beginBody(WaitSpan, nil) {
		defer s.c.end()
	}
	s.combineAll()
	i, n := s.pending()
	for n > 0 {
		if !s.at(i).isDone() && !s.watchOver(i) {
			s.await(i, n)
			break
		}
		n--
		i++
	}
	s.waiting = false
	s.mark, s.round = s.pos, false
	s.renew()
	s.paused()
}

// onBody panics unless the caller is the body that s was made for and is not waiting: a task
// that waited for all tasks of its own scope would wait for itself.
func (s *Scope) onBody(what string) {
	if s.c == nil || s.c.g != gid.ID() || s.waiting {
		s.outside(what)
	}
}

func (s *Scope) outside(what string) {
	panic("task: " + what + " outside the body of its Scope: a task that has subtasks is submitted with GoScope, or calls Run")
}

// watchOver helps until slot i is done. It returns false when it has found nothing to
// do for long enough to sleep.
func (s *Scope) watchOver(i uint32) bool {
	t := s.at(i)
	s.c.tie()
	s.c.tracer.now = 0 // it comes from its body
	spin := spinner{limit: s.patience()}
	for !t.isDone() {
		if s.help() {
			spin.until = 0
			continue
		}
		if s.c.w.q.Len() > 0 || s.c.rt.nclaims.Load() > 0 || !spin.again() {
			break
		}
	}
	if !t.isDone() {
		return false
	}
	s.c.settleSearch()
	return true
}

// renew begins a new life: all data that this scope has used is free.
func (s *Scope) renew() {
	s.me += nextLife
	s.life.Store(s.me)
	s.alone = true // all slots are closed
}

// WaitOn returns when the tasks submitted so far that write one of d are done: what they
// wrote may be read. It helps meanwhile, but not with Deferred tasks.
func (s *Scope) WaitOn(d ...*Datum) {
	s.notRecorded("WaitOn")
	if s.c == nil || s.c.g != gid.ID() { // a task may wait for an earlier one: Future.Get does
		s.outside("WaitOn")
	}
	cl := make([]Clause, len(d))
	for i := range d {
		cl[i] = d[i].In()
	}
	s.closeGroups(cl)
	s.live = s.live[:0]
	for i := range cl {
		s.collect(&cl[i], cl)
	}
	s.making = true
	for _, p := range s.live {
		if _, _, ok := s.alive(p.r); ok && !s.watchOver(uint32(p.r)) {
			s.await(uint32(p.r), 1)
		}
	}
	s.making = false
}
