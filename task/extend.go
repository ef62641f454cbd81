package task

import (
	"slices"
	"sync/atomic"
)

// pause is called when the bodies on c's stack are about to give up their seat, and unpause when
// they go on.
func (c *carrier) pause() {
	for h := c.hand; h != nil; h = h.outer {
		h.cycle.pause(c, h)
	}
}

func (c *carrier) unpause() {
	for h := c.hand; h != nil; h = h.outer {
		h.cycle.unpause(h)
	}
}

func (cy *cycle) pause(c *carrier, h *hand) {
	cy.exposeHand(c, h)
	cy.mu.Lock()
	h.paused = true
	cy.paused.Add(1)
	cy.mu.Unlock()
	cy.unstick(c, cy.gs)
}

// unpause waits for who extends the phase, and acquires what that has changed.
func (cy *cycle) unpause(h *hand) {
	cy.mu.Lock()
	h.paused = false
	cy.paused.Add(-1)
	cy.mu.Unlock()
}

// unstick is called after paused has become more, or hold less. If only bodies that have given up
// their seats and earlier siblings are left, one may wait for what is to come in the next phase, which
// waits for it: so the phase is to go on. Of those who make the counts equal, the last one sees it. gs
// is cy.gs as it was when the caller had a hold: the cycle may have ended since, and begun anew.
func (cy *cycle) unstick(c *carrier, gs *gates) {
	if !cy.stuck(gs) {
		return
	}
	cy.mu.Lock()
	if gs != nil {
		gs.mu.Lock()
	}
	more := cy.stuck(gs) && cy.extend()
	if gs != nil {
		gs.mu.Unlock()
	}
	if more {
		cy.hold.Add(1) // or who is no longer paused might end the cycle before we have told anybody
	}
	cy.mu.Unlock()
	if more {
		cy.pass(c)
	}
}

func (cy *cycle) stuck(gs *gates) bool {
	n := cy.paused.Load()
	if gs != nil {
		n += gs.shut.Load()
	}
	return n > 0 && n == cy.hold.Load()
}

// extend makes the phase twice as long, if there are strides left and nodes are ready then; it returns
// true if so. All who hold the cycle are paused bodies and shut gates; the caller holds cy.mu and
// gs.mu, so they stay it.
func (cy *cycle) extend() bool {
	p := &cy.phase
	n := p.len
	if p.final || n == 0 || cy.ended || cy.s.stopped() || cy.atHand() {
		return false
	}
	cy.lengthen(int32(min(int64(n)*2, cy.total-cy.done, phaseMost)))
	done := slices.Clone(cy.g.iter)
	for _, h := range *cy.hands.Load() {
		if h.paused {
			done[h.at]--
		}
	}
	cy.recount(done)
	if len(cy.inbox) == 0 {
		cy.lengthen(n) // the way may still be chosen better
		return false
	}
	return true
}

// atHand tells whether a node is ready: somebody has been told, and is to come.
func (cy *cycle) atHand() bool {
	for _, h := range *cy.hands.Load() {
		if len(h.own) > 0 || atomic.LoadInt32(&h.exposed) > 0 {
			return true
		}
	}
	return len(cy.inbox) > 0 || cy.heap.n.Load() > 0
}
