package task

import (
	"sync"
	"time"
	"unsafe"

	"heddle/internal/cpu"
)

// A tracing is what a runtime does about its tasks beside running them: it records them if
// logs is not nil, and shows them to Go's own tools if asked to. A scope of which that is
// true has one, and modeTraced; no other scope looks further.
type tracing struct {
	logs    []*traceLog // of each worker; nil if tasks are not recorded
	regions bool        // Config.Regions
	labels  bool        // Config.ProfileLabels
	runs    int         // calls of Run being recorded; guarded by rt.mu

	began time.Time
	start int64   // the same in ticks
	tick  float64 // ns
	// In ticks: what reading the counter takes, and gapNs and roughNs.
	read, gap, rough int64
}

// A traceLog is what one worker records. It belongs to who holds the worker's seat, so it is
// written without locks; all are read when the runs that they record have ended.
type traceLog struct {
	_      [line]byte
	marks  []mark  // the piece being filled: len is how far
	uses   []use   // likewise
	spare  *pieces // of the runtime
	full   []*[markPiece]mark
	used   []*[usePiece]use
	cycles []launched
	scopes uint32 // made here
	scope  uint32 // which the last use was of
	// left is how many marks may still be taken; lost counts those that could not be.
	left, lost int
	spill      mark // what is lost is written here
	_          [line]byte
}

// A mark is a span as it is recorded: 64 bytes.
type mark struct {
	start, end, ready int64          // ticks
	name              unsafe.Pointer // the bytes of the label, nil without one
	code              uintptr        // of the body, to name what has no label
	scope             uint32         // the scope of the task; of another span, the one around
	seq               uint32         // the task's place in it
	child             uint32         // the scope of a body
	node              uint32         // of a task in a cycle, its node and 1; else 0
	iter              int32
	size              uint16 // of the label
	kind              SpanKind
	flag              uint8
}

const (
	markContinued = 1 << iota
	markRough
	markAssumed // start was not measured, so far
	markBegun   // ready is when it had begun, at the latest
)

// A use is an access of a task to a datum. One without a datum says that the scope of what
// follows is seq.
type use struct {
	d    *Datum // what it points to stays alive: no other datum gets its address
	seq  uint32
	kind access
}

const (
	markPiece = 2048
	usePiece  = 4096
)

// pieces are those that no trace is using: memory that has been written before takes a
// third of the time of memory that is new.
type pieces struct {
	mu    sync.Mutex
	marks []*[markPiece]mark
	uses  []*[usePiece]use
}

func pop[T any](list *[]*T) *T {
	n := len(*list)
	if n == 0 {
		return new(T)
	}
	p := (*list)[n-1]
	*list = (*list)[:n-1]
	return p
}

func (q *pieces) forMarks() *[markPiece]mark {
	q.mu.Lock()
	defer q.mu.Unlock()
	return pop(&q.marks)
}

func (q *pieces) forUses() *[usePiece]use {
	q.mu.Lock()
	defer q.mu.Unlock()
	return pop(&q.uses)
}

// take empties l's pieces, so that what they point to can go, and keeps them.
func (q *pieces) take(l *traceLog) {
	for _, p := range l.full {
		clear(p[:])
	}
	for _, p := range l.used {
		clear(p[:])
	}
	q.mu.Lock()
	q.marks, q.uses = append(q.marks, l.full...), append(q.uses, l.used...)
	q.mu.Unlock()
	l.full, l.used, l.marks, l.uses, l.cycles = nil, nil, nil, nil, nil
}

func newTracing(rt *Runtime, limit int) *tracing {
	tr := rt.cfg.observer()
	if tr == nil {
		tr = new(tracing)
	}
	tr.tick = cpu.TickTime()
	for range rt.ws {
		l := &traceLog{left: limit, spare: &rt.pieces}
		l.more()
		l.moreUses()
		tr.logs = append(tr.logs, l)
	}
	tr.gap, tr.rough = int64(gapNs/tr.tick), int64(roughNs/tr.tick)
	tr.read = 1 << 62
	for range 10 {
		t := cpu.Ticks()
		tr.read = min(tr.read, cpu.Ticks()-t)
	}
	tr.began, tr.start = time.Now(), cpu.Ticks()
	return tr
}

// more begins another piece for marks, if the limit allows it.
func (l *traceLog) more() bool {
	if l.left <= 0 {
		return false
	}
	p := l.spare.forMarks()
	l.full = append(l.full, p)
	l.marks = p[:0:min(l.left, markPiece)]
	l.left -= cap(l.marks)
	return true
}

func (l *traceLog) moreUses() {
	p := l.spare.forUses()
	l.used = append(l.used, p)
	l.uses = p[:0]
}

func (l *traceLog) isFull() bool { return l.left <= 0 && len(l.marks) == cap(l.marks) }

// next returns a fresh mark.
func (l *traceLog) next() *mark {
	n := len(l.marks)
	if n == cap(l.marks) {
		if !l.more() {
			l.lost++
			return &l.spill
		}
		n = 0
	}
	l.marks = l.marks[:n+1]
	return &l.marks[n]
}

// note records the accesses of s's newest task, unless the log is full, and returns the
// clause that is its label, or nil.
func (l *traceLog) note(s *Scope, cl []Clause) (label *Clause) {
	if l.isFull() {
		return clauseOfLabel(cl)
	}
	if l.scope != s.number {
		l.scope = s.number
		l.add(use{seq: s.number})
	}
	if cap(l.uses)-len(l.uses) < len(cl) {
		if len(cl) > usePiece {
			return l.noteMany(s, cl)
		}
		l.moreUses() // what is left of the last piece stays empty
	}
	u := l.uses
	n := len(u)
	u = u[:n+len(cl)]
	for i := range cl {
		c := &cl[i]
		k := c.kind
		if k.strong().strict() {
			u[n] = use{(*Datum)(c.p), s.seq, k}
			n++
		} else if k == clauseLabel {
			label = c
		}
	}
	l.uses = u[:n]
	return label
}

// noteMany is note for more clauses than a piece has room for.
func (l *traceLog) noteMany(s *Scope, cl []Clause) *Clause {
	for i := range cl {
		if k := cl[i].kind; k.strong().strict() {
			l.add(use{cl[i].datum(), s.seq, k})
		}
	}
	return clauseOfLabel(cl)
}

func clauseOfLabel(cl []Clause) *Clause {
	for i := range cl {
		if cl[i].kind == clauseLabel {
			return &cl[i]
		}
	}
	return nil
}

func (l *traceLog) add(u use) {
	n := len(l.uses)
	if n == cap(l.uses) {
		l.moreUses()
		n = 0
	}
	l.uses = l.uses[:n+1]
	l.uses[n] = u
}

// traced makes s a scope whose tasks are recorded or shown.
func (s *Scope) traced(tr *tracing, c *carrier) {
	s.tracing = tr
	if tr == nil {
		return
	}
	s.mode.Or(modeTraced)
	if tr.logs != nil {
		l := tr.logs[c.w.id]
		s.number = l.scopes*uint32(len(tr.logs)) + uint32(c.w.id) + 1
		l.scopes++
	}
}
