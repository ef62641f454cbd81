package task

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
)

// ErrClosed is returned by Run after Close.
var ErrClosed = errors.New("task: the runtime is closed")

// ErrGoexit is the error of a task that called runtime.Goexit (or testing's FailNow,
// which does).
var ErrGoexit = errors.New("task: runtime.Goexit called in a task")

// A PanicError is what Run panics with when a task has panicked.
type PanicError struct {
	Value any    // what the task panicked with
	Stack []byte // of the task's goroutine, as by debug.Stack
	Label string // of the task, "" if it has none
}

// Error returns the value, the label and the stack.
func (e *PanicError) Error() string {
	where := "a task"
	if e.Label != "" {
		where = "task " + e.Label
	}
	return fmt.Sprintf("%v [in %s]\n\n%s", e.Value, where, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// A CancelledError is returned by Run if its context was cancelled before all tasks were
// done.
type CancelledError struct {
	Cause     error // context.Cause of the context
	Unstarted int   // tasks that never ran
}

// Error says why, and how many tasks never ran.
func (e *CancelledError) Error() string {
	if e.Unstarted == 1 {
		return fmt.Sprintf("task: %v: 1 task never ran", e.Cause)
	}
	return fmt.Sprintf("task: %v: %d tasks never ran", e.Cause, e.Unstarted)
}

// Unwrap returns the cause.
func (e *CancelledError) Unwrap() error { return e.Cause }

// failure is the first error and the first panic in program order.
type failure struct {
	err   error
	errAt place
	pan   *PanicError
	panAt place
}

// A place in program order: the task's number in its scope, modulo 2^32, and for tasks of
// a cycle, which has one number, their order in there.
type place struct {
	seq  uint32
	node uint64
}

func (a place) before(b place) bool {
	return int32(a.seq-b.seq) < 0 || a.seq == b.seq && a.node < b.node
}

// fail notes an error or a panic of the task at place p and stops the scope.
func (s *Scope) fail(p place, err error, pan *PanicError) {
	s.mu.Lock()
	f := &s.first
	if pan != nil && (f.pan == nil || p.before(f.panAt)) {
		f.pan, f.panAt = pan, p
	}
	if err != nil && (f.err == nil || p.before(f.errAt)) {
		f.err, f.errAt = err, p
	}
	s.stop()
	s.mu.Unlock()
}

// failPanic notes what a task threw. The stack is that of the panicking goroutine, since
// deferred functions run on top of it.
func (s *Scope) failPanic(p place, v any, label string) {
	s.mode.Or(modeStop)        // at once: the stack takes a while
	pan, ok := v.(*PanicError) // of a nested Run: it knows better where
	if !ok {
		pan = &PanicError{Value: v, Stack: debug.Stack(), Label: label}
	}
	s.fail(p, nil, pan)
}

// here is the place of the task submitted last.
func (s *Scope) here() place { return place{seq: s.seq} }

// thrown is for a body that ran in place: a panic, or, if v is nil, a Goexit.
func (s *Scope) thrown(v any, cl []Clause) {
	if v == nil {
		s.fail(s.here(), ErrGoexit, nil)
		return
	}
	s.failPanic(s.here(), v, labelOf(cl))
}

// stop lets no further body start. s.mu is held.
func (s *Scope) stop() {
	s.mode.Or(modeStop)
	for high := noDepth - s.depth.Load(); ; {
		if h := s.root.highest.Load(); h >= high || s.root.highest.CompareAndSwap(h, high) {
			break
		}
	}
	s.root.halted.Add(1) // after mode and highest: who sees it looks at these then, see stoppedAround
	if s.cancel != nil {
		s.cancel(s.reason())
	}
}

// stopFor stops the scope because of its context.
func (s *Scope) stopFor(cause error) {
	s.mu.Lock()
	if s.cause == nil && s.first.err == nil && s.first.pan == nil {
		s.cause = cause
	}
	s.stop()
	s.mu.Unlock()
}

// stopped tells whether no further body may start. About 1 ns for a Run without a
// context that can be cancelled, else some more.
func (s *Scope) stopped() bool {
	m := s.mode.Load()
	return m&(modePoll|modeStop) != 0 && (m&modeStop != 0 || s.poll())
}

// poll looks at the context and at the enclosing scopes.
func (s *Scope) poll() bool {
	if atomic.LoadUint32(s.gone) != 0 && s.ctx.Err() != nil {
		s.stopFor(context.Cause(s.ctx))
		return true
	}
	n := s.root.halted.Load()
	return n != s.seen.Load() && s.stoppedAround(n)
}

// stoppedAround tells whether s or a scope around it has been stopped, and stops s then: of those
// with the same root n have been by now, more than when s last looked. It looks no further out
// than the outermost of them: where each of many scopes around each other stops in its turn, from
// within, each has one to look at.
func (s *Scope) stoppedAround(n uint32) bool {
	least := noDepth - s.root.highest.Load()
	for p := s; p != nil && p.depth.Load() >= least; p = p.parent.Load() {
		if p.mode.Load()&modeStop != 0 {
			s.mode.Or(modeStop)
			return true
		}
	}
	s.seen.Store(n) // what n was loaded before: a later stop counts further
	return false
}

// reason returns the error that the scope would end with. s.mu is held.
func (s *Scope) reason() error {
	switch {
	case s.first.pan != nil:
		return s.first.pan
	case s.cause != nil:
		return &CancelledError{Cause: s.cause, Unstarted: int(s.unrun.Load())}
	case s.first.err != nil:
		return s.first.err
	}
	return nil
}

// inherit passes on what went wrong in the subtasks of s's task at place p.
func (s *Scope) inherit(p place, child *Scope) {
	s.unrun.Add(child.unrun.Load())
	child.mu.Lock()
	f, cause := child.first, child.cause
	child.mu.Unlock()
	if cause != nil {
		s.stopFor(cause)
	}
	if f.err != nil || f.pan != nil {
		s.fail(p, f.err, f.pan)
	}
}
