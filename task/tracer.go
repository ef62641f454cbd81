package task

import (
	"unsafe"

	"heddle/internal/cpu"
)

// A tracer is a carrier's part of a tracing. Plain: its goroutine's own.
type tracer struct {
	// now is the last reading of the counter if the carrier has since done nothing but go
	// from one task to the next; else 0.
	now  int64
	open []*mark // of the bodies on the carrier's stack, in the log of its seat
	tr   *tracing

	// Tasks in place are not all measured. gap is how long it last took from one to the next;
	// trust for how many tasks that is to be believed, or, negative, how many must be measured
	// before it is; burst how many of them go on one reading, and left how many of those are to
	// come. skip: the innermost open body is to end without a reading. last: the mark of one
	// that has, since the last reading.
	gap         int64
	trust       int32
	burst, left int8
	skip        bool
	last        *mark
	// run is trust of queued tasks that follow each other, for which no gap need be known: what is
	// between two counts for the second.
	run int32
}

const (
	gapNs       = 150  // from one task in place to the next, that passes for short
	roughNs     = 1000 // what an assumption may be wrong by
	trustTasks  = 15   // that are not measured when one was short
	doubtsTasks = 64   // that are when one was not
	burstMost   = 8    // tasks on one reading
)

// read reads the counter. If bodies have ended without a reading, they have by now.
func (r *tracer) read() int64 {
	now := cpu.Ticks()
	if r.last != nil {
		r.last.end = now
		r.last = nil
	}
	return now
}

// begin opens a span of the kind and task that m says. The caller has set its start, or
// leaves 0 to have the counter read.
func (c *carrier) begin(tr *tracing, m mark) {
	r := &c.tracer
	if m.start == 0 {
		m.start = r.read()
	}
	r.skip = false
	if n := len(r.open); n > 0 && r.open[n-1].flag&(markAssumed|markBegun) == markAssumed {
		around := r.open[n-1] // it has begun before, and may end much later
		around.ready = m.start
		around.flag |= markBegun
	}
	p := tr.logs[c.w.id].next()
	*p = m
	c.tracer.tr = tr
	c.tracer.open = append(c.tracer.open, p)
}

// end closes the span that was opened last.
func (c *carrier) end() {
	r := &c.tracer
	n := len(r.open) - 1
	m := r.open[n]
	r.open = r.open[:n]
	if r.skip {
		r.skip = false
		m.end = 0
		r.last = m
		return
	}
	now := r.read()
	m.end = now
	length := now - m.start
	switch {
	case m.flag&markAssumed == 0:
		r.burst = 0
		if length < r.tr.rough/2 {
			r.burst = int8(min(burstMost, r.tr.rough/(length+1)/2))
		}
		r.left = r.burst
	case length > r.tr.rough:
		r.trust, r.run = -doubtsTasks, -doubtsTasks
	}
	r.now = now
	if m.kind != TaskSpan {
		r.now = 0
	}
}

// suspend is called before c gives its seat up with bodies on its stack.
func (c *carrier) suspend() {
	c.tracer.now = 0
	c.tracer.skip = false
	if len(c.tracer.open) == 0 {
		return
	}
	now := c.tracer.read()
	for _, m := range c.tracer.open {
		m.end = now
		m.flag |= markContinued
	}
}

// resume is called when these bodies go on, on the seat that c has now.
func (c *carrier) resume() {
	if len(c.tracer.open) == 0 {
		return
	}
	l := c.tracer.tr.logs[c.w.id]
	now := c.tracer.read()
	for i, m := range c.tracer.open {
		p := l.next()
		*p = *m
		p.start, p.flag = now, 0
		c.tracer.open[i] = p
	}
}

// identify says in m which task t is.
func (t *slot) identify(m *mark) {
	m.ready, m.scope, m.seq, m.node, m.iter = t.ready, t.sc.number, t.seq, 0, 0
	if t.flag&flagExtra != 0 && t.x.cycle != nil {
		cy := t.x.cycle
		m.ready, m.node, m.iter = cy.ready, uint32(t.x.node)+1, int32(cy.step(t.x.node, t.x.iter))
	}
	if t.flag&flagLabel != 0 {
		m.name, m.code, m.size = unsafe.Pointer(unsafe.StringData(t.label)), 0, uint16(len(t.label))
	} else {
		m.name, m.code, m.size = nil, codeOf(t.fn), 0
	}
}

// record runs the body of a queued task and records it.
func (c *carrier) record(t *slot) {
	s, r := t.sc, &c.tracer
	tr := s.tracing
	timed := c.ticks&sampleMask == 0 || t.flag&(flagTimed|flagProbed) != 0 || s.mode.Load()&modeTrial != 0
	m := tr.logs[c.w.id].next()
	m.child, m.kind = 0, TaskSpan
	t.identify(m)
	start := int64(0)
	if timed {
		start = r.read()
		m.start, m.flag = start, 0
	} else {
		r.startQueued(m, s.alone)
	}
	r.tr = tr
	r.open = append(r.open, m)
	code := codeOf(t.fn)
	c.call(t)
	c.end()
	if timed {
		ns := int64(float64(r.now-start) * tr.tick)
		s.rt.codes.timed(code, ns)
		c.note(s, ns)
	}
}

