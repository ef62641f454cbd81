package cholesky

import (
	"context"

	"heddle/task"
)

// taskSync submits the tasks of a phase and waits for them: no clauses, two barriers a step.
func taskSync(ctx context.Context, p *Problem) error {
	trsm := func(i, k, _ int) { p.trsm(i, k) }
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		for k := range p.t() {
			s.Try(func() error { return p.potrf(k) })
			s.Wait()
			for i := k + 1; i < p.t(); i++ {
				s.Go3(trsm, i, k, 0)
			}
			s.Wait()
			for i := k + 1; i < p.t(); i++ {
				for j := k + 1; j <= i; j++ {
					s.Go3(p.update, i, j, k)
				}
			}
			s.Wait()
		}
	})
}
