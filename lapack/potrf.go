package lapack

import (
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Potrf submits the factorization A = L*L' of c as tasks to s. If A is not positive definite the
// scope's error is a *blas.NotPositiveDefiniteError, the same whatever the order of tasks; the tasks
// that have not started are released unrun and the matrix is left half-way. Cost: n^3/3 flops in
// t(t+1)(t+2)/6 tasks for t tiles a side (LAPACK: dpotrf).
func Potrf[T dense.Float](s *task.Scope, c *CholeskyTiles[T]) {
	PotrfGraph(s, c.Lower, PotrfTasks{c.Potrf, c.Trsm, c.Update})
}

// PotrfTasks are the bodies of the three kinds of task of a tiled Cholesky factorization.
type PotrfTasks struct {
	Potrf  func(k int) error // factors tile (k, k)
	Trsm   func(i, k int)    // finishes tile (i, k), i > k
	Update func(i, j, k int) // subtracts step k from tile (i, j), i >= j > k
}

// PotrfGraph submits the right-looking tiled Cholesky factorization over the data of l with bodies
// of the caller's: t(t+1)(t+2)/6 tasks for t tiles a side. Only Potrf may fail.
//
// In a column of updates L(j,k), the operand that is read over and over from the second-level cache,
// stays and i varies, so that a worker which takes tasks one after the other keeps it there. What
// leads to the next POTRF goes first: it has as priority the number of steps that remain.
func PotrfGraph[T dense.Float](s *task.Scope, l *tile.Lower[T], f PotrfTasks) {
	trsm := func(i, k, _ int) { f.Trsm(i, k) }
	t := l.Tiles
	for k := range t {
		first, next, rest := task.Priority(t-k), task.Priority(t-k-1), task.Priority(0)
		s.Try(func() error { return f.Potrf(k) }, l.Datum(k, k).InOut(), first, labelPotrf)
		for i := k + 1; i < t; i++ {
			s.Go3(trsm, i, k, 0, l.Datum(k, k).In(), l.Datum(i, k).InOut(), first, labelTrsm)
		}
		urgency := next
		for j := k + 1; j < t; j++ {
			ljk := l.Datum(j, k)
			s.Go3(f.Update, j, j, k, ljk.In(), l.Datum(j, j).InOut(), urgency, labelUpdate)
			for i := j + 1; i < t; i++ {
				s.Go3(f.Update, i, j, k, l.Datum(i, k).In(), ljk.In(), l.Datum(i, j).InOut(), urgency, labelUpdate)
			}
			urgency = rest
		}
	}
}

var (
	labelPotrf  = task.Label("potrf")
	labelTrsm   = task.Label("trsm")
	labelUpdate = task.Label("update")
)
