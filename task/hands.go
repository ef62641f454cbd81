package task

import (
	"runtime"
	"sync/atomic"

	"heddle/internal/park"
)

// A hand is a worker's part in a cycle: nodes that it may run next, as numbers. It stays
// with its carrier, also where a body gives the seat up.
type hand struct {
	_      [line]byte
	cycle  *cycle
	outer  *hand // of the same carrier, in a cycle further out on its stack
	base   bool  // there is no body below it on the stack
	paused bool  // its body has given up its seat; guarded by cycle.mu
	// at and iter are the node that runs, or ran last, and its iteration: to tell whose
	// panic it is. In an ordered phase, end is where to stop; 0 if the phase was split. In
	// a lane, it is 0 if the body was held up.
	at, iter, end int32
	// mode tells whether to stop before the next node, while nodes run in a list: the scope's,
	// or one that says so.
	mode      *atomic.Uint32
	lane      *lane   // that it has taken
	own       []int32 // ready nodes that nobody else sees
	tick      int32   // nodes until a body is timed
	ran, busy int64   // of timed bodies
	since     int64   // clock when it last gave way
	_         [line]byte

	// exposed is the length of others, for a look without the lock. lock is 1 while
	// somebody changes others; its Swap to 1 acquires, and its store of 0 releases, what is
	// in there.
	exposed int32
	lock    int32
	others  []int32 // ready nodes that others may take
	_       [line]byte
}

// stopMode is the mode of a hand whose body has given up the seat.
var stopMode atomic.Uint32

func init() { stopMode.Store(modeStop) }

// A worker that looks for a node of its cycle does so for lookNs and then leaves, to look
// around outside, where it can find other things to do, or sleep.
const lookNs = 20_000

// yieldNs is for how long a waiter runs nodes while others claim its seat.
const yieldNs = 1_000_000

// lend takes part in the cycle of token t until there is nothing at hand.
func (c *carrier) lend(t *slot) {
	cy := t.x.cycle
	prev, outer := c.cur, c.hand
	cy.tokens.Store(0)
	c.cur = cy.s
	for again := true; again; {
		h := cy.sit()
		h.outer, h.base = outer, prev == nil
		c.hand = h
		for !cy.shift(c, h) {
		}
		c.hand = outer
		again = cy.leave(c, h)
	}
	c.cur = prev
}

// sit gives the caller a hand.
func (cy *cycle) sit() *hand {
	cy.mu.Lock()
	defer cy.mu.Unlock()
	if n := len(cy.free); n > 0 {
		h := cy.free[n-1]
		cy.free = cy.free[:n-1]
		if cy.s.tracing != nil {
			h.tick = 0
		}
		return h
	}
	h := &hand{cycle: cy}
	old := *cy.hands.Load()
	all := append(old[:len(old):len(old)], h)
	cy.hands.Store(&all) // publishes h to those who look for nodes
	return h
}

// leave gives h back, which holds no nodes. It returns true, and leaves the caller with a
// hold, if that has begun another phase.
func (cy *cycle) leave(c *carrier, h *hand) bool {
	cy.flush(h)
	cy.mu.Lock()
	cy.free = append(cy.free, h)
	cy.mu.Unlock()
	return cy.giveUp(c)
}

// shift runs nodes until there is nothing at hand. It returns false if one has panicked:
// one frame catches for many bodies.
func (cy *cycle) shift(c *carrier, h *hand) (done bool) {
	depth := len(c.tracer.open)
	defer func() {
		if done {
			return
		}
		x := recover()
		c.endTo(depth)
		if cy.phase.way == inOrder {
			cy.account(h.at)
		}
		if h.lane != nil {
			cy.dropLane(c, h)
		}
		cy.thrown(h.at, h.iter, x)
		if x == nil { // the goroutine ends here
			c.hand = h.outer
			if cy.leave(c, h) {
				cy.invite(c)
			}
		}
	}()
	if cy.phase.way == inOrder && !cy.inOrder(c, h) || cy.lanes != nil && !cy.inLanes(c, h) {
		return true
	}
	cy.work(c, h)
	return true
}

// work runs nodes until none is at hand.
func (cy *cycle) work(c *carrier, h *hand) {
	for !cy.s.stopped() {
		v := cy.find(h)
		if v == nobody {
			if v = cy.look(c, h); v == nobody {
				return
			}
		}
		if cy.s.stopped() { // by what made v ready, perhaps while we looked for it
			return
		}
		if !cy.run(c, h, v) {
			return
		}
	}
}

// look waits for a node for a while.
func (cy *cycle) look(c *carrier, h *hand) int32 {
	cy.flush(h)
	c.tracer.now = 0
	cy.hungry.Add(1)
	defer cy.hungry.Add(-1)
	spin := spinner{limit: lookNs}
	for {
		if v := cy.find(h); v != nobody {
			return v
		}
		if cy.dry() || cy.behind(c) || c.rt.nclaims.Load() > 0 || cy.s.stopped() || !spin.again() {
			return nobody
		}
	}
}

// dry tells whether all who could make a node ready are looking for one, or are yet to come: then
// there is none.
func (cy *cycle) dry() bool { return cy.hungry.Load()+cy.tokens.Load() >= cy.hold.Load() }

