package heat

import (
	"context"

	"heddle/task"
)

// workSharing goes over the diagonals of blocks with a team: the blocks of a diagonal do not
// depend on each other, and between diagonals is a barrier.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	var err error
	rt.Team(rt.Workers(), func(m *task.Member) {
		for range p.params.Iterations {
			m.Single(func() { err = ctx.Err() })
			if err != nil {
				return
			}
			p.wave(m, p.sweepBlock)
		}
	})
	return err
}

// wave runs f on all blocks, diagonal by diagonal, and returns when all are done.
func (g *grid) wave(m *task.Member, f func(bi, bj, _ int)) {
	for d := range g.bx + g.by - 1 {
		from, to := m.Span(max(0, d-g.by+1), min(d+1, g.bx))
		for bi := from; bi < to; bi++ {
			f(bi, d-bi, 0)
		}
		m.Barrier()
	}
}
