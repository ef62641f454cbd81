package task

import (
	"slices"
	"sync/atomic"

	"heddle/internal/gid"
)

// settle tells whether a task with these clauses may run at once: it has only plain
// clauses and all that it waits for is done. If so, the task is entered as done in its
// data, before it runs: what is submitted later cannot overtake it. (If not, some data
// may have forgotten tasks that are done, which changes nothing.)
func (s *Scope) settle(cl []Clause) bool {
	for i := range cl {
		c := &cl[i]
		if !c.kind.strict() {
			if !c.kind.idle() {
				return false
			}
			continue
		}
		d := c.datum()
		if !d.ownedBy(s) {
			d = s.adopt(c, cl)
		}
		if !c.kind.plain() || d.owner&busy != 0 && !s.settled(d, c.kind) {
			return false
		}
	}
	return true
}

// settled tells whether an access of kind k to d has nothing to wait for.
func (s *Scope) settled(d *Datum, k access) bool {
	if d.w != 0 {
		if _, _, ok := s.alive(d.w); ok {
			return false
		}
		d.w = 0
	}
	if d.nr != 0 {
		if k == accessIn && d.group == accessIn {
			return true
		}
		if s.busyGroup(d) {
			return false
		}
	}
	d.written(0)
	return true
}

// drain waits for what a task in place waits for, rather than queue behind it: that did not
// pay. It helps meanwhile, and gives up after a while.
func (s *Scope) drain(cl []Clause) bool {
	if s.patient {
		return false
	}
	for i := range cl {
		if k := cl[i].kind; !k.plain() && !k.idle() {
			return false
		}
	}
	spin := spinner{until: clock() + drainNs}
	for {
		for s.helpOwn() {
		}
		if s.settle(cl) {
			return true
		}
		if !spin.again() || s.rt.nclaims.Load() > 0 {
			return false
		}
	}
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

// A pred is a live predecessor: its slot, and its head as it was seen.
type pred struct {
	t *slot
	h uint64
	r ref
}

// begin opens a slot for a task and enters it in its data. It returns nil if the scope is
// stopped: then the task is counted as never run.
func (s *Scope) begin(k kind, code uintptr, cl []Clause) (*slot, ref) {
	if s.rec != nil {
		return s.rec.begin(k), 0
	}
	if gid.Quick {
		s.onBody("a submission")
	}
	if s.stopped() {
		s.unrun.Add(1)
		return nil, 0
	}
	if s.lookDue() {
		s.survey(false)
	}
	s.live = s.live[:0]
	plain := true
	for i := range cl {
		c := &cl[i]
		if c.kind.plain() && c.datum().calm(s) {
			continue // nothing to wait for
		}
		if !c.kind.strict() || !s.collect(c, cl) {
			plain = false
			break
		}
	}
	if !plain {
		s.closeGroups(cl)
		if k != kindScope {
			noWeak(cl)
		} else if slices.ContainsFunc(cl, Clause.locks) {
			strengthen(cl)
		}
	}
	var gates []*gate
	if k == kindScope {
		gates = s.gatesFor(cl)
	}
	if !plain || gates != nil {
		s.live = s.live[:0]
		for i := range cl {
			if cl[i].kind.strict() {
				s.collect(&cl[i], cl)
			}
		}
	}
	t, me := s.admit()
	t.kind = k
	if code != 0 && !s.knows(code) {
		if mean, ok := s.rt.codes.mean(code); !ok || mean >= longNs {
			t.flag |= flagTimed
		} else if s.audit == nil {
			*s.gauge.place(code) = code
		}
	}
	if s.gauge.probes > 0 {
		s.gauge.probes--
		t.flag |= flagProbed
	}
	for i := range cl {
		c := &cl[i]
		switch {
		case c.kind == accessWrite:
			c.datum().written(me)
		case c.kind == accessIn:
			s.join(c.datum(), accessIn, me)
		default:
			s.enter(c, t, me)
		}
	}
	if t.flag&flagExtra != 0 {
		s.reveal() // who holds its locks may run it
	}
	if gates != nil {
		t.extra().gates = gates
	}
	return t, me
}

func noWeak(cl []Clause) {
	for i := range cl {
		if k := cl[i].kind; k == accessWeakIn || k == accessWeak {
			panic("task: weak access on a task without a scope of its own")
		}
	}
}

// strengthen makes weak accesses strong, for a task that holds locks until its subtasks are
// done: what the accesses follow might need these locks.
func strengthen(cl []Clause) {
	for i := range cl {
		cl[i].kind = cl[i].kind.strong()
	}
}

// closeGroups adopts the clauses' data, and puts a join behind each group of accesses
// that cannot take the new one, since data keeps only one group and what it follows.
func (s *Scope) closeGroups(cl []Clause) {
	for i := range cl {
		k := cl[i].kind.strong()
		if k == none || k >= clausePriority {
			continue
		}
		d := cl[i].datum()
		if !d.ownedBy(s) {
			d = s.adopt(&cl[i], cl)
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
			r = s.live[0].r
		}
		d.written(r)
		return
	}
	t, me := s.admit()
	t.kind = kindJoin
	if reduce {
		t.kind = kindSystem
		t.fn = d.x.red.combine
	}
	d.written(me)
	s.publish(t, me, nil)
}

func (s *Scope) addPred(r ref) {
	if r == 0 {
		return
	}
	t, h, ok := s.alive(r)
	if !ok {
		return
	}
	if len(s.live) < 16 { // beyond, comparing costs more than an edge too many
		for i := range s.live {
			if s.live[i].r == r {
				return
			}
		}
	}
	s.live = append(s.live, pred{t, h, r})
}

// collect adds the live predecessors by one clause to s.live. It returns false if the
// datum's group must be closed first.
func (s *Scope) collect(c *Clause, cl []Clause) bool {
	d := c.datum()
	if !d.ownedBy(s) {
		d = s.adopt(c, cl)
	}
	if d.nr == 0 || c.kind == d.group {
		s.addPred(d.w)
		return true
	}
	if c.kind != accessWrite || d.group == accessReduce {
		return false
	}
	for _, r := range d.r[:d.nr] { // they follow the writer
		s.addPred(r)
	}
	if d.nr == inlineReaders {
		for _, r := range d.more() {
			s.addPred(r)
		}
	}
	return true
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
		s.join(c.datum(), k, me)
	case accessReduce:
		if c.datum().nr == 0 {
			s.open = append(s.open, c.datum())
		}
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
		s.live = append(s.live, pred{t, uint64(me) >> 32 << 32, me}) // as alloc opened it
		if n > 1 {                                                   // breadth first, so that the tree is shallow
			s.live[0], s.live[n] = s.live[n], s.live[0]
		}
	}
	return s.alloc()
}

