package task

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"heddle/internal/shut"
)

const line = 128 // two cache lines: x86 prefetches pairs

// A Scope takes tasks from one submitter: the body it was made for. Its methods may be
// called by that body's goroutine only, not by the scope's tasks, which may run anywhere
// at any time: a task that has subtasks is submitted with GoScope, or calls Run.
type Scope struct {
	_ [line]byte

	// Read by every worker, written by the submitter before the tasks that need it are
	// published.
	rt    *Runtime
	seg   [segments][]slot
	owner *slot // the GoScope task whose body submits here; nil for a Run
	ctx   context.Context
	done  <-chan struct{} // ctx.Done(), nil if it cannot be cancelled
	gone  *uint32         // is 0 as long as done is open, see package shut
	// parent and depth are atomic since workers that look for tasks of a certain scope
	// may look at scopes that are being recycled.
	parent  atomic.Pointer[Scope]
	depth   atomic.Int32
	root    *Scope   // the outermost of those around s, or s: it lives as long as s does
	tracing *tracing // with modeTraced, else nil
	number  uint32   // in the trace
	// keeps: this is the owner of a Graph's data, and nothing else. lost is whether another scope
	// has taken some of them since; whoever does, does not run beside the graph.
	keeps bool
	lost  atomic.Bool
	// alone: nobody but the submitter's carrier can have reached a slot of this life, so links and
	// closes need no atomics. It becomes false before the first slot can be reached.
	alone bool
	// life changes whenever all that was submitted is done: in Wait and at the end. A
	// datum whose owner is this life may have tasks here. Only the submitter writes it.
	life atomic.Uint32
	// mode says how Go treats a ready task; see grain.go. grain is the mean length of the
	// bodies in ns. Both are hints, except for modeStop.
	mode  atomic.Uint32
	grain atomic.Int32
	// halted, of a root, counts the scopes below it, and itself, that were stopped; seen is what it
	// was when the scopes around s were last found not to be. Both are 0 in most. highest, of a
	// root that has halted, is noDepth less the depth of the outermost of those scopes.
	halted, seen atomic.Uint32
	highest      atomic.Int32
	_            [line]byte

	// The submitter's own: plain.
	c       *carrier // on which the body runs
	me      uint32   // the same as life: even, see Datum.owner
	seq     uint32   // tasks submitted
	step    int      // of Iterate
	cap     uint32   // slots in seg
	window  uint32   // the most they may become
	lim     uint32   // slots in use: pos wraps here
	goal    uint32   // slots wanted in use
	pos     uint32   // next slot to try
	peak    uint32   // slots used since the scope was taken from the pool: at most
	mark    uint32   // pos at the last Wait
	round   bool     // not only the slots from mark to pos have been opened since
	live    []pred   // scratch: live predecessors of the task being submitted
	buf     [16]pred
	open    []*Datum  // with a reduction that has not been combined
	shadows []*shadow // of data of enclosing scopes
	gauge   gauge
	rec     *recorder // tasks are recorded, not run; nil in most
	audit   *audit    // tasks must be the recorded ones; nil in most
	// patient: there have been tasks that may wait for later ones, so the window is only
	// a wish. making: the submitter makes room, or is in WaitOn, and must not
	// run Deferred tasks.
	patient, making bool
	waiting         bool // the submitter is in Wait
	_               [line]byte

	// Written by workers.
	watch   watch
	tally   tally
	mu      sync.Mutex // guards what follows
	first   failure
	cause   error // the context's, if that stopped the scope
	cancel  context.CancelCauseFunc
	derived context.Context
	unrun   atomic.Int64
	_       [line]byte
}

// noDepth is deeper than any scope.
const noDepth = 1<<31 - 1

// segments allows 1<<20 slots: 32 << 15.
const segments = 16

// count begins every submission that does not run in place.
func (s *Scope) count(k kind, cl []Clause) {
	s.seq++
	s.checkSubmitter()
	s.reveal() // somebody else may end it
	s.inspect(k, cl)
}

// inspect is for every submission but those that run in place at once.
func (s *Scope) inspect(k kind, cl []Clause) {
	if s.audit != nil {
		s.audit.check(s, k, cl)
	}
}

// reveal is called before a slot of s can be reached by anybody but the submitter's carrier.
func (s *Scope) reveal() {
	if s.alone {
		s.alone = false
		if s.tracing != nil {
			s.c.tracer.cut()
		}
	}
}

// auditBy has a look at every task submitted from now on; nil ends that.
func (s *Scope) auditBy(a *audit) {
	s.audit = a
	clear(s.gauge.known[:])
}

// Go submits f. It runs when all tasks that its clauses name are done, at once in this
// call if that seems best. Cost: tens of nanoseconds, one allocation for the closure.
func (s *Scope) Go(f func(), cl ...Clause) {
	s.seq++
	s.checkSubmitter()
	if s.knows(codeOf(f)) && (s.mode.Load() == modeInline || s.quiet() || s.polled()) && s.calm(cl) && !s.detour() {
		s.call(f, cl)
		return
	}
	s.submit(f, cl)
}

func (s *Scope) submit(f func(), cl []Clause) {
	s.inspect(kindGo, cl)
	if s.inPlace(codeOf(f)) && s.settles(cl) && !s.detour() {
		s.call(f, cl)
		return
	}
	if s.tracing != nil && s.inPlaceShown(kindGo, f, 0, 0, 0, cl) {
		return
	}
	if t, me := s.begin(kindGo, codeOf(f), cl); t != nil {
		t.fn = f
		s.publish(t, me, cl)
	}
}

