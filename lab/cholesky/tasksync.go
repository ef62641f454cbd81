package cholesky

import (
	"context"

	"heddle/task"
)

// taskSync submits the tasks of a phase and waits for them: no clauses, two barriers a step.
func taskSync(ctx context.Context, p *Problem) error {
	trsm := func(i, k, _ int) { p.Trsm(i, k) }
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		for k := range p.Tiles() {
			s.Try(func() error { return p.Potrf(k) }, labelPotrf)
			s.Wait()
			for i := k + 1; i < p.Tiles(); i++ {
				s.Go3(trsm, i, k, 0, labelTrsm)
			}
			s.Wait()
			for i := k + 1; i < p.Tiles(); i++ {
				for j := k + 1; j <= i; j++ {
					s.Go3(p.Update, i, j, k, labelUpdate)
				}
			}
			s.Wait()
		}
	})
}
