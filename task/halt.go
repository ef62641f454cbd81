package task

import "slices"

// held is called when the body that h runs in its lane is about to give up its seat: perhaps
// it waits for a node that comes later in this lane. So the lanes are to end: all hands stop
// at the next node, and the last one lets the rest of the phase run free.
func (cy *cycle) held(h *hand) {
	ls, l := cy.lanes, h.lane
	if h.end == 0 {
		return // not for the first time
	}
	h.end, h.mode = 0, &stopMode
	cy.mu.Lock()
	defer cy.mu.Unlock()
	cy.g.unlaned = true
	l.at = ls.pos[h.at]
	ls.state.Store(lanesHalt)
	ls.busy--
	cy.halted()
}

// back is called when a body that was held up has returned, or panicked: ended tells which.
func (cy *cycle) back(c *carrier, h *hand, ended bool) {
	ls, l, v := cy.lanes, h.lane, h.at
	h.lane = nil
	cy.mu.Lock()
	free := ls.state.Load() == lanesHalted
	if !free { // it is done before the lanes have ended
		l.taken = false
		l.at++
	}
	cy.mu.Unlock()
	switch {
	case !ended:
	case free:
		if x := cy.release(c, h, v, h.iter); x != nobody {
			h.own = append(h.own, x)
		}
	case cy.gs != nil && cy.exiting(h.iter):
		cy.gs.leave(c, v)
	}
}

// halted frees the nodes if the lanes are to halt and all have. The caller holds cy.mu. It
// returns true if it has.
func (cy *cycle) halted() bool {
	ls := cy.lanes
	if ls.state.Load() != lanesHalt || ls.busy > 0 {
		return false
	}
	cy.came()
	done := slices.Clone(cy.g.iter)
	for u := range done {
		if l := &ls.all[ls.of[u]]; l.taken && ls.pos[u] == l.at {
			done[u]-- // it runs
		}
	}
	cy.recount(done)
	ls.state.Store(lanesHalted)
	return true
}

// came sets iter, which says what has begun, as far as the lanes have come. No hand runs a
// node, but those that are held up in one.
func (cy *cycle) came() {
	ls := cy.lanes
	for v := range cy.g.iter {
		l := &ls.all[ls.of[v]]
		n := l.it
		if at := ls.pos[v]; at < l.at || at == l.at && l.taken {
			n++
		}
		cy.g.iter[v] = min(n, cy.phase.limit(int32(v)))
	}
}

// recount sets the counters to where the nodes have come, and makes ready what is: node u has begun
// iter[u] times in this phase, and ended done[u] times. The caller holds cy.mu, and gs.mu unless all
// gates are open.
func (cy *cycle) recount(done []int32) {
	g := cy.g
	for x := range g.count {
		g.count[x].left = 0
	}
	for u, n := range done {
		for _, e := range g.succ[g.off[u]:g.off[u+1]] {
			x := e >> 1
			// The edge counts for the iteration that x runs next, if it is from a node that
			// has not ended yet in that one, or the one before.
			if n+e&1 <= g.iter[x] {
				g.count[x].left++
			}
		}
	}
	if cy.gs != nil {
		for x, n := range cy.gs.waits() {
			g.count[x].left += n
		}
	}
	for x := int32(len(g.code)) - 1; x >= 0; x-- {
		if n := &g.count[x]; n.left == 0 {
			n.left = n.deg
			if g.iter[x] < cy.phase.limit(x) && !(g.cond != nil && cy.ended) {
				cy.inbox = append(cy.inbox, x)
			}
		}
	}
	cy.posted.Store(int32(len(cy.inbox)))
}
