package task

import "context"

// An IterateOption changes how a cycle of tasks is repeated: Unroll(n) or Update.
type IterateOption func(*iteration)

// iteration is what the options of Iterate say.
type iteration struct {
	unroll int
	update bool
}

// Unroll makes a while-loop decide once in n iterations, so that n iterations overlap. It
// panics if n < 1.
func Unroll(n int) IterateOption {
	if n < 1 {
		panic("task: Unroll: n < 1")
	}
	return func(o *iteration) { o.unroll = n }
}

// Update makes the body run for every iteration, to supply new closures: pass it as an
// option, s.Iterate(n, body, task.Update). The graph must be the same each time.
func Update(o *iteration) { o.update = true }

// Iterate runs the tasks that body submits n times, as if body were called n times. It
// returns when the tasks have been submitted, like Go, and does not wait for them.
func (s *Scope) Iterate(n int, body func(*Scope), opts ...IterateOption) {
	if n < 0 {
		panic("task: Iterate: n < 0")
	}
	for i := range n {
		s.step = i
		body(s)
	}
	s.step = 0
}

// IterateWhile repeats the tasks that body submits as long as cond, called before each
// iteration when all that precedes it is done, returns true. If cond is false at once,
// nothing runs.
func (s *Scope) IterateWhile(cond func() bool, body func(*Scope), opts ...IterateOption) {
	o := iteration{unroll: 1}
	for _, f := range opts {
		f(&o)
	}
	for i := 0; ; {
		s.Wait()
		if s.stopped() || !cond() {
			break
		}
		for range o.unroll {
			s.step = i
			body(s)
			i++
		}
	}
	s.step = 0
}

// GoStep submits f, which is told the iteration that it runs in, 0 outside of Iterate.
func (s *Scope) GoStep(f func(step int), cl ...Clause) {
	s.Go3(func(i, _, _ int) { f(i) }, s.step, 0, 0, cl...)
}

// A Graph is what a body submits, recorded to be run again.
type Graph struct{ body func(*Scope) }

// Record returns the graph of the tasks that body submits.
func Record(body func(*Scope)) *Graph { return &Graph{body} }

// Run runs the graph's tasks once and returns when all are done. The error is that of
// [Runtime.Run].
func (g *Graph) Run(ctx context.Context, rt *Runtime) error { return rt.Run(ctx, g.body) }

// Iterate runs the graph n times, without a barrier between, and returns when all is done.
func (g *Graph) Iterate(ctx context.Context, rt *Runtime, n int, opts ...IterateOption) error {
	return rt.Run(ctx, func(s *Scope) { s.Iterate(n, g.body, opts...) })
}
