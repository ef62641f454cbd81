package hpccg

import (
	"context"

	"heddle/task"
)

// workSharing gives each member of a team a span of the blocks, the same in every loop, so
// that a member meets its part of the vectors and of the matrix again.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	var err error
	rt.Team(rt.Workers(), func(m *task.Member) {
		lo, hi := m.Span(0, len(p.cut.Blocks))
		each := func(f func(b, _, _ int)) {
			for b := lo; b < hi; b++ {
				f(b, 0, 0)
			}
			m.Barrier()
		}
		each(p.start)
		for range p.params.Iterations {
			m.Single(func() {
				if err = ctx.Err(); err == nil {
					p.sumR(0, 0, 0)
				}
			})
			if err != nil {
				return
			}
			each(p.direct)
			each(p.multiply)
			m.Single(func() { p.sumP(0, 0, 0) })
			each(p.update)
		}
	})
	return err
}
