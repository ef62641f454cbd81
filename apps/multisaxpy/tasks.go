package multisaxpy

import (
	"context"

	"heddle/task"
)

// step submits one sweep: a task for each block of y.
func (p *problem) step(s *task.Scope) {
	for b := range p.blocks {
		s.Go3(p.axpy, b, 0, 0, p.data[b].InOut(), task.Label("axpy"))
	}
}

// tasks submits the sweeps one after the other.
func (p *problem) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		for range p.params.Iterations {
			p.step(s)
		}
	})
}

// taskCache records one sweep and replays it, with a barrier after each.
func (p *problem) taskCache(ctx context.Context, rt *task.Runtime) error {
	sweep := task.Record(p.step)
	for range p.params.Iterations {
		if err := sweep.Run(ctx, rt); err != nil {
			return err
		}
	}
	return nil
}

// taskIter closes one sweep into a cycle.
func (p *problem) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) { s.Iterate(p.params.Iterations, p.step) })
}