// publish lets t run once its predecessors, s.live, are done.
func (s *Scope) publish(t *slot, me ref, cl []Clause) {
	if s.rec != nil {
		s.rec.add(cl)
		return
	}
	if s.tracing != nil {
		s.submitted(t, cl)
	}
	if len(s.live) == 0 || !s.link(t, me, s.live) {
		if s.tracing != nil && s.tracing.logs != nil {
			t.ready = s.c.tracer.read()
		}
		s.c.push(t)
	}
}

// link makes t wait for preds and tells whether it does wait. pend holds the full number
// before the first link is published: nobody can bring it to 0 before the last link is
// in, so only predecessors that are done already need an atomic.
func (s *Scope) link(t *slot, me ref, preds []pred) bool {
	t.pend = int32(len(preds))
	if s.alone {
		return s.linkAlone(t, me, preds)
	}
	miss := int32(0)
	for e := range preds {
		p := &preds[e]
		h := p.h
		t.next[e] = uint32(h)
		// Publishes t and next[e] to the Swap in finish.
		if !atomic.CompareAndSwapUint64(&p.t.head, h, h>>32<<32|uint64(uint32(me)<<4|uint32(e+1))) && !s.relink(t, me, p, e) {
			miss++
		}
	}
	return miss == 0 || atomic.AddInt32(&t.pend, -miss) != 0
}

// linkAlone is link where nobody else is about.
func (s *Scope) linkAlone(t *slot, me ref, preds []pred) bool {
	for e := range preds {
		p := &preds[e]
		h := p.t.head
		if h>>32 != uint64(p.r)>>32 || uint32(h) == closed { // it has run while the submitter made room
			t.pend--
			continue
		}
		t.next[e] = uint32(h)
		p.t.head = h>>32<<32 | uint64(uint32(me)<<4|uint32(e+1))
	}
	return t.pend != 0
}

// relink tries again with the present head of p, as long as p is alive.
func (s *Scope) relink(t *slot, me ref, p *pred, e int) bool {
	for {
		_, h, ok := s.alive(p.r)
		if !ok {
			return false
		}
		t.next[e] = uint32(h)
		if atomic.CompareAndSwapUint64(&p.t.head, h, h>>32<<32|uint64(uint32(me)<<4|uint32(e+1))) {
			return true
		}
	}
}
