package task

import (
	"context"
	"unsafe"
)

// A recorder takes down the tasks that a body submits to its scope, instead of running
// them. It belongs to the body's goroutine.
type recorder struct {
	s     *Scope // the enclosing scope; nil for a Graph, which has none yet
	rs    *Scope // the scope that the body sees
	owner *Scope // of the data meanwhile: s, or else rs
	audit *audit // of s, before
	graph *graph
	draft *draft // that graph, tracks, preds and edges are in meanwhile
	edges edges
	// tracks are what the tasks do with each datum.
	tracks   []track
	task     slot // the task that is being submitted
	preds    []int32
	room     []int32 // for few
	roomSize int
	mixed    bool // there have been accesses other than In, Out and InOut
	inner    int  // loops that are written out, see Scope.Iterate
	step     int  // of the innermost of them
}

// record returns the graph of copies calls of body. s is the enclosing scope, or nil.
func record(s *Scope, c *carrier, copies int, cond func() bool, body func(*Scope)) *graph {
	rs := &Scope{rt: c.rt, me: firstLife, c: c}
	rs.root = rs
	rs.life.Store(firstLife)
	rs.live = rs.buf[:0]
	rs.begun()
	rs.mode.Store(0)
	rs.gauge.site = 1 // nothing runs in place
	if s != nil {
		rs.nest(s)
		rs.ctx, rs.done, rs.gone = s.ctx, s.done, s.gone
	} else {
		rs.setContext(context.Background())
	}
	r := &recorder{s: s, rs: rs, owner: rs, graph: new(graph)}
	rs.rec = r
	r.open()
	if s != nil {
		r.owner, r.audit = s, s.audit
		s.auditBy(&audit{closed: true})
	}
	defer r.giveBack()
	for range copies {
		r.graph.copies = append(r.graph.copies, int32(len(r.graph.code)))
		body(rs)
	}
	r.finish(cond)
	return r.graph
}

// notRecorded panics if s is being recorded: then none of its tasks has run.
func (s *Scope) notRecorded(what string) {
	if s.rec != nil {
		panic("task: " + what + " in a body that is being recorded: its tasks have not run yet")
	}
}

// begin returns the slot that the caller fills in, for add to read.
func (r *recorder) begin(k kind) *slot {
	r.task = slot{kind: k}
	return &r.task
}

// add appends the task that begin has begun.
func (r *recorder) add(cl []Clause) {
	t := &r.task
	for i := range cl {
		if c := &cl[i]; c.kind.strong()-1 >= accessWrite {
			r.attribute(c)
		} else if !c.kind.strong().plain() {
			r.mixed = true
		}
	}
	if r.mixed {
		r.closeGroups(cl)
	}
	if t.kind != kindScope {
		noWeak(cl)
	}
	r.preds = r.preds[:0]
	v := int32(len(r.graph.code))
	for i := range cl {
		if k := cl[i].kind.strong(); k-1 < accessWrite {
			n := r.track(&cl[i], cl)
			r.use(&r.tracks[n], k, v)
			r.graph.use(n, k)
		}
	}
	r.edges.into(v, r.preds)
	if t.kind == kindScope || t.kind == kindEvent || t.flag&(flagExtra|flagDeferred) != 0 {
		r.rare(v, cl)
	}
	if t.flag&flagLabel != 0 {
		r.graph.setLabel(v, t.label)
	}
	if t.flag&flagPrio != 0 {
		r.graph.setPriority(v, t.prio)
	}
	if t.kind == kindStep && r.inner > 0 {
		f, i := bodyStep(t), r.step
		r.graph.add(kindGo, func() { f(i) })
		return
	}
	if t.kind == kindGo3 {
		r.graph.setArgs(v, t.arg)
	}
	r.graph.add(t.kind, t.fn)
}

// closeGroups puts joins before a task with clauses cl. Where all accesses so far have been In, Out
// and InOut none is ever needed.
func (r *recorder) closeGroups(cl []Clause) {
	for i := range cl {
		if k := cl[i].kind.strong(); k-1 < accessWrite {
			r.closeFor(&r.tracks[r.track(&cl[i], cl)], k)
		}
	}
}

// attribute takes a clause over that is no access, or the lock of one that is.
func (r *recorder) attribute(c *Clause) {
	t := &r.task
	switch c.kind {
	case clauseDeferred:
		t.flag |= flagDeferred
	case clausePriority:
		t.prio = c.n
		t.flag |= flagPrio
	case clauseLabel:
		t.label = c.label()
		t.flag |= flagLabel
	}
}

// rare gives node v a slot of its own: the body gets to see it, or it has locks.
func (r *recorder) rare(v int32, cl []Clause) {
	t := new(slot)
	*t = r.task
	x := t.extra()
	x.node = v
	if t.kind == kindScope {
		for i := range cl {
			c := &cl[i]
			if k := c.kind.strong(); k-1 < accessWrite {
				d := r.datum(c)
				g := &gate{orig: d, write: k != accessIn, open: true}
				if r.s != nil {
					g.orig = r.s.original(d)
				}
				if d.x != nil {
					g.red = d.x.red
				}
				x.gates = append(x.gates, g)
			}
		}
	}
	r.graph.setSlot(v, t)
}

// system appends a node of our own that follows preds.
func (r *recorder) system(k kind, f func(), preds []int32) int32 {
	v := int32(len(r.graph.code))
	r.edges.into(v, preds)
	r.graph.add(k, f)
	return v
}

// datum returns the datum of a clause that has been tracked.
func (r *recorder) datum(c *Clause) *Datum { return r.tracks[c.datum().w].d }

// track returns the number of what is known about the clause's datum. The datum belongs to the enclosing
// scope, and subtasks may look at whose it is; its w is the submitter's alone, and holds the
// number of the track until the end of the recording.
func (r *recorder) track(c *Clause, cl []Clause) ref {
	o := r.owner
	d := c.datum()
	if !d.ownedBy(o) {
		d = o.adopt(c, cl) // or its shadow
		c.p = unsafe.Pointer(d)
	}
	if i := d.w; i < ref(len(r.tracks)) && r.tracks[i].d == d {
		return i
	}
	r.tracks = append(r.tracks, track{d: d, was: d.w, w: nobody, second: nobody})
	d.w = ref(len(r.tracks) - 1)
	return d.w
}

// giveBack restores the data.
func (r *recorder) giveBack() {
	for i := range r.tracks {
		d := r.tracks[i].d
		d.w = r.tracks[i].was
		if r.s == nil {
			d.sc, d.owner = nil, 0
		}
	}
	if r.s != nil {
		r.s.auditBy(r.audit)
	}
	r.rs.renew()
	r.rs.rec = nil
}
