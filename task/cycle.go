package task

import (
	"math"
	"sync"
	"sync/atomic"
)

// A cycle is one execution of a graph: so many strides, each one run of all its nodes.
// (Without Unroll a stride is an iteration.) Strides overlap, but for phases: the strides
// are cut into a few, between which all is at rest and the manner of running may change.
//
// Workers take part as hands, see hands.go. Whoever may still make a node ready counts in
// hold; who brings it to 0 ends the phase, alone.
type cycle struct {
	g    *graph
	s    *Scope  // whose tasks the nodes are
	seq  uint32  // place of the whole in s
	main *slot   // in s: closed when all is done
	gs   *gates  // towards siblings; nil without
	code uintptr // by which the runtime remembers how its like fared; 0: not

	// The plan. Written by who has brought hold to 0, and published to others by the token
	// that invites them.
	ready   int64 // ticks at the launch, if the tasks are recorded
	total   int64 // strides, the last incomplete one included
	rest    int32 // copies of the body in the last stride, 0: all
	done    int64 // strides of earlier phases
	phase   phase
	lanes   *lanes // of a phase in lanes, else nil
	at, pos int32  // in an ordered phase: strides done in it, and the next node
	checked bool   // the condition has been called for the first time
	ended   bool   // it has said no

	token  slot // invites a worker to take part; any number of times
	tokenX extra

	_ [line]byte
	// hold is how many tokens are queued, hands take part, nodes run without one, and gates
	// are shut, plus one for who launches. The Add that brings it to 0 acquires what all of
	// them did. hungry is how many hands look for a node, tokens how many tokens are queued:
	// both are hints.
	hold, hungry, tokens atomic.Int32
	_                    [line]byte
	paused               atomic.Int32 // hands whose body has given up its seat; changed under mu

	mu     sync.Mutex // guards what follows
	hands  atomic.Pointer[[]*hand]
	free   []*hand
	inbox  []int32 // nodes made ready by those who are no hands
	posted atomic.Int32
	heap   nodeHeap
}

// A phase is some strides without a rest in between.
type phase struct {
	len    int32 // strides
	late   int32 // the first that needs a second look at its edges
	bound  int32 // nodes from here on do not take part in the last stride
	way    way
	timed  bool // every body is timed
	final  bool // the last phase of a loop that counts
	began  int64
	joined atomic.Bool // a second worker took part
	ran    atomic.Int64
	busy   atomic.Int64
}

const phaseMost = 1 << 30 // strides of a phase, which are counted in 32 bits

// prepare makes cy ready to run n iterations of g in s; the condition decides if n < 0.
func (cy *cycle) prepare(g *graph, s *Scope, n int) {
	cy.g, cy.s, cy.seq = g, s, s.seq
	u := int64(len(g.copies) - 1)
	cy.total, cy.rest = math.MaxInt64, 0
	if n >= 0 {
		cy.total = (int64(n) + u - 1) / u
		cy.rest = int32(int64(n) % u)
	}
	cy.done = 0
	cy.checked, cy.ended = g.cond == nil, false
	cy.traced()
	cy.phase.len, cy.lanes = 0, nil
	cy.token.sc = s
	cy.token.kind = kindCycle
	cy.token.flag = flagTimed | flagExtra
	if g.deferred {
		cy.token.flag |= flagDeferred
	}
	cy.token.x = &cy.tokenX
	cy.tokenX.cycle = cy
	for _, t := range g.slots {
		if t != nil {
			t.sc, t.seq, t.x.cycle = s, s.seq, cy
		}
	}
	main, _ := s.alloc()
	main.kind = kindJoin
	cy.main = main
	if cy.hands.Load() == nil {
		cy.hands.Store(new([]*hand))
	}
}

// drop gives up c's hold. If that was the last one, the phase has ended.
func (cy *cycle) drop(c *carrier) {
	if cy.giveUp(c) {
		cy.invite(c)
	}
}

// giveUp is drop for who goes on with the next phase itself: if there is one, it returns true, and
// leaves the caller with a hold.
func (cy *cycle) giveUp(c *carrier) bool {
	gs := cy.gs
	if cy.hold.Add(-1) == 0 {
		return cy.turn(c)
	}
	cy.unstick(c, gs)
	return false
}

// invite turns the caller's hold into a token in the queues.
func (cy *cycle) invite(c *carrier) {
	cy.tokens.Store(1)
	if cy.phase.way == inOrder && c.w != nil && c.rt.cfg.Queue != Central && cy.small() {
		c.w.mine.put(&cy.token)
		return
	}
	c.push(&cy.token)
}

// turn is called when all is at rest: after a phase, or before the first one. It begins
// the next one, returns true, and leaves the caller with a hold; or it ends the cycle.
func (cy *cycle) turn(c *carrier) bool {
	if cy.inLanesStill() {
		return true
	}
	if n := cy.phase.len; n > 0 {
		if stopped := cy.s.stopped(); !stopped || cy.phase.way == inOrder && cy.at == n {
			cy.done += int64(n)
			if !stopped && !cy.ended { // then the strides were fewer
				cy.g.tempo.learn(cy, n)
			}
			cy.phase.len = 0
		}
	}
	if !cy.checked && !cy.s.stopped() {
		cy.checked = true
		cy.check(c)
	}
	if cy.s.stopped() || cy.ended || cy.done == cy.total || len(cy.g.code) == 0 {
		cy.finish(c)
		return false
	}
	cy.hold.Store(1)
	cy.begin(c.rt, false)
	return true
}

