package task

import (
	"sync/atomic"
	"unsafe"
)

// run runs node v and then, as long as there is one, its immediate successor or the newest
// of h's nodes. It returns false if h is to leave.
func (cy *cycle) run(c *carrier, h *hand, v int32) bool {
	g, s, rt := cy.g, cy.s, c.rt
	for {
		it := g.iter[v]
		g.iter[v] = it + 1
		h.at, h.iter = v, it
		if len(g.slots) > 0 && g.slots[v] != nil {
			cy.runRare(c, v, it)
			v = nobody
		} else {
			if h.tick--; h.tick <= 0 {
				cy.callTimed(c, h, v, it)
			} else {
				cy.call(v, it)
			}
			v = cy.release(c, h, v, it)
		}
		if v != nobody && rt.cfg.Decline > 0 && c.declines() {
			cy.put(h, v)
			v = nobody
		}
		if len(h.own) > 0 || atomic.LoadInt32(&h.exposed) != 0 || g.prio != nil {
			cy.share(c, h, v != nobody)
		}
		if m := s.mode.Load(); m&(modePoll|modeStop) != 0 && (m&modeStop != 0 || h.tick%pollEvery == 0 || cy.heavy()) && s.stopped() {
			return false
		}
		if rt.nclaims.Load() > 0 {
			if v != nobody {
				h.own = append(h.own, v)
				v = nobody
			}
			if !cy.giveWay(c, h) {
				return false
			}
		}
		if v == nobody {
			if cy.heap.urgent.Load() > 0 {
				return true
			}
			if v = h.pop(); v == nobody {
				return true
			}
		}
	}
}

// pollEvery is after how many short nodes a hand looks at the context.
const pollEvery = 16

// call runs the body of node v in its iteration it: all bodies of a cycle run here, but
// those of rare nodes.
func (cy *cycle) call(v, it int32) {
	f := cy.g.code[v]
	switch cy.g.kind[v] {
	case kindGo, kindSystem:
		f()
	case kindGo3:
		call3(f, &cy.g.args[v])
	case kindStep:
		(*(*func(int))(unsafe.Pointer(&f)))(cy.step(v, it))
	case kindTry:
		if err := (*(*func() error)(unsafe.Pointer(&f)))(); err != nil {
			cy.s.fail(cy.place(v, it), err, nil)
		}
	case kindCond:
		cy.ended = !cy.g.cond()
	}
}

func call3(f func(), a *[3]int) {
	(*(*func(i, j, k int))(unsafe.Pointer(&f)))(a[0], a[1], a[2])
}

// callTimed is call with a look at the clock.
func (cy *cycle) callTimed(c *carrier, h *hand, v, it int32) {
	if cy.s.tracing != nil {
		cy.callShown(c, h, v, it)
		return
	}
	t := clock()
	cy.call(v, it)
	h.timed(max(0, clock()-t-clockNs))
	if !cy.phase.timed || cy.phase.ran.Load() > freshTimed {
		h.tick = lookEvery
	}
}

func (h *hand) timed(ns int64) {
	h.ran++
	h.busy += ns
	if h.ran >= 64 || ns > heavyNs {
		h.cycle.flush(h)
	}
}

// flush adds what h has timed to the phase, and to the estimate of the bodies' length.
func (cy *cycle) flush(h *hand) {
	if h.ran == 0 {
		return
	}
	cy.phase.ran.Add(h.ran)
	cy.phase.busy.Add(h.busy)
	cy.g.tempo.note(h.busy / h.ran)
	h.ran, h.busy = 0, 0
}

// release takes node v, which has run in iteration it, away from what its successors wait
// for, and returns the one to run next. The other ones that are ready go to h.
func (cy *cycle) release(c *carrier, h *hand, v, it int32) int32 {
	g := cy.g
	if it+1 >= cy.phase.late {
		return cy.releaseLate(c, h, v, it)
	}
	if g.kind[v] == kindCond && cy.ended {
		return nobody
	}
	next := nobody
	for _, e := range g.succ[g.off[v]:g.off[v+1]] {
		x := e >> 1
		n := &g.count[x]
		// At 1 we are the last: nobody else can change it.
		if atomic.LoadInt32(&n.left) == 1 || atomic.AddInt32(&n.left, -1) == 0 {
			n.left = n.deg
			next = cy.better(h, next, x)
		}
	}
	return cy.successor(h, next)
}

// releaseLate is release where the phase may end: an edge counts only if its target still
// runs in that iteration.
func (cy *cycle) releaseLate(c *carrier, h *hand, v, it int32) int32 {
	g, p := cy.g, &cy.phase
	next := nobody
	if g.kind[v] != kindCond || !cy.ended {
		for _, e := range g.succ[g.off[v]:g.off[v+1]] {
			x := e >> 1
			if it+e&1 >= p.limit(x) {
				continue
			}
			n := &g.count[x]
			if atomic.LoadInt32(&n.left) == 1 || atomic.AddInt32(&n.left, -1) == 0 {
				n.left = n.deg
				next = cy.better(h, next, x)
			}
		}
	}
	if p.final && cy.gs != nil && cy.rest == 0 && it+1 == p.limit(v) {
		cy.gs.leave(c, v)
	}
	return cy.successor(h, next)
}

// limit is how many strides node v takes part in.
func (p *phase) limit(v int32) int32 {
	if v >= p.bound {
		return p.len - 1
	}
	return p.len
}

// better returns the one of two ready nodes that has the higher priority, or the first, and
// queues the other one.
func (cy *cycle) better(h *hand, next, x int32) int32 {
	if next == nobody {
		return x
	}
	if p := cy.g.prio; p != nil {
		if p[x] > p[next] {
			next, x = x, next
		}
		cy.put(h, x)
		return next
	}
	h.own = append(h.own, x)
	return next
}

// put queues a ready node: in the heap if it has a priority.
func (cy *cycle) put(h *hand, x int32) {
	if p := cy.g.prio; p != nil && p[x] != 0 {
		cy.heap.put(x, p[x])
		return
	}
	h.own = append(h.own, x)
}

// successor decides about the immediate successor, as the runtime was told to.
func (cy *cycle) successor(h *hand, next int32) int32 {
	if next == nobody {
		return nobody
	}
	switch cy.s.rt.cfg.Successor {
	case SuccessorBypass:
		return next
	case SuccessorInside:
		p := int32(0)
		if cy.g.prio != nil {
			p = cy.g.prio[next]
		}
		return cy.heap.exchange(next, p)
	}
	cy.put(h, next)
	return nobody
}
