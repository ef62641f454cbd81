package cholesky

import (
	"context"

	"heddle/lapack"
	"heddle/task"
)

// taskPrio is what the library itself does: the graph of taskAsync in which every task that leads
// to the next POTRF has a priority.
func taskPrio(ctx context.Context, p *Problem) error {
	return p.graph(ctx, func(s *task.Scope) {
		lapack.PotrfGraph(s, p.tiles, lapack.PotrfTasks{Potrf: p.Potrf, Trsm: p.Trsm, Update: p.Update})
	})
}

// urgentFlow is flow with the priorities of lapack.PotrfGraph, for the traversals that it does not
// know: the number of steps that remain for what leads to the next POTRF.
type urgentFlow struct{ *flow }

func (f urgentFlow) potrf(k int) {
	f.s.Try(func() error { return f.p.Potrf(k) }, f.p.Datum(k, k).InOut(), task.Priority(f.p.Tiles()-k), labelPotrf)
}

func (f urgentFlow) trsm(i, k int) {
	f.s.Go3(f.trsmBody, i, k, 0, f.p.Datum(k, k).In(), f.p.Datum(i, k).InOut(), task.Priority(f.p.Tiles()-k), labelTrsm)
}

func (f urgentFlow) update(i, j, k int) {
	urgency := task.Priority(0)
	if j == k+1 {
		urgency = task.Priority(f.p.Tiles() - k - 1)
	}
	if i == j {
		f.s.Go3(f.updateBody, i, i, k, f.p.Datum(i, k).In(), f.p.Datum(i, i).InOut(), urgency, labelUpdate)
		return
	}
	f.s.Go3(f.updateBody, i, j, k, f.p.Datum(i, k).In(), f.p.Datum(j, k).In(), f.p.Datum(i, j).InOut(), urgency, labelUpdate)
}
