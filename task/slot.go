package task

import (
	"math/bits"
	"sync/atomic"
)

// A slot is one task, or an empty join of a wide one, in the ring of its scope: two cache
// lines of 64 bytes. All fields but head and pend are written only by the scope's
// submitter, before the slot is published (by a link into a predecessor's list, or by a
// queue), and are plain for that reason.
type slot struct {
	// fn is the body; kind tells its true type. Plain: see above.
	fn func()
	// sc is the slot's scope, for the life of the slot.
	sc *Scope

	// head is generation<<32 | link: the first of the list of tasks that wait for this
	// one, or closed. A link is slot<<4 | edge+1: edge number edge of the scope's slot
	// number slot; the list goes on in that slot's next[edge]. So an edge takes 4 bytes,
	// no allocation, and no pointer that the garbage collector must follow.
	//
	// The submitter opens a closed slot by a plain store (nobody else looks at one) and
	// adds links by CAS, which publishes next[edge] to the Swap in finish. That Swap,
	// by whoever ran the task, closes the slot, once: it acquires the links and releases
	// the body's effects to whoever loads closed.
	head uint64

	// pend is how many predecessors are not done. The submitter stores the full number
	// before the first link; each predecessor takes one away. Who brings it to 0, or
	// sees 1 and is therefore the last, runs or queues the task. The Add releases the
	// predecessor's effects to the one who sees the end.
	pend int32
	kind kind
	flag uint8
	_    uint16

	next [maxEdges]uint32
	seq  uint32 // place in program order, modulo 2^32

	// The second line: seldom used.
	arg   [3]int
	prio  int32
	stops int32  // external events that are still to come, for kindEvent
	label string // valid if flag has flagLabel
	x     *extra // valid if flag has flagExtra
	ready int64  // ticks, when it became ready; valid if the scope is recorded
}

// extra is what few tasks have.
type extra struct {
	locks []*lock // of commutative data, ascending by their order
	held  int     // how many of them the task holds
	gates []*gate // of weak accesses

	cycle *cycle // that the task is a node of, nil for others; see rare.go
	node  int32
	iter  int32 // in which node runs at present
}

const (
	maxEdges = 7 // predecessors a slot can wait for; wider tasks get joins

	closed    = 0xffffffff // the link that ends all adding
	watchLink = 0xf        // the link of the scope's watch, see watch.go
)

type kind uint8

const (
	kindJoin   kind = iota // no body
	kindGo                 // func()
	kindGo3                // func(i, j, k int)
	kindTry                // func() error
	kindScope              // func(*Scope)
	kindEvent              // func(*Event)
	kindSystem             // func() of our own: runs even in a stopped scope
	kindStep               // func(step int)
	kindCond               // func() bool: of a while-loop
	kindCycle              // a place among those who run a cycle, see hands.go
)

const (
	flagLabel = 1 << iota
	flagExtra
	flagTimed // the length of the body is not known: measure it
	flagPrio
	flagDeferred // must not run on the submitter's stack before it waits
	flagProbed   // measure it, see gauge.probes
)

// ref names one life of a slot: generation<<32 | slot. 0 is nobody.
type ref uint64

// at returns slot i. The ring is cut into segments, the first of firstRing slots and each
// further one as long as all before it, so that it grows while slots are in use.
func (s *Scope) at(i uint32) *slot {
	seg := s.seg[bits.Len32(i/firstRing)]
	return &seg[i&uint32(len(seg)-1)]
}

// alive tells whether r may still be running; h is the head to CAS from. Only the
// submitter calls it, and only the submitter reopens slots, so a generation that matches
// cannot change meanwhile: the one race is with the close, and the CAS settles it.
func (s *Scope) alive(r ref) (t *slot, h uint64, ok bool) {
	t = s.at(uint32(r))
	h = atomic.LoadUint64(&t.head)
	return t, h, h>>32 == uint64(r)>>32 && uint32(h) != closed
}

// isDone loads closed: what the task did is then visible.
func (t *slot) isDone() bool { return uint32(atomic.LoadUint64(&t.head)) == closed }

// alloc opens the next free slot. There is no free list and no reference count: the line
// that tells whether a slot is free is the line written next, and the order of the ring
// lets the hardware prefetch it. Slots of long tasks are skipped; if many are busy, the
// ring grows up to the window, and then the submitter helps.
func (s *Scope) alloc() (*slot, ref) {
	waited := false
	for try := uint32(1); ; try++ {
		i := s.pos
		t := s.at(i)
		if s.pos++; s.pos >= s.lim {
			s.wrap()
		}
		h := atomic.LoadUint64(&t.head)
		if uint32(h) == closed {
			h = h>>32<<32 + 1<<32
			t.head = h
			t.flag = 0
			t.seq = s.seq
			if waited {
				s.c.settleSearch()
			}
			return t, ref(h | uint64(i))
		}
		if try%4 == 0 {
			waited = true
			if s.makeRoom(try >= s.lim) {
				try = 0
			}
		}
	}
}

// makeRoom lets the ring grow or else helps, oldest task first. If there is nothing to
// help with, and all slots are known to be busy, it sleeps until the oldest is done, or,
// as that one may wait for a task that is still to be submitted, exceeds the window. It
// returns false if it has done nothing.
func (s *Scope) makeRoom(full bool) bool {
	if s.lim < s.goal {
		s.extend()
		return true
	}
	if s.helpOldest() {
		return true
	}
	if !full {
		return false
	}
	if s.patient && s.cap < maxWindow/2 {
		s.extend()
	} else {
		s.await(s.pos, 1)
	}
	return true
}

// grow doubles the ring. Who reads the new segment has found its number in something
// published afterwards.
func (s *Scope) grow() {
	n := s.cap
	if n == 0 {
		n = firstRing
	}
	seg := make([]slot, n)
	for i := range seg {
		seg[i].sc = s
		seg[i].head = 1<<32 | closed
	}
	s.seg[bits.Len32(s.cap/firstRing)] = seg
	if s.cap == 0 {
		s.cap, s.lim = n, n
		return
	}
	s.cap *= 2
}

// extend lets more slots be used, and uses those first.
func (s *Scope) extend() {
	s.peak = max(s.peak, s.lim)
	s.pos = s.lim
	if s.lim == s.cap {
		s.grow()
	}
	s.lim *= 2
	s.round = true
}

// shrink lets fewer slots be used from now on.
func (s *Scope) shrink() {
	if s.round || s.pos >= s.goal {
		if s.lim > s.goal {
			s.wrap()
		}
		return
	}
	for s.lim > s.goal && !s.patient { // none of those that go has been used in this life
		s.lim /= 2
	}
}

// wrap goes back to the first slot, and uses fewer slots if that is wanted: not while more
// than the window may be needed, or the next extension would find the same busy slots.
func (s *Scope) wrap() {
	s.peak = max(s.peak, s.lim)
	s.pos = 0
	s.round = true
	for s.lim > s.goal && !s.patient {
		s.lim /= 2
	}
}
