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
// The chain that bounds the time, POTRF, TRSM of the tile below and the update of the next tile on the
// diagonal, goes first: it has priorities. The others have none, not even 0, and so stay with the worker
// that made them ready, who has their tiles in its cache: with a priority for every TRSM and every
// update of the next column, all through the shared queue, two workers took 1 to 5 % longer from n = 512
// to 4096. In a row of updates L(i,k), which is read over and over from the second-level cache,
// stays and j varies.
//
// In the last steps little is left to do besides that chain, which waits for the updates of the last
// tiles, chains of their own: there every task has a priority, the sooner its column is needed the higher.
// And so has every task on large tiles, which last too long to gain from where they run: older steps go
// first, since workers that take their youngest task leave old updates lying on which the end waits.
func PotrfGraph[T dense.Float](s *task.Scope, l *tile.Lower[T], f PotrfTasks) {
	trsm := func(i, k, _ int) { f.Trsm(i, k) }
	t := l.Tiles
	for k := range t {
		// wish is the priority of a task that works for column j, on the chain or not.
		wish := func(j int, chain bool) task.Clause {
			switch {
			case chain || t-k <= lastSteps:
				return task.Priority(2*t - j)
			case l.NB >= largeTile:
				return task.Priority(t - k)
			}
			return task.Clause{}
		}
		lkk := l.Datum(k, k)
		s.Try(func() error { return f.Potrf(k) }, lkk.InOut(), wish(k, true), labelPotrf)
		for i := k + 1; i < t; i++ {
			lik, chain := l.Datum(i, k), i == k+1
			s.Go3(trsm, i, k, 0, lkk.In(), lik.InOut(), wish(k, chain), labelTrsm)
			for j := k + 1; j < i; j++ {
				s.Go3(f.Update, i, j, k, lik.In(), l.Datum(j, k).In(), l.Datum(i, j).InOut(), wish(j, false), labelUpdate)
			}
			s.Go3(f.Update, i, i, k, lik.In(), l.Datum(i, i).InOut(), wish(i, chain), labelUpdate)
		}
	}
}

// lastSteps are the steps in which every task has a priority. In a model with the times of kernels on
// tiles of 256, list scheduling by the longest path that remains lets two workers idle for 0.9 ms
// of a factorization, with priorities for the chain alone it is 1.6, with those of the last four steps
// 0.7; with more steps 4 and 8 workers idle longer than without.
const lastSteps = 4

// largeTile is the rows from which on a tile is large: an update takes 0.3 ms and more. Two workers were
// 1 to 2 % faster with OpenBLAS's kernels at n = 4096, as fast with heddle's at 2048 and 4096, and 5 %
// slower with tiles of 128 at 1024.
const largeTile = 256

var (
	labelPotrf  = task.Label("potrf")
	labelTrsm   = task.Label("trsm")
	labelUpdate = task.Label("update")
)
