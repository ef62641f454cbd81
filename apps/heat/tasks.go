package heat

import (
	"context"

	"heddle/task"
)

// step submits one sweep: a task for each block, which reads its neighbours.
func (g *grid) step(s *task.Scope) { g.submit(s, g.sweep) }

// submit submits f for each block. Above and on the left, the blocks are those of this sweep,
// since their tasks come first in program order; the others are those of the last one.
func (g *grid) submit(s *task.Scope, f func(bi, bj, _ int)) {
	for bi := range g.bx {
		for bj := range g.by {
			s.Go3(f, bi, bj, 0, g.datum(bi, bj).InOut(),
				g.datum(bi-1, bj).In(), g.datum(bi, bj-1).In(),
				g.datum(bi+1, bj).In(), g.datum(bi, bj+1).In(),
				task.Label("gauss-seidel"))
		}
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

// taskIter closes one sweep into a cycle: the wave-fronts of several sweeps follow each other.
func (p *problem) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) { s.Iterate(p.params.Iterations, p.step) })
}
