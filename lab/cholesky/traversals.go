package cholesky

import (
	"context"
	"sync"

	"heddle/lab"
	"heddle/task"
)

// Traversals is the table of the other traversals: every strategy of Variants for which they make
// sense, with -left or -top behind its name. Only the triangle of a right-looking update can be
// collapsed, so for-collapse has none.
var Traversals = func() []lab.Variant[*Problem] {
	var table []lab.Variant[*Problem]
	for _, t := range []traversal{leftLooking, topLooking} {
		for _, s := range strategies {
			table = append(table, lab.Variant[*Problem]{
				Name: s.name + "-" + t.name, Doc: s.name + ", " + t.doc,
				Run: func(ctx context.Context, p *Problem) error { return s.run(ctx, p, t) },
			})
		}
	}
	return table
}()

// strategies run any traversal.
var strategies = []struct {
	name string
	run  func(ctx context.Context, p *Problem, t traversal) error
}{
	{"for-naive", inLoops},
	{"task-sync", inTasks},
	{"task-async", submitted(func(p *Problem, s *task.Scope) operations { return newFlow(p, s) })},
	{"task-prio", submitted(func(p *Problem, s *task.Scope) operations { return urgentFlow{newFlow(p, s)} })},
	{"future-handle", submitted(func(p *Problem, s *task.Scope) operations { return &handles{p, s, newHandles(p.Tiles())} })},
	{"future-data", submitted(func(p *Problem, s *task.Scope) operations { return newParcels(p, s) })},
	{"future-sync", inFutures},
	{"goroutines", inGoroutines},
	{"errgroup", inGroups},
}

// submitted walks a traversal whose operations become tasks, and waits nowhere.
func submitted(ops func(*Problem, *task.Scope) operations) func(context.Context, *Problem, traversal) error {
	return func(ctx context.Context, p *Problem, t traversal) error {
		return p.Runtime.Run(ctx, func(s *task.Scope) { t.walk(p.Tiles(), ops(p, s)) })
	}
}

// inLoops makes each phase a parallel loop.
func inLoops(ctx context.Context, p *Problem, t traversal) error {
	return t.phases(p.Tiles(), direct{p}, func(lo, hi int, f func(int)) {
		p.Runtime.For(lo, hi, task.Dynamic(1), func(lo, hi int) {
			for x := lo; x < hi; x++ {
				f(x)
			}
		})
	}, func(k int) error { return p.begin(ctx, k) })
}

// inTasks makes each phase tasks, and waits for them.
func inTasks(ctx context.Context, p *Problem, t traversal) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		t.phases(p.Tiles(), direct{p}, func(lo, hi int, f func(int)) { //nolint:errcheck // the scope has the error
			for x := lo; x < hi; x++ {
				s.Go(func() { f(x) })
			}
			s.Wait()
		}, func(k int) error {
			s.Try(func() error { return p.Potrf(k) })
			s.Wait()
			return s.Err()
		})
	})
}

// inFutures makes each phase futures, and waits for all of them.
func inFutures(ctx context.Context, p *Problem, t traversal) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		var phase []handle
		t.phases(p.Tiles(), direct{p}, func(lo, hi int, f func(int)) { //nolint:errcheck // the scope has the error
			phase = phase[:0]
			for x := lo; x < hi; x++ {
				phase = append(phase, task.Async(s, func() task.Void { f(x); return task.Void{} }))
			}
			all(phase)
		}, func(k int) error {
			_, err := p.asyncPotrf(s, k).Get()
			return err
		})
	})
}

// inGoroutines makes each phase goroutines, as goroutines does.
func inGoroutines(ctx context.Context, p *Problem, t traversal) error {
	working := make(chan struct{}, p.Runtime.Workers())
	return t.phases(p.Tiles(), direct{p}, func(lo, hi int, f func(int)) {
		var phase sync.WaitGroup
		for x := lo; x < hi; x++ {
			phase.Go(func() {
				working <- struct{}{}
				f(x)
				<-working
			})
		}
		phase.Wait()
	}, func(k int) error { return p.begin(ctx, k) })
}

// inGroups makes each phase an errgroup, as errGroup does.
func inGroups(ctx context.Context, p *Problem, t traversal) error {
	var failed error
	err := t.phases(p.Tiles(), direct{p}, func(lo, hi int, f func(int)) {
		if failed == nil {
			failed = p.phase(ctx, func(start func(func())) {
				for x := lo; x < hi; x++ {
					start(func() { f(x) })
				}
			})
		}
	}, func(k int) error {
		if failed != nil {
			return failed
		}
		return p.begin(ctx, k)
	})
	if err == nil {
		err = failed
	}
	return err
}
