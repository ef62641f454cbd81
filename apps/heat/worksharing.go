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

// wave runs f on all blocks, diagonal by diagonal, and returns when all are done. A row of
// blocks belongs to one member, in all sweeps: its cells stay in that member's cache, where
// equal parts of each diagonal would send them from one to the other and back.
func (g *grid) wave(m *task.Member, f func(bi, bj, _ int)) {
	for d := range g.bx + g.by - 1 {
		first := max(0, d-g.by+1)
		bi := first + (m.Rank()-first%m.Size()+m.Size())%m.Size()
		for ; bi < min(d+1, g.bx); bi += m.Size() {
			f(bi, d-bi, 0)
		}
		m.Barrier()
	}
}
