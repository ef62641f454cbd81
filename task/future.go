package task

import "sync/atomic"

// A Future is a value that a task computes. It is a [Datum] with room for the value: who
// reads it says so with In, who takes it away says so with Move, and the scope orders tasks
// by these clauses as by all others. Two styles of programs come of it.
//
// Handle only: a Future[Void] says when; the data lies elsewhere.
//
//	l := task.Async(s, func() task.Void { potrf(akk); return task.Void{} }, akk.In())
//
// Value inside: the data travels in the future, shared with those who read it, moved, after
// all of these, to the one who writes it.
//
//	l := task.Then(s, akk, potrf)
//	aik = task.Dataflow(s, trsm, aik.Moved(), l.Shared())
//
// A Future belongs to the scope in which it was made, until that waits or ends; then
// another may use it. In, Move, Shared, Moved, Then and Dataflow are for the scope's
// submitter. A Future must not be copied.
type Future[T any] struct {
	d Datum
	s *Scope
	// life is the scope's when the task was submitted: once it has another, all its tasks
	// are done or dropped. g is the submitter's goroutine.
	life  uint32
	moved bool // the submitter has given the value away; the submitter's
	g     uintptr
	// ready is set after v and err, by the task; who loads true may read them.
	ready atomic.Bool
	v     T
	err   error
	// gone is set before a value that has been moved is forgotten; who loads true finds none.
	gone atomic.Bool
	// done is made by a Get that has to wait, and closed after ready.
	done atomic.Pointer[chan struct{}]
}

// Void is the type of no value, for futures that are handles only.
type Void = struct{}

// Async submits f and returns the future of its result. The clauses name data and other
// futures as in [Scope.Go]. Cost: that of Go, and one allocation more.
func Async[T any](s *Scope, f func() T, cl ...Clause) *Future[T] {
	a := newFuture[T](s)
	var buf [clausesInline]Clause
	s.Go(func() {
		defer a.caught()
		a.set(f(), nil)
	}, append(append(buf[:0], a.d.Out()), cl...)...)
	return a
}

// TryAsync is Async for an f that can fail: the error is the future's, and stops the scope
// as in [Scope.Try].
func TryAsync[T any](s *Scope, f func() (T, error), cl ...Clause) *Future[T] {
	a := newFuture[T](s)
	var buf [clausesInline]Clause
	s.Try(func() error {
		defer a.caught()
		v, err := f()
		a.set(v, err)
		return err
	}, append(append(buf[:0], a.d.Out()), cl...)...)
	return a
}

// Then submits f with the value of a, which it shares with other readers, and returns the
// future of its result. If a has failed, so does the result, with a's error; in the scope that
// this error has stopped, with a *[CancelledError] around it.
func Then[T, U any](s *Scope, a *Future[T], f func(T) U, cl ...Clause) *Future[U] {
	b := newFuture[U](s)
	var buf [clausesInline]Clause
	s.Try(func() error {
		defer b.caught()
		v, err := a.result()
		if err != nil {
			return b.fail(err)
		}
		b.set(f(v), nil)
		return nil
	}, append(append(buf[:0], b.d.Out(), a.In()), cl...)...)
	return b
}

// An Arg is a future as an argument of [Dataflow].
type Arg[T any] struct {
	a     *Future[T]
	moved bool
}

// Shared passes the value to a task that only reads it.
func (a *Future[T]) Shared() Arg[T] { return Arg[T]{a, false} }

// Moved passes the value to a task that may change or keep it: the last one, after all that
// read it. The future is then empty; using it again panics.
func (a *Future[T]) Moved() Arg[T] { return Arg[T]{a, true} }

// Dataflow submits f with the values of args, in their order, and returns the future of its
// result. If one of args has failed, so does the result, as with [Then], with the first one's
// error.
func Dataflow[T, U any](s *Scope, f func(args ...T) U, args ...Arg[T]) *Future[U] {
	b := newFuture[U](s)
	var buf [clausesInline]Clause
	cl := append(buf[:0], b.d.Out())
	for _, x := range args {
		if x.moved {
			cl = append(cl, x.a.Move())
		} else {
			cl = append(cl, x.a.In())
		}
	}
	c := new(call[T])
	c.args = append(c.argBuf[:0], args...) // the caller's slice is its own
	s.Try(func() error {
		defer b.caught()
		v, err := c.values()
		if err != nil {
			return b.fail(err)
		}
		b.set(f(v...), nil)
		return nil
	}, cl...)
	return b
}

// A call is the arguments of a Dataflow, with room for the few that are usual.
type call[T any] struct {
	args   []Arg[T]
	argBuf [3]Arg[T]
	valBuf [3]T
}

// values takes the values out of the arguments.
func (c *call[T]) values() ([]T, error) {
	v := c.valBuf[:0]
	for _, x := range c.args {
		y, err := x.a.result()
		if err != nil {
			return nil, err
		}
		v = append(v, y)
		if x.moved {
			x.a.empty()
		}
	}
	return v, nil
}

// clausesInline is how many clauses need no allocation.
const clausesInline = 6

func newFuture[T any](s *Scope) *Future[T] {
	return &Future[T]{s: s, life: s.me, g: goid()}
}

// set stores the result, once.
func (a *Future[T]) set(v T, err error) {
	a.v, a.err = v, err
	a.ready.Store(true) // publishes v and err; before the look at done, see await
	if done := a.done.Load(); done != nil {
		close(*done)
	}
}

func (a *Future[T]) fail(err error) error {
	var none T
	a.set(none, err)
	return err
}

// caught is deferred by the task: a panic is the future's error too.
func (a *Future[T]) caught() {
	if v := recover(); v != nil {
		p := asPanicError(v)
		if !a.ready.Load() {
			a.fail(p)
		}
		panic(p)
	}
}

// empty forgets a value that has been moved.
func (a *Future[T]) empty() {
	var none T
	a.gone.Store(true)
	a.v = none
}

// In says that a task reads the value, by Value.
func (a *Future[T]) In() Clause {
	a.use()
	return a.d.In()
}

// Move says that a task takes the value away, by Take: after all tasks that read it.
// Naming the future in a clause later panics.
func (a *Future[T]) Move() Clause {
	a.use()
	a.moved = true
	return a.d.InOut()
}

func (a *Future[T]) use() {
	if a.moved {
		panic(errMoved)
	}
}

const errMoved = "task: Future used after its value was moved"
