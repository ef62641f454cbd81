package cholesky

import (
	"context"

	"heddle/task"
)

// A handle is a future without value: it says that a tile has got as far as the newest task on
// it. nil says that nothing has been done to the tile yet.
type handle = *task.Future[task.Void]

// futureHandle keeps one handle a tile; every task is given the handles that it waits for and becomes
// the new handle of its tile.
func futureHandle(ctx context.Context, p *Problem) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		f := &handles{p, s, newHandles(p.Tiles())}
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

// handles submits operations as futures: a holds the newest of each tile.
type handles struct {
	p *Problem
	s *task.Scope
	a [][]handle
}

func (f *handles) potrf(k int)   { f.a[k][k] = f.p.asyncPotrf(f.s, k, f.a[k][k]) }
func (f *handles) trsm(i, k int) { f.a[i][k] = f.p.asyncTrsm(f.s, i, k, f.a[i][k], f.a[k][k]) }

func (f *handles) update(i, j, k int) {
	if i == j {
		f.a[i][i] = f.p.asyncUpdate(f.s, i, i, k, f.a[i][i], f.a[i][k])
		return
	}
	f.a[i][j] = f.p.asyncUpdate(f.s, i, j, k, f.a[i][j], f.a[i][k], f.a[j][k])
}

func newHandles(t int) [][]handle {
	a := make([][]handle, t)
	for i := range a {
		a[i] = make([]handle, i+1)
	}
	return a
}

func (p *Problem) asyncPotrf(s *task.Scope, k int, after ...handle) handle {
	return task.TryAsync(s, func() (task.Void, error) { return task.Void{}, p.Potrf(k) }, clauses(after)...)
}

func (p *Problem) asyncTrsm(s *task.Scope, i, k int, after ...handle) handle {
	return task.Async(s, func() task.Void { p.Trsm(i, k); return task.Void{} }, clauses(after)...)
}

func (p *Problem) asyncUpdate(s *task.Scope, i, j, k int, after ...handle) handle {
	return task.Async(s, func() task.Void { p.Update(i, j, k); return task.Void{} }, clauses(after)...)
}

// clauses says that a task waits for the given handles.
func clauses(after []handle) []task.Clause {
	var cl []task.Clause
	for _, h := range after {
		if h != nil {
			cl = append(cl, h.In())
		}
	}
	return cl
}
