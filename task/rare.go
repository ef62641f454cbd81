package task

import "sync/atomic"

// runRare runs a node that has a slot: its body sees it as a task (GoScope, Event), or it
// holds locks. It may end later and elsewhere, and counts in hold until then.
func (cy *cycle) runRare(c *carrier, v, it int32) {
	t := cy.g.slots[v]
	t.x.iter = it
	if t.kind == kindStep {
		t.arg[0] = cy.step(v, it)
	}
	atomic.StoreInt32(&t.stops, 1)
	t.head = 0 // open, with nobody in its list
	cy.hold.Add(1)
	if len(t.x.locks) > 0 && !c.lockAll(t) {
		return // who hands it the last lock runs it, or queues it
	}
	if c.exec(t) {
		c.finish(t)
	}
}

// finished is called when the task of a rare node is done, by whoever ended it.
func (cy *cycle) finished(c *carrier, t *slot) {
	v, it := t.x.node, t.x.iter
	if h := c.hand; h != nil && h.cycle == cy {
		if v = cy.release(c, h, v, it); v != nobody {
			h.own = append(h.own, v)
		}
		cy.hold.Add(-1) // not to 0: c has a hold of its own
		return
	}
	var h hand
	h.cycle = cy
	if v = cy.release(c, &h, v, it); v != nobody {
		h.own = append(h.own, v)
	}
	cy.post(c, h.own)
}

// post puts nodes where all hands look, and turns the caller's hold into an invitation to
// look.
func (cy *cycle) post(c *carrier, nodes []int32) {
	if len(nodes) > 0 || cy.heap.n.Load() > 0 {
		cy.mu.Lock()
		cy.inbox = append(cy.inbox, nodes...)
		cy.posted.Store(int32(len(cy.inbox))) // before the look at tokens: who takes one looks here
		cy.mu.Unlock()
		cy.pass(c)
		return
	}
	cy.drop(c)
}

// pass turns the caller's hold into an invitation to look for nodes, unless there is one.
func (cy *cycle) pass(c *carrier) {
	if cy.tokens.CompareAndSwap(0, 1) {
		c.push(&cy.token)
	} else {
		cy.drop(c)
	}
}
