package task

import (
	"context"
	"sync/atomic"
)

// A Graph is what a body submits, recorded to be run again and again. It keeps the closures
// of the recording, and belongs to no scope or runtime. It may be used again after an
// error, but not by two at once: that panics.
type Graph struct {
	body func(*Scope)
	g    *graph
	cy   cycle
	// owner owns the data, and lives while the graph runs. If none was taken away meanwhile,
	// which is noted in owner.lost, they need not be looked at for the next run.
	owner *Scope
	n     int // iterations of the run in progress
	busy  atomic.Bool
	run   func(*Scope) // made once, so that a run allocates nothing
}

// Record calls body and returns the graph of the tasks that it submits. None of them runs.
// What holds for the body of [Scope.Iterate] holds for this one. Cost: 0.15 to 0.4 us
// a task.
func Record(body func(*Scope)) *Graph {
	rt := Default()
	g := &Graph{body: body, owner: &Scope{me: firstLife, keeps: true}}
	g.owner.lost.Store(true)
	g.g = record(nil, &carrier{rt: rt, guest: true, g: goid()}, 1, nil, body)
	g.run = func(s *Scope) { g.start(s) }
	return g
}

// Run runs the graph once on rt and returns when all its tasks are done. Errors and panics
// are as with [Runtime.Run]. Nothing is built or allocated, but for a cut into lanes once; the
// cost is 1 us and 3 to 100 ns a task.
func (g *Graph) Run(ctx context.Context, rt *Runtime) error { return g.Iterate(ctx, rt, 1) }

// Iterate runs the graph n times, as [Scope.Iterate] does, and returns when all is done.
// Unroll says nothing here; Update calls the recorded body again for each iteration. It
// panics if n < 0.
func (g *Graph) Iterate(ctx context.Context, rt *Runtime, n int, opts ...IterateOption) error {
	if n < 0 {
		panic("task: Graph.Iterate: n < 0")
	}
	if !g.busy.CompareAndSwap(false, true) {
		panic("task: a Graph used by two at once")
	}
	defer g.busy.Store(false)
	if len(opts) > 0 && optionsOf(opts).update {
		return rt.Run(ctx, func(s *Scope) { s.iterateUpdate(n, g.body) })
	}
	g.n = n
	defer g.owner.life.Store(0)
	return rt.Run(ctx, g.run)
}

// start runs the cycle in s, which has just begun and is to end with it.
func (g *Graph) start(s *Scope) {
	if g.n == 0 || len(g.g.code) == 0 {
		return
	}
	s.seq++
	g.own()
	if s.stopped() {
		s.unrun.Add(int64(g.n) * int64(g.g.users))
		return
	}
	g.cy.prepare(g.g, s, g.n)
	g.cy.launch(s, false)
}

// own takes possession of the data. It panics if another scope uses some of it.
func (g *Graph) own() {
	o := g.owner
	if o.lost.Load() {
		for _, d := range g.g.data {
			cl := clauseOf(d, accessWrite)
			o.adopt(&cl, nil)
		}
		o.lost.Store(false)
	}
	o.life.Store(o.me)
}
