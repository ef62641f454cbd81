package cholesky

import (
	"context"

	"heddle/lapack"
	"heddle/task"
)

// taskPrio is what the library itself does: the graph of taskAsync in which what bounds the time, the
// chain from one POTRF to the next, has a priority.
func taskPrio(ctx context.Context, p *Problem) error {
	return p.graph(ctx, func(s *task.Scope) {
		lapack.PotrfGraph(s, p.tiles, lapack.PotrfTasks{Potrf: p.Potrf, Trsm: p.Trsm, Update: p.Update})
	})
}

// urgentFlow is flow with the priorities that lapack.PotrfGraph gives the chain, for traversals that it does not
// know: the number of steps that remain, for the chain from one POTRF to the next.
type urgentFlow struct{ *flow }

func (f urgentFlow) potrf(k int) {
	f.s.Try(func() error { return f.p.Potrf(k) }, f.p.Datum(k, k).InOut(), task.Priority(f.p.Tiles()-k), labelPotrf)
}

func (f urgentFlow) trsm(i, k int) {
	if i > k+1 {
		f.flow.trsm(i, k)
		return
	}
	f.s.Go3(f.trsmBody, i, k, 0, f.p.Datum(k, k).In(), f.p.Datum(i, k).InOut(), task.Priority(f.p.Tiles()-k), labelTrsm)
}

func (f urgentFlow) update(i, j, k int) {
	if i > k+1 {
		f.flow.update(i, j, k)
		return
	}
	f.s.Go3(f.updateBody, i, i, k, f.p.Datum(i, k).In(), f.p.Datum(i, i).InOut(), task.Priority(f.p.Tiles()-k-1), labelUpdate)
}