// startQueued sets the start of a queued task: the end of the one before it, if the carrier comes
// from that. As long as nobody else is about in its scope, it may end without a reading too, as in
// startInPlace. For others might begin, and end, what it makes ready, before it seems to end.
func (r *tracer) startQueued(m *mark, alone bool) {
	switch {
	case r.now == 0 || r.last != nil && !alone:
		m.start, m.flag = r.read(), 0
	case alone && r.run > 0 && r.burst > 1:
		r.run--
		m.start, m.flag = r.now, markAssumed
		if r.left > 1 && r.run > 0 {
			r.left--
			r.skip = true
		} else {
			r.left = r.burst
		}
	default:
		m.start, m.flag = r.now, 0
		if r.last != nil {
			m.start = r.read()
		}
		if r.run++; r.run > 0 {
			r.run = trustTasks
		}
	}
}

// cut ends a burst, if there is one: what comes next is not to be taken for a part of it.
func (r *tracer) cut() {
	if r.last != nil {
		r.now = r.read()
	}
}

// submitted records what t, which has just been entered in its data, uses. Bodies in place that it
// comes after have ended: it may begin and end before the counter is read again.
func (s *Scope) submitted(t *slot, cl []Clause) {
	s.c.tracer.cut()
	t.ready = 0
	if s.tracing.logs != nil && t.kind != kindJoin && t.kind != kindSystem {
		s.tracing.logs[s.c.w.id].note(s, cl)
	}
}

// released notes when t, which c has released, became ready.
func (c *carrier) released(t *slot) {
	if t.sc.tracing.logs == nil {
		return
	}
	if c.tracer.now == 0 {
		c.tracer.now = c.tracer.read()
	}
	t.ready = c.tracer.now
}

// unwound ends the span of t, whose body does not return: Goexit.
func (c *carrier) unwound(t *slot) {
	if tr := t.sc.tracing; tr != nil && tr.logs != nil && t.kind != kindSystem {
		c.end()
	}
}

// beginEvent opens the span of Event task t.
func (c *carrier) beginEvent(t *slot) (recorded bool) {
	tr := t.sc.tracing
	if tr == nil || tr.logs == nil {
		return false
	}
	var m mark
	t.identify(&m)
	c.begin(tr, m)
	return true
}

// beginBody opens the span of a body that submits to s: of GoScope task t, or of a Run, or
// of a Wait, if t is nil.
func (s *Scope) beginBody(kind SpanKind, t *slot) (recorded bool) {
	tr := s.tracing
	if tr == nil || tr.logs == nil {
		return false
	}
	var m mark
	if t != nil {
		t.identify(&m)
	} else if n := len(s.c.tracer.open); n > 0 {
		around := s.c.tracer.open[n-1]
		m.scope, m.seq, m.node, m.iter = around.scope, around.seq, around.node, around.iter
	}
	m.kind, m.child = kind, s.number
	if kind == WaitSpan {
		m.scope, m.seq = s.number, s.seq
	}
	s.c.begin(tr, m)
	s.c.tracer.now = 0
	return true
}

// recordInPlace runs a body in place and records it. The mark is written where it stays: to
// copy it would take as long as the rest.
func (s *Scope) recordInPlace(kd kind, f func(), i, j, k int, cl []Clause) {
	c, tr := s.c, s.tracing
	l := tr.logs[c.w.id]
	m := l.next()
	m.name, m.code, m.size = nil, 0, 0
	if len(cl) > 0 {
		if label := l.note(s, cl); label != nil {
			m.name, m.size = label.p, uint16(label.n)
		}
	}
	if m.name == nil {
		m.code = codeOf(f)
	}
	m.scope, m.seq, m.node, m.iter, m.child, m.kind, m.flag = s.number, s.seq, 0, int32(s.step), 0, TaskSpan, 0
	c.startInPlace(tr, m)
	c.tracer.tr = tr
	c.tracer.open = append(c.tracer.open, m)
	ok := false
	defer func() {
		if !ok {
			c.end()
			s.thrown(recover(), cl)
		}
	}()
	if err := bodyInPlace(kd, f, i, j, k); err != nil {
		s.fail(s.here(), err, nil)
	}
	ok = true
	c.end()
	if s.lookDue() {
		s.look()
	}
}

// bodyInPlace runs a body, whatever its kind.
func bodyInPlace(kd kind, f func(), i, j, k int) error {
	switch kd {
	case kindGo3:
		(*(*func(i, j, k int))(unsafe.Pointer(&f)))(i, j, k)
	case kindTry:
		return (*(*func() error)(unsafe.Pointer(&f)))()
	default:
		f()
	}
	return nil
}

// startInPlace sets the start of a body in place. If the submitter has just come from one task
// to the next at once, that is as far from the end of the last as was measured then; and if
// that was short, the body is to end without a reading too: harvest shares the time out
// among all of the burst.
func (c *carrier) startInPlace(tr *tracing, m *mark) {
	r := &c.tracer
	m.ready = 0 // it is when it starts
	if r.now != 0 && r.trust > 0 {
		r.trust--
		m.start, m.flag = r.now+r.gap, markAssumed
		if r.left > 1 && r.trust > 0 {
			r.left--
			r.skip = true
		} else {
			r.left = r.burst
		}
		return
	}
	m.start, m.flag = r.read(), 0
	switch gap := m.start - r.now; {
	case r.now == 0:
	case gap > tr.gap:
		r.trust = -doubtsTasks
	case r.trust < 0:
		r.trust++
	case r.burst < 1: // bodies are long: measure each
	default:
		r.gap, r.trust = max(0, gap-tr.read), trustTasks
	}
}
