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
	return p.graph(ctx, func(s *task.Scope) {
		f := newFlow(p, s)
		for k := range p.Tiles() {
			f.potrf(k)
			for i := k + 1; i < p.Tiles(); i++ {
				f.trsm(i, k)
				for j := k + 1; j <= i; j++ {
					f.update(i, j, k)
				}
			}
		}
	})
}

// graph runs body, which submits tasks. A single tile is factored on the goroutine of the caller, as
// the variants without tasks do and lapack.CholeskyTiled: there is nothing to overlap, and a worker
// woken or pinned for it takes as long as the tile of n = 64.
func (p *Problem) graph(ctx context.Context, body func(s *task.Scope)) error {
	if p.Tiles() == 1 {
		return p.begin(ctx, 0)
	}
	return p.Runtime.Run(ctx, body)
}

// flow submits operations as tasks with clauses. Their bodies are made once: the arguments travel
// in the task.
type flow struct {
	p                    *Problem
	s                    *task.Scope
	trsmBody, updateBody func(i, j, k int)
}

func newFlow(p *Problem, s *task.Scope) *flow {
	return &flow{p, s, func(i, k, _ int) { p.Trsm(i, k) }, p.Update}
}

func (f *flow) potrf(k int) {
	f.s.Try(func() error { return f.p.Potrf(k) }, f.p.Datum(k, k).InOut(), labelPotrf)
}

func (f *flow) trsm(i, k int) {
	f.s.Go3(f.trsmBody, i, k, 0, f.p.Datum(k, k).In(), f.p.Datum(i, k).InOut(), labelTrsm)
}

func (f *flow) update(i, j, k int) {
	if i == j {
		f.s.Go3(f.updateBody, i, i, k, f.p.Datum(i, k).In(), f.p.Datum(i, i).InOut(), labelUpdate)
		return
	}
	f.s.Go3(f.updateBody, i, j, k, f.p.Datum(i, k).In(), f.p.Datum(j, k).In(), f.p.Datum(i, j).InOut(), labelUpdate)
}
