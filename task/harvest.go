package task

import (
	"cmp"
	"slices"
	"time"
	"unsafe"

	"heddle/internal/cpu"
)

// A spot names a task: its scope, and where in that it was submitted; if that is a cycle,
// which node it is, plus 1, and in which iteration.
type spot struct {
	scope, seq, node uint32
	iter             int32
}

func (m *mark) spot() spot {
	if m.node == 0 {
		return spot{scope: m.scope, seq: m.seq}
	}
	return spot{m.scope, m.seq, m.node, m.iter}
}

// A harvest is a trace being made of what was recorded.
type harvest struct {
	*tracing
	trace  *Trace
	marks  []gleaned           // of each span of the trace
	births map[uint32]spot     // in which task's body a scope was made
	number map[spot]int        // of each task that ran
	uses   map[uint32][]use    // by scope
	waits  map[uint32][]uint32 // where in program order a scope has waited
	scopes map[uint32]int      // numbers in the trace
}

// gleaned is a mark and whose it is.
type gleaned struct {
	*mark
	worker int
}

// harvest makes a Trace and gives the pieces back. Nobody records any more.
func (tr *tracing) harvest() *Trace {
	stopped := cpu.Ticks()
	tr.tick = cpu.TickTime() // better known by now
	h := &harvest{
		tracing: tr,
		trace:   &Trace{Workers: len(tr.logs), Began: tr.began},
		births:  map[uint32]spot{},
		number:  map[spot]int{},
		uses:    map[uint32][]use{},
		waits:   map[uint32][]uint32{},
		scopes:  map[uint32]int{},
	}
	h.trace.Length = h.since(stopped)
	for id, l := range tr.logs {
		h.trace.Lost += l.lost
		h.collect(id, l)
	}
	h.sort()
	h.enumerate()
	after := h.order()
	h.settle(after)
	h.sort()
	h.trace.Spans = make([]Span, len(h.marks))
	for i, m := range h.marks {
		s := h.span(m)
		if s.Kind == TaskSpan {
			s.After = after[s.Task]
		}
		h.trace.Spans[i] = s
	}
	for _, l := range tr.logs {
		l.spare.take(l)
	}
	return h.trace
}