// find takes a ready node: one that has priority, h's own, one that was exposed.
func (cy *cycle) find(h *hand) int32 {
	if cy.heap.urgent.Load() > 0 {
		if v := cy.heap.get(); v != nobody {
			return v
		}
	}
	if v := h.pop(); v != nobody {
		return v
	}
	if cy.posted.Load() > 0 {
		if v := cy.collect(h); v != nobody {
			return v
		}
	}
	if cy.heap.n.Load() > 0 {
		if v := cy.heap.get(); v != nobody {
			return v
		}
	}
	all := *cy.hands.Load()
	for i := range all {
		// Begin behind h, so that not all visit the same.
		x := all[(i+int(h.at))%len(all)]
		if x != h && atomic.LoadInt32(&x.exposed) > 0 {
			if v := cy.rob(h, x); v != nobody {
				return v
			}
		}
	}
	return nobody
}

// pop returns h's newest node.
func (h *hand) pop() int32 {
	n := len(h.own)
	if n == 0 {
		if atomic.LoadInt32(&h.exposed) == 0 {
			return nobody
		}
		h.acquire()
		h.own, h.others = h.others, h.own
		h.release()
		if n = len(h.own); n == 0 {
			return nobody
		}
	}
	v := h.own[n-1]
	h.own = h.own[:n-1]
	return v
}

// rob takes half of what x has exposed, the oldest, and returns one of it.
func (cy *cycle) rob(h, x *hand) int32 {
	x.acquire()
	n := (len(x.others) + 1) / 2
	if cy.heavy() {
		n = min(n, 1)
	}
	h.own = append(h.own, x.others[:n]...)
	x.others = x.others[:copy(x.others, x.others[n:])]
	x.release()
	if n > 0 && !cy.phase.joined.Load() {
		cy.phase.joined.Store(true)
	}
	if n = len(h.own); n == 0 {
		return nobody
	}
	v := h.own[n-1]
	h.own = h.own[:n-1]
	return v
}

// collect takes what is in the inbox.
func (cy *cycle) collect(h *hand) int32 {
	cy.mu.Lock()
	h.own = append(h.own, cy.inbox...)
	cy.inbox = cy.inbox[:0]
	cy.posted.Store(0)
	cy.mu.Unlock()
	return h.pop()
}

// handTries is how often acquire asks, some 10 us, before it yields (docs/decisions/0017).
const handTries = 300

func (h *hand) acquire() {
	for i := 1; !atomic.CompareAndSwapInt32(&h.lock, 0, 1); i++ {
		if i%handTries != 0 {
			park.Relax()
		} else {
			runtime.Gosched() // its holder may have lost its processor
		}
	}
}

func (h *hand) release() {
	atomic.StoreInt32(&h.exposed, int32(len(h.others)))
	atomic.StoreInt32(&h.lock, 0)
}

// expose lets others take the n oldest of h's nodes.
func (h *hand) expose(n int) {
	h.acquire()
	h.others = append(h.others, h.own[:n]...)
	h.own = h.own[:copy(h.own, h.own[n:])]
	h.release()
}

// share lets others have some of h's nodes, if they are hungry or nodes are long, and
// invites those outside who have nothing to do. If busy, h has another node to run next.
func (cy *cycle) share(c *carrier, h *hand, busy bool) {
	n, heavy := len(h.own), cy.heavy()
	outside := cy.tokens.Load() == 0 && (heavy || c.rt.hungry())
	switch {
	case n == 0:
	case heavy:
		h.expose(n)
	case !outside && cy.hungry.Load() == 0:
		return
	case (busy || n > 1) && atomic.LoadInt32(&h.exposed) == 0:
		h.expose((n + 1) / 2)
	}
	if outside && (atomic.LoadInt32(&h.exposed) > 0 || cy.heap.n.Load() > 0) {
		cy.more(c)
	}
}

// exposeAll is called when c is about to lose its seat: nobody must wait for what its hands
// have at hand.
func (c *carrier) exposeAll() {
	for h := c.hand; h != nil; h = h.outer {
		h.cycle.exposeHand(c, h)
	}
	c.w.exposeAll()
}

func (cy *cycle) exposeHand(c *carrier, h *hand) {
	if cy.phase.way == inOrder {
		cy.split(c, h)
	}
	if h.lane != nil {
		cy.held(h)
	}
	if n := len(h.own); n > 0 {
		h.expose(n)
	} else if atomic.LoadInt32(&h.exposed) == 0 && cy.heap.n.Load() == 0 && cy.posted.Load() == 0 {
		return
	}
	cy.more(c)
}

// more invites another worker, unless one is invited already.
func (cy *cycle) more(c *carrier) {
	if cy.tokens.CompareAndSwap(0, 1) {
		cy.hold.Add(1)
		c.push(&cy.token)
	}
}

// giveWay lets those have the seat who claim it. It returns false if h is to leave: then
// its nodes are exposed and somebody is invited to take them.
func (cy *cycle) giveWay(c *carrier, h *hand) bool {
	if h.base {
		if cy.phase.way != inOrder && len(h.own) > 0 {
			h.expose(len(h.own))
		}
		cy.more(c)
		return false
	}
	now := clock()
	if h.since == 0 {
		h.since = now
	}
	if now-h.since >= yieldNs {
		h.since = 0
		if cy.phase.way == inOrder { // nobody can go on in its place
			c.hand = h.outer
		}
		c.rt.release(c)
		c.rt.acquire(c)
		c.hand = h
	}
	return true
}
