package task

import (
	"errors"
	"time"
)

// errNeverRan is the cause in a Get of a future whose task was dropped by a scope that has
// ended since.
var errNeverRan = errors.New("the scope was stopped before the future's task began")

// Ready reports whether the result, a value or an error, is there.
func (a *Future[T]) Ready() bool { return a.ready.Load() }

// Value returns the value to a task that has named the future in a clause. It panics if
// there is no value: with the future's error, or because the future was not named and is
// not ready.
func (a *Future[T]) Value() T {
	if !a.ready.Load() {
		panic("task: Future.Value before the value is there: name the future in a clause, or use Get")
	}
	if a.err != nil {
		panic(a.err)
	}
	if a.gone.Load() {
		panic(errMoved)
	}
	return a.v
}

// Take returns the value and leaves none, for the task that has named Move. It panics as
// Value does.
func (a *Future[T]) Take() T {
	v := a.Value()
	a.empty()
	return v
}

// Get waits for the result. The error is that of f, or a *[PanicError] if f panicked, or a
// *[CancelledError] if the scope was stopped before f could run.
//
// The scope's submitter helps meanwhile, as in [Scope.WaitOn]. Anybody else waits without
// holding a worker, as in [Blocking]; a task should rather name the future in a clause.
// Get panics if the value has been moved.
func (a *Future[T]) Get() (T, error) {
	ours := a.g == goid()
	switch {
	case a.ready.Load() || a.over():
	case ours:
		a.use()
		a.s.WaitOn(&a.d)
	default:
		a.await()
	}
	if a.gone.Load() || ours && a.moved && a.ready.Load() && a.err == nil {
		panic(errMoved)
	}
	return a.result()
}

// result returns what there is when the task is done or dropped.
func (a *Future[T]) result() (T, error) {
	if a.ready.Load() {
		return a.v, a.err
	}
	var none T
	return none, a.dropped()
}

// dropped returns the error of a future whose task never runs.
func (a *Future[T]) dropped() error {
	s := a.s
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errNeverRan
	if s.life.Load() == a.life { // s is still the scope it was
		if reason := s.reason(); reason != nil {
			err = reason
		}
	}
	var c *CancelledError
	if errors.As(err, &c) {
		return c
	}
	return &CancelledError{Cause: err, Unstarted: 1}
}

// over reports whether the task is done, or will not run because its scope is stopped.
func (a *Future[T]) over() bool {
	return a.s.life.Load() != a.life || a.s.mode.Load()&modeStop != 0
}

// await blocks until the future is ready or gone. The scope tells nobody that it drops a
// task, so look now and then; a result is told at once.
func (a *Future[T]) await() {
	ch := make(chan struct{})
	if !a.done.CompareAndSwap(nil, &ch) {
		ch = *a.done.Load()
	}
	// Now ready: set either loaded done before, or closes it.
	Blocking(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for !a.ready.Load() && !a.over() {
			select {
			case <-ch:
			case <-tick.C:
			}
		}
	})
}
