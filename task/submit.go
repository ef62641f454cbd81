package task

import "sync/atomic"

// settle tells whether a task with these clauses may run at once: it has only plain
// clauses and all that it waits for is done. If so, the task is entered as done in its
// data, before it runs: what is submitted later cannot overtake it.
func (s *Scope) settle(cl []Clause) bool {
	labelled := false
	for i := range cl {
		k := cl[i].kind
		if !k.plain() {
			if k != clausePriority && k != clauseLabel {
				return false
			}
			labelled = labelled || k == clauseLabel
			continue
		}
		d := cl[i].datum()
		if d.sc != s || d.owner != s.me {
			s.adopt(d, cl)
		}
		if d.w != 0 {
			if _, _, ok := s.alive(d.w); ok {
				return false
			}
			d.w = 0
		}
		if d.nr != 0 && k != d.group && s.busyGroup(d) {
			return false
		}
	}
	for i := range cl {
		if cl[i].kind == accessWrite {
			cl[i].datum().written(0)
		}
	}
	if labelled {
		enterLabel(cl)
	}
	return true
}

// busyGroup tells whether a member of d's group is still running, or whether the group
// must be combined before others may use d.
func (s *Scope) busyGroup(d *Datum) bool {
	if d.group == accessReduce {
		return true
	}
	for _, r := range d.r[:d.nr] {
		if _, _, ok := s.alive(r); ok {
			return true
		}
	}
	for _, r := range d.more() {
		if _, _, ok := s.alive(r); ok {
			return true
		}
	}
	return false
}

// enterLabel notes in each datum which task used it last.
func enterLabel(cl []Clause) {
	for i := range cl {
		if cl[i].kind != clauseLabel {
			continue
		}
		for j := range cl {
			if k := cl[j].kind; k != none && k < clausePriority {
				d := cl[j].datum()
				d.label, d.labelLen = (*byte)(cl[i].p), uint16(cl[i].n)
			}
		}
		return
	}
}

// begin opens a slot for a task and enters it in its data. It returns nil if the scope is
// stopped: then the task is counted as never run.
func (s *Scope) begin(k kind, code uintptr, cl []Clause) (*slot, ref) {
	if s.stopped() {
		s.unrun.Add(1)
		return nil, 0
	}
	s.closeGroups(cl)
	s.live = s.live[:0]
	for i := range cl {
		s.collect(&cl[i])
	}
	t, me := s.admit()
	t.kind = k
	if code != 0 && !s.rt.codes.known(code) {
		t.flag |= flagTimed
	}
	for i := range cl {
		s.enter(&cl[i], t, me)
	}
	return t, me
}

// closeGroups adopts the clauses' data, and puts a join behind each group of accesses
// that cannot take the new one, since data keeps only one group and what it follows.
func (s *Scope) closeGroups(cl []Clause) {
	for i := range cl {
		k := cl[i].kind.strong()
		if k >= clausePriority {
			continue
		}
		d := cl[i].datum()
		if d.sc != s || d.owner != s.me {
			s.adopt(d, cl)
		}
		if d.nr != 0 && k != d.group && (k != accessWrite || d.group == accessReduce) {
			s.closeGroup(d)
		}
	}
}

func (s *Scope) closeGroup(d *Datum) {
	reduce := d.group == accessReduce
	s.live = s.live[:0]
	for _, r := range d.r[:d.nr] {
		s.addPred(r)
	}
	for _, r := range d.more() {
		s.addPred(r)
	}
	if len(s.live) <= 1 && !reduce {
		var r ref
		if len(s.live) == 1 {
			r = s.live[0]
		}
		d.written(r)
		return
	}
	t, me := s.admit()
	t.kind = kindJoin
	if reduce {
		t.kind = kindGo
		t.fn = d.x.red.combine
	}
	d.written(me)
	s.publish(t, me, nil)
}

func (s *Scope) addPred(r ref) {
	if r == 0 {
		return
	}
	if _, _, ok := s.alive(r); !ok {
		return
	}
	if len(s.live) < 16 { // beyond, comparing costs more than an edge too many
		for _, q := range s.live {
			if q == r {
				return
			}
		}
	}
	s.live = append(s.live, r)
}

// collect adds the live predecessors by one clause to s.live.
func (s *Scope) collect(c *Clause) {
	if c.kind >= accessWeakIn {
		return
	}
	d := c.datum()
	if d.nr == 0 || c.kind == d.group {
		s.addPred(d.w)
		return
	}
	for _, r := range d.r[:d.nr] { // they follow the writer
		s.addPred(r)
	}
	for _, r := range d.more() {
		s.addPred(r)
	}
}

// enter makes t the newest access of the clause's datum, or takes its attribute over.
func (s *Scope) enter(c *Clause, t *slot, me ref) {
	switch k := c.kind.strong(); k {
	case none:
	case clauseDeferred:
		t.flag |= flagDeferred
		s.patient = true
	case clausePriority:
		t.prio = c.n
		t.flag |= flagPrio
	case clauseLabel:
		t.label = c.label()
		t.flag |= flagLabel
	case accessWrite:
		c.datum().written(me)
	case accessCommutative:
		s.lockFor(c.datum(), t)
		fallthrough
	default:
		s.join(c.datum(), k, me)
	}
}

// admit opens the new task's slot, and a tree of empty joins if it has many predecessors.
func (s *Scope) admit() (*slot, ref) {
	for len(s.live) > maxEdges {
		t, me := s.alloc()
		t.kind = kindJoin
		n := len(s.live) - maxEdges
		if !s.link(t, me, s.live[n:]) {
			s.c.push(t)
		}
		s.live = s.live[:n]
		s.live = append(s.live, me)
		if n > 1 { // breadth first, so that the tree is shallow
			s.live[0], s.live[n] = s.live[n], s.live[0]
		}
	}
	return s.alloc()
}

// publish lets t run once its predecessors, s.live, are done.
func (s *Scope) publish(t *slot, me ref, cl []Clause) {
	if t.flag&flagLabel != 0 {
		enterLabel(cl)
	}
	if len(s.live) == 0 || !s.link(t, me, s.live) {
		s.c.push(t)
	}
}

// link makes t wait for preds and tells whether it does wait. pend holds the full number
// before the first link is published: nobody can bring it to 0 before the last link is
// in, so only predecessors that are done already need an atomic.
func (s *Scope) link(t *slot, me ref, preds []ref) bool {
	t.pend = int32(len(preds))
	miss := int32(0)
	for e, r := range preds {
		p, h, ok := s.alive(r)
		for ok {
			t.next[e] = uint32(h)
			// Publishes t and next[e] to the Swap in finish.
			if atomic.CompareAndSwapUint64(&p.head, h, h>>32<<32|uint64(uint32(me)<<4|uint32(e+1))) {
				break
			}
			_, h, ok = s.alive(r)
		}
		if !ok {
			miss++
		}
	}
	return miss == 0 || atomic.AddInt32(&t.pend, -miss) != 0
}
