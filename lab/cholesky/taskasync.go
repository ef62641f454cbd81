package cholesky

import (
	"context"

	"heddle/task"
)

// taskAsync says what each task reads and writes, and waits nowhere.
func taskAsync(ctx context.Context, p *Problem) error {
	trsm := func(i, k, _ int) { p.trsm(i, k) }
	update := p.update
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		for k := range p.t() {
			s.Try(func() error { return p.potrf(k) }, p.datum(k, k).InOut())
			for i := k + 1; i < p.t(); i++ {
				s.Go3(trsm, i, k, 0, p.datum(k, k).In(), p.datum(i, k).InOut())
				for j := k + 1; j < i; j++ {
					s.Go3(update, i, j, k, p.datum(i, k).In(), p.datum(j, k).In(), p.datum(i, j).InOut())
				}
				s.Go3(update, i, i, k, p.datum(i, k).In(), p.datum(i, i).InOut())
			}
		}
	})
}