// Go3 submits f(i, j, k). The arguments travel in the task: with an f that captures
// nothing, or is made once, it allocates nothing.
func (s *Scope) Go3(f func(i, j, k int), i, j, k int, cl ...Clause) {
	s.seq++
	s.checkSubmitter()
	if s.knows(code3Of(f)) && (s.mode.Load() == modeInline || s.quiet() || s.polled()) && s.calm(cl) && !s.detour() {
		s.call3(f, i, j, k, cl)
		return
	}
	s.submit3(f, i, j, k, cl)
}

func (s *Scope) submit3(f func(i, j, k int), i, j, k int, cl []Clause) {
	s.inspect(kindGo3, cl)
	if s.inPlace(code3Of(f)) && s.settles(cl) && !s.detour() {
		s.call3(f, i, j, k, cl)
		return
	}
	if s.tracing != nil && s.inPlaceShown(kindGo3, *(*func())(unsafe.Pointer(&f)), i, j, k, cl) {
		return
	}
	if t, me := s.begin(kindGo3, code3Of(f), cl); t != nil {
		t.fn = *(*func())(unsafe.Pointer(&f))
		t.arg = [3]int{i, j, k}
		s.publish(t, me, cl)
	}
}

// Try submits f, whose error stops the scope: tasks that have not been started are
// released unrun, and Run returns the error.
func (s *Scope) Try(f func() error, cl ...Clause) {
	s.seq++
	s.checkSubmitter()
	if s.knows(codeErrOf(f)) && (s.mode.Load() == modeInline || s.quiet() || s.polled()) && s.calm(cl) && !s.detour() {
		s.callErr(f, cl)
		return
	}
	s.submitErr(f, cl)
}

func (s *Scope) submitErr(f func() error, cl []Clause) {
	s.inspect(kindTry, cl)
	if s.inPlace(codeErrOf(f)) && s.settles(cl) && !s.detour() {
		s.callErr(f, cl)
		return
	}
	if s.tracing != nil && s.inPlaceShown(kindTry, *(*func())(unsafe.Pointer(&f)), 0, 0, 0, cl) {
		return
	}
	if t, me := s.begin(kindTry, codeErrOf(f), cl); t != nil {
		t.fn = *(*func())(unsafe.Pointer(&f))
		s.publish(t, me, cl)
	}
}

// GoScope submits f, which gets a scope of its own for subtasks. The task is done, and
// its successors may run, when f has returned and all subtasks are done; no worker is
// held while they run. A datum of s may be used in the subtasks only if the task has a
// weak access to it. Cost: about 150 ns.
func (s *Scope) GoScope(f func(*Scope), cl ...Clause) {
	s.count(kindScope, cl)
	fn := *(*func())(unsafe.Pointer(&f))
	if t, me := s.begin(kindScope, codeOf(fn), cl); t != nil {
		t.fn = fn
		s.publish(t, me, cl)
	}
}

// Context returns a context that is cancelled when the scope is stopped by an error, or
// when its Run's context is cancelled.
func (s *Scope) Context() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.derived == nil {
		ctx := s.ctx
		if s.owner != nil {
			ctx = s.parent.Load().Context()
		}
		s.derived, s.cancel = context.WithCancelCause(ctx)
		if s.mode.Load()&modeStop != 0 {
			s.cancel(s.reason())
		}
	}
	return s.derived
}

// Err returns what would be the scope's error if it ended now, nil if nothing is wrong.
func (s *Scope) Err() error {
	s.stopped()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reason()
}

// newScope takes a scope from the pool of c's seat.
func (c *carrier) newScope() *Scope {
	w := c.w
	var s *Scope
	if n := len(w.scopes); n > 0 {
		s = w.scopes[n-1]
		w.scopes[n-1] = nil
		w.scopes = w.scopes[:n-1]
	} else {
		s = &Scope{rt: c.rt, me: firstLife, window: uint32(c.rt.cfg.Window)}
		s.root = s
		s.life.Store(firstLife)
		s.live = s.buf[:0]
		s.grow()
	}
	s.c = c
	s.begun()
	return s
}

// within tells whether s, which has a task that is not done, is a or one of its descendants.
func (s *Scope) within(a *Scope) bool {
	if s == a || s.root == a {
		return true
	}
	d := a.depth.Load()
	for s != nil && s.depth.Load() > d {
		s = s.parent.Load()
	}
	return s == a
}

// free forgets what the user gave and puts s into the pool of c's seat.
func (s *Scope) free(c *carrier) {
	for i := uint32(0); i < max(s.peak, s.pos); i++ {
		t := s.at(i)
		t.fn, t.x, t.label = nil, nil, ""
	}
	s.peak, s.pos, s.mark, s.round = 0, 0, 0, false
	s.seq, s.step = 0, 0
	s.patient, s.making = false, false
	s.shadows = nil
	s.rec, s.audit = nil, nil
	s.owner, s.ctx, s.done, s.c, s.tracing = nil, nil, nil, nil, nil
	s.gone = shut.Open()
	if s.parent.Load() != nil {
		s.parent.Store(nil)
		s.root = s
	}
	if s.seen.Load() != 0 {
		s.seen.Store(0)
	}
	if s.halted.Load() != 0 {
		s.halted.Store(0)
		s.highest.Store(0)
	}
	s.first, s.cause, s.cancel, s.derived = failure{}, nil, nil, nil
	if s.unrun.Load() != 0 {
		s.unrun.Store(0)
	}
	s.watch.reset()
	if c.w != nil && len(c.w.scopes) < pooledScopes {
		c.w.scopes = append(c.w.scopes, s)
	}
}

const pooledScopes = 64