// begin starts the next phase. If other siblings wait for what is ready first, it runs free.
func (cy *cycle) begin(rt *Runtime, siblings bool) {
	g, p := cy.g, &cy.phase
	left := cy.total - cy.done
	g.tempo.plan(cy, rt, min(left, phaseMost))
	if siblings && p.way != free {
		p.way, p.len = free, 1
	}
	cy.lengthen(p.len)
	p.joined.Store(false)
	p.ran.Store(0)
	p.busy.Store(0)
	cy.at, cy.pos = 0, 0
	clear(g.iter)
	cy.lanes = nil
	switch p.way {
	case inLanes:
		cy.lanes = g.cut(rt.lanes(g))
		cy.lanes.reset(p)
	case free:
		cy.arm()
	}
	p.began = clock()
}

// lengthen makes the phase one of n strides.
func (cy *cycle) lengthen(n int32) {
	g, p := cy.g, &cy.phase
	p.len, p.final = n, int64(n) == cy.total-cy.done
	p.bound, p.late = int32(len(g.code)), n-1
	if p.final && cy.rest > 0 {
		p.bound = g.copies[cy.rest]
		p.late--
	}
}

// arm sets the counters for the first stride of a phase.
func (cy *cycle) arm() {
	g, p := cy.g, &cy.phase
	for v := len(g.code) - 1; v >= 0; v-- {
		n := g.deg0[v]
		if n == 0 {
			n = g.count[v].deg
			if p.len > 1 || v < int(p.bound) {
				cy.inbox = append(cy.inbox, int32(v))
			}
		}
		g.count[v].left = n
	}
	cy.posted.Store(int32(len(cy.inbox)))
}

// finish ends the cycle. The last touch of cy is before main is closed: then the graph may
// be used again.
func (cy *cycle) finish(c *carrier) {
	s := cy.s
	if s.stopped() {
		s.unrun.Add(cy.unrun())
		cy.sweep()
	}
	if s.stopped() || cy.rest > 0 || cy.done == 0 {
		cy.combine()
	}
	gs, main := cy.gs, cy.main
	if cy.code != 0 {
		cy.g.tempo.remember(s.rt, cy.code)
		s.rt.kept.keep(cy.code, cy.g)
	}
	if gs != nil {
		gs.closeAll(c)
	}
	if next := c.finish(main); next != nil {
		c.push(next)
	}
}

// combine combines the reductions that siblings, or an incomplete last stride, have left
// open.
func (cy *cycle) combine() {
	defer func() {
		if v := recover(); v != nil {
			cy.thrown(int32(len(cy.g.code)), 0, v)
		}
	}()
	for _, d := range cy.g.data {
		if d.x != nil && d.x.red != nil {
			d.x.red.combine()
		}
	}
}

// sweep forgets nodes that are ready and will not run.
func (cy *cycle) sweep() {
	for _, h := range *cy.hands.Load() {
		h.own = h.own[:0]
		h.others = h.others[:0]
		h.exposed = 0
	}
	cy.inbox = cy.inbox[:0]
	cy.posted.Store(0)
	cy.heap.clear()
}

// unrun returns how many of the user's tasks never ran: of a while-loop, in the stride that
// it had come to.
func (cy *cycle) unrun() int64 {
	g := cy.g
	if cy.phase.len == 0 {
		clear(g.iter) // of an earlier phase
	}
	if cy.done == cy.total {
		return 0
	}
	total := cy.total - cy.done
	begun := int64(0)
	for _, n := range g.iter {
		begun = max(begun, int64(n))
	}
	if g.cond != nil {
		total = begun
	}
	n := int64(0)
	for v, k := range g.kind {
		if k == kindJoin || k == kindSystem || k == kindCond {
			continue
		}
		n += total - int64(g.iter[v])
		if cy.rest > 0 && int32(v) >= g.copies[cy.rest] {
			n--
		}
	}
	return n
}

// check calls the condition before the first stride.
func (cy *cycle) check(c *carrier) {
	ok := false
	defer func() {
		if !ok {
			x := recover()
			cy.thrown(int32(len(cy.g.code)-1), 0, x)
			if x == nil { // the goroutine ends here
				cy.finish(c)
			}
		}
	}()
	prev := c.cur
	c.cur = cy.s
	cy.ended = !cy.g.cond()
	c.cur = prev
	ok = true
}

// place returns the place of node v in iteration it in program order.
func (cy *cycle) place(v, it int32) place {
	return place{cy.seq, uint64(cy.done+int64(it))*uint64(len(cy.g.code)) + uint64(v)}
}

// thrown notes what node v has thrown: a panic, or a Goexit if x is nil.
func (cy *cycle) thrown(v, it int32, x any) {
	if x == nil {
		cy.s.fail(cy.place(v, it), ErrGoexit, nil)
		return
	}
	cy.s.failPanic(cy.place(v, it), x, cy.g.labelOf(v))
}

// step returns the iteration that node v runs in, as the user counts.
func (cy *cycle) step(v, it int32) int {
	i := int(cy.done) + int(it)
	c := cy.g.copies
	if len(c) == 2 {
		return i
	}
	k := len(c) - 2
	for c[k] > v {
		k--
	}
	return i*(len(c)-1) + k
}
