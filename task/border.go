package task

import (
	"sync"
	"sync/atomic"
)

// gates are what lies between a cycle and its siblings: the nodes of the first iteration
// that must follow earlier siblings, and the slots by which later siblings follow nodes of
// the last one. They belong to the submitter until the cycle is launched.
type gates struct {
	cy *cycle

	entries  []entryGate
	mu       sync.Mutex // guards what follows
	launched bool       // the counts of the first iteration include what is shut
	// shut is how many entries are not open yet: a hint for hands that look for a node.
	shut atomic.Int32

	exits []exit
	// first[v] is the first of the links of node v in links, 0 if it has none.
	first []int32
	links []exitLink
}

// An entryGate is shut until some earlier siblings are done.
type entryGate struct {
	nodes []int32
	open  bool
}

// An exit is a slot that stands for the last accesses of a kind to a datum.
type exit struct {
	t    *slot
	need int32 // nodes that have not run their last iteration; who brings it to 0 closes t
}

type exitLink struct{ exit, next int32 }

// connect puts the cycle between its siblings, datum by datum: its first accesses follow
// those before, and what comes later follows its last ones. If the cycle waits for all
// entries before it begins, coarse is true.
func (s *Scope) connect(cy *cycle, coarse bool) {
	s.reveal()
	g := cy.g
	gs := &gates{cy: cy, first: make([]int32, len(g.code)), links: make([]exitLink, 1)}
	cy.gs = gs
	patient := s.patient
	s.patient = true // the slots are open until the cycle runs: more than the window, if need be
	for i := range g.tracks {
		tr := &g.tracks[i]
		s.enterCycle(gs, tr, coarse)
		s.leaveCycle(gs, tr)
	}
	s.patient = patient
}

// enterCycle makes the track's first accesses follow what the scope has submitted before.
func (s *Scope) enterCycle(gs *gates, tr *track, coarse bool) {
	d := tr.d
	cl := clauseOf(d, tr.topKind)
	if d.nr != 0 && cl.kind != d.group && (cl.kind != accessWrite || d.group == accessReduce) {
		s.closeGroup(d)
	}
	s.live = s.live[:0]
	s.collect(&cl, nil)
	s.shut(gs, tr.top, coarse)
	if tr.second != nobody && d.nr != 0 { // the first group joins one that is there
		s.live = s.live[:0]
		for _, r := range d.r[:d.nr] {
			s.addPred(r)
		}
		for _, r := range d.more() {
			s.addPred(r)
		}
		s.shut(gs, []int32{tr.second}, coarse)
	}
}

// shut makes nodes wait for s.live.
func (s *Scope) shut(gs *gates, nodes []int32, coarse bool) {
	if len(s.live) == 0 {
		return
	}
	gs.cy.hold.Add(1)
	t, me := s.admit()
	t.kind = kindSystem
	if coarse {
		t.fn = func() { gs.cy.drop(s.rt.current()) }
	} else {
		i := len(gs.entries)
		gs.mu.Lock()
		gs.entries = append(gs.entries, entryGate{nodes: nodes})
		gs.mu.Unlock()
		gs.shut.Add(1)
		t.fn = func() { gs.lift(s.rt.current(), i) }
	}
	s.publish(t, me, nil)
}

// leaveCycle makes later siblings follow the track's last accesses.
func (s *Scope) leaveCycle(gs *gates, tr *track) {
	d := tr.d
	if tr.w != nobody {
		d.written(s.exit(gs, tr.w))
	}
	if len(tr.last) > 0 {
		s.join(d, tr.group, s.exit(gs, tr.last...))
	}
}

// exit returns the slot that is closed when nodes have run for the last time.
func (s *Scope) exit(gs *gates, nodes ...int32) ref {
	t, me := s.alloc()
	t.kind = kindJoin
	i := int32(len(gs.exits))
	gs.exits = append(gs.exits, exit{t, int32(len(nodes))})
	for _, v := range nodes {
		gs.links = append(gs.links, exitLink{i, gs.first[v]})
		gs.first[v] = int32(len(gs.links) - 1)
	}
	return me
}

// met tells whether there are siblings to wait for.
func (gs *gates) met() bool { return len(gs.entries) > 0 }

// behind tells whether cy waits for siblings while c has ready tasks: one of those, perhaps.
func (cy *cycle) behind(c *carrier) bool {
	return cy.gs != nil && cy.gs.shut.Load() > 0 && (c.w.mine.len() > 0 || c.w.q.Len() > 0)
}

// launch lets the entries that are still shut count. The nodes of the first phase have
// their counts, and none of them runs yet; it leaves those that must wait out of ready, and
// returns the others.
func (gs *gates) launch(ready []int32) []int32 {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	gs.launched = true
	g := gs.cy.g
	waits := gs.waits()
	for v, n := range waits {
		if g.deg0[v] == 0 {
			g.count[v].left = 0
		}
		g.count[v].left += n
	}
	k := 0
	for _, v := range ready {
		if waits[v] == 0 {
			ready[k] = v
			k++
		}
	}
	return ready[:k]
}

// waits returns how many shut gates each node waits for. The caller holds gs.mu, or all are open.
func (gs *gates) waits() map[int32]int32 {
	waits := map[int32]int32{}
	for i := range gs.entries {
		if !gs.entries[i].open {
			for _, v := range gs.entries[i].nodes {
				waits[v]++
			}
		}
	}
	return waits
}

// lift is called when what entry i has waited for is done.
func (gs *gates) lift(c *carrier, i int) {
	cy := gs.cy
	gs.mu.Lock()
	e := &gs.entries[i]
	e.open = true
	gs.shut.Add(-1)
	launched := gs.launched
	nodes := e.nodes
	gs.mu.Unlock()
	var ready []int32
	if launched && !cy.s.stopped() {
		for _, v := range nodes {
			n := &cy.g.count[v]
			if atomic.AddInt32(&n.left, -1) == 0 {
				n.left = n.deg
				ready = append(ready, v)
			}
		}
	}
	cy.post(c, ready)
}

// leave is called when node v has run for the last time.
func (gs *gates) leave(c *carrier, v int32) {
	for l := gs.first[v]; l != 0; l = gs.links[l].next {
		e := &gs.exits[gs.links[l].exit]
		if atomic.AddInt32(&e.need, -1) == 0 {
			gs.close(c, e)
		}
	}
}

func (gs *gates) close(c *carrier, e *exit) {
	if next := c.finish(e.t); next != nil {
		c.push(next)
	}
}

// closeAll closes what is still open, at the end of the cycle.
func (gs *gates) closeAll(c *carrier) {
	for i := range gs.exits {
		if e := &gs.exits[i]; e.need > 0 {
			e.need = 0
			gs.close(c, e)
		}
	}
}
