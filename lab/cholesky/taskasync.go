package cholesky

import (
	"context"

	"heddle/task"
)

// Labels of tasks, in traces: made once, since a clause is a value.
var (
	labelPotrf  = task.Label("potrf")
	labelTrsm   = task.Label("trsm")
	labelUpdate = task.Label("update")
)

// taskAsync says what each task reads and writes, and waits nowhere.
func taskAsync(ctx context.Context, p *Problem) error {
	trsm := func(i, k, _ int) { p.Trsm(i, k) }
	update := p.Update
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		for k := range p.Tiles() {
			s.Try(func() error { return p.Potrf(k) }, p.Datum(k, k).InOut(), labelPotrf)
			for i := k + 1; i < p.Tiles(); i++ {
				s.Go3(trsm, i, k, 0, p.Datum(k, k).In(), p.Datum(i, k).InOut(), labelTrsm)
				for j := k + 1; j < i; j++ {
					s.Go3(update, i, j, k, p.Datum(i, k).In(), p.Datum(j, k).In(), p.Datum(i, j).InOut(), labelUpdate)
				}
				s.Go3(update, i, i, k, p.Datum(i, k).In(), p.Datum(i, i).InOut(), labelUpdate)
			}
		}
	})
}
