package nbody

import (
	"context"

	"heddle/task"
)

// workSharing deals out the pairs of each round to a team, with a barrier after each round.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	var err error
	rt.Team(rt.Workers(), func(m *task.Member) {
		for range p.params.Iterations {
			m.Single(func() { err = ctx.Err() })
			if err != nil {
				return
			}
			p.stepOf(m)
		}
	})
	return err
}

// stepOf is a member's part of a time step.
func (p *problem) stepOf(m *task.Member) {
	for r := range p.nb {
		from, to := m.Span(0, p.pairs(r))
		for k := from; k < to; k++ {
			i, j := p.pair(r, k)
			p.forcesBetween(i, j, 0)
		}
		m.Barrier()
	}
	from, to := m.Span(0, p.nb)
	for b := from; b < to; b++ {
		p.moveBlock(b, 0, 0)
	}
	m.Barrier()
}