// sort puts the marks in order of their start, those that contain others first.
func (h *harvest) sort() {
	slices.SortStableFunc(h.marks, func(a, b gleaned) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
}

// settle sees to it that no task is ready, or starts, before the body that submitted it has begun
// and all that it comes after have ended: a start that was not measured may be too early, and what
// was noted when the last of these was done is when that one ended, not when the latest did.
func (h *harvest) settle(after [][]int) {
	end := make([]int64, len(after))
	first := make([]*mark, len(after)) // of its spans, the one in which a task began
	for _, m := range h.marks {
		if m.kind != TaskSpan {
			continue
		}
		n := h.number[m.spot()]
		end[n] = max(end[n], m.end)
		if first[n] == nil {
			first[n] = m.mark
		}
		if m.ready == 0 {
			m.ready = m.start
		}
	}
	settled := make([]bool, len(after))
	var from func(n int) int64 // when task n began
	from = func(n int) int64 {
		m := first[n]
		if !settled[n] {
			settled[n] = true
			for _, p := range after[n] {
				m.ready = max(m.ready, end[p])
			}
			if p := h.numberOf(h.births[m.scope]); p >= 0 {
				m.ready = max(m.ready, from(p))
			}
			m.start = min(max(m.start, m.ready), m.end)
		}
		return m.start
	}
	for n := range first {
		from(n)
	}
}

// collect takes over what worker id has recorded.
func (h *harvest) collect(id int, l *traceLog) {
	from := len(h.marks)
	for i, p := range l.full {
		n := len(p)
		if i == len(l.full)-1 {
			n = len(l.marks)
		}
		for k := range p[:n] {
			m := &p[k]
			h.marks = append(h.marks, gleaned{m, id})
			switch {
			case m.kind != WaitSpan:
				if m.child != 0 {
					h.births[m.child] = m.spot()
				}
			case m.flag&markContinued == 0: // of its parts, the last
				h.waits[m.scope] = append(h.waits[m.scope], m.seq)
			}
		}
	}
	h.share(h.marks[from:])
	scope := uint32(0)
	for i, p := range l.used {
		n := len(p)
		if i == len(l.used)-1 {
			n = len(l.uses)
		}
		for _, u := range p[:n] {
			if u.d == nil && u.seq != 0 {
				scope = u.seq
			} else if u.d != nil {
				h.uses[scope] = append(h.uses[scope], u)
			}
		}
	}
}

// share gives the tasks of each burst, which began after one reading of the counter and
// ended before the next, equal parts of the time between.
func (h *harvest) share(marks []gleaned) {
	for i := 0; i < len(marks); {
		if marks[i].flag&markAssumed == 0 {
			i++
			continue
		}
		start := marks[i].start
		n := 1
		for i+n < len(marks) && marks[i+n].flag&markAssumed != 0 && marks[i+n].start == start {
			n++
		}
		last := marks[i+n-1]
		long := last.end - start
		if last.flag&markBegun != 0 {
			long = last.ready - start
			last.ready = 0
		}
		long = max(0, long)
		for k := range n {
			m := marks[i+k]
			m.start = start + long*int64(k)/int64(n)
			if k < n-1 {
				m.end = start + long*int64(k+1)/int64(n)
			}
			if long > h.rough {
				m.flag |= markRough
			}
		}
		i += n
	}
	for _, m := range marks {
		m.end = max(m.end, m.start)
	}
}

// enumerate numbers the tasks and scopes in order of their start.
func (h *harvest) enumerate() {
	for _, m := range h.marks {
		if m.kind != TaskSpan {
			continue
		}
		at := m.spot()
		if _, ok := h.number[at]; !ok {
			h.number[at] = len(h.number)
		}
		if _, ok := h.scopes[m.scope]; !ok {
			h.scopes[m.scope] = len(h.scopes)
		}
	}
	for _, w := range h.waits {
		slices.Sort(w)
	}
}

// numberOf returns the number of a task, -1 if it has not run or is none.
func (h *harvest) numberOf(at spot) int {
	if n, ok := h.number[at]; ok {
		return n
	}
	return -1
}

func (h *harvest) span(m gleaned) Span {
	s := Span{
		Kind: m.kind, Continued: m.flag&markContinued != 0, Rough: m.flag&markRough != 0,
		Worker: m.worker, Start: h.since(m.start), End: h.since(m.end), Ready: h.since(m.start),
		Iteration: int(m.iter), Task: h.numberOf(m.spot()), Parent: -1,
	}
	switch {
	case m.name != nil:
		s.Label = unsafe.String((*byte)(m.name), int(m.size))
	case m.code != 0:
		s.Label = functionName(m.code)
	}
	switch m.kind {
	case TaskSpan:
		if m.ready != 0 { // counters may differ by some nanoseconds
			s.Ready = min(s.Start, h.since(m.ready))
		}
		s.Scope = h.scopes[m.scope]
		s.Parent = h.numberOf(h.births[m.scope])
		waits := h.waits[m.scope]
		s.Phase, _ = slices.BinarySearch(waits, m.seq)
	case WaitSpan:
		s.Task = h.numberOf(h.births[m.scope])
	}
	return s
}

// since returns when the counter stood at t.
func (h *harvest) since(t int64) time.Duration {
	return time.Duration(max(0, float64(t-h.start)*h.tick))
}

// order returns what each task came after: the rules of Datum, over all that was submitted
// and not only what was unfinished then.
func (h *harvest) order() [][]int {
	after := make([][]int, len(h.number))
	for scope, uses := range h.uses {
		slices.SortStableFunc(uses, func(a, b use) int { return cmp.Compare(a.seq, b.seq) })
		histories := map[*Datum]*history{}
		for _, u := range uses {
			me, ran := h.number[spot{scope: scope, seq: u.seq}]
			if !ran {
				continue
			}
			c := histories[u.d]
			if c == nil {
				c = new(history)
				histories[u.d] = c
			}
			after[me] = c.add(me, u.kind, after[me])
		}
	}
	h.cycles(after)
	return after
}

// A history is what a datum knows of its last accesses, as numbers of tasks: a group of one
// kind, and what it follows.
type history struct {
	kind          access
	before, group []int
	weak          bool // of the group, one at least did not wait for those before
}

// add enters an access of task me, and adds to after what it must wait for: nothing if the access
// is weak, and then those that come later wait for what it did not.
func (c *history) add(me int, k access, after []int) []int {
	strong := k.strong()
	if len(c.group) > 0 && (strong == accessWrite || strong != c.kind) {
		if !c.weak {
			c.before = nil
		}
		c.before, c.group, c.weak = append(c.before, c.group...), nil, false
	}
	c.kind = strong
	c.group = append(c.group, me)
	if !k.strict() {
		c.weak = true
		return after
	}
	for _, p := range c.before {
		if p != me && !slices.Contains(after, p) {
			after = append(after, p)
		}
	}
	return after
}
