package nbody

import (
	"context"

	"heddle/task"
)

// step submits one time step: a task for each pair of blocks, round by round, and one for
// each block that moves it.
func (p *problem) step(s *task.Scope) {
	for r := range p.nb {
		for k := range p.pairs(r) {
			i, j := p.pair(r, k)
			if i == j {
				s.Go3(p.inside, i, i, 0, p.position[i].In(), p.force[i].InOut(), task.Label("forces"))
				continue
			}
			s.Go3(p.forces, i, j, 0, p.position[i].In(), p.position[j].In(),
				p.force[i].InOut(), p.force[j].InOut(), task.Label("forces"))
		}
	}
	for b := range p.nb {
		s.Go3(p.move, b, 0, 0, p.position[b].InOut(), p.force[b].InOut(), task.Label("move"))
	}
}

// tasks submits the time steps one after the other.
func (p *problem) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		for range p.params.Iterations {
			p.step(s)
		}
	})
}

// taskCache records one time step and replays it, with a barrier after each.
func (p *problem) taskCache(ctx context.Context, rt *task.Runtime) error {
	step := task.Record(p.step)
	for range p.params.Iterations {
		if err := step.Run(ctx, rt); err != nil {
			return err
		}
	}
	return nil
}

// taskIter closes one time step into a cycle: the first pairs of a step need only the two
// blocks in them to have moved.
func (p *problem) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) { s.Iterate(p.params.Iterations, p.step) })
}
