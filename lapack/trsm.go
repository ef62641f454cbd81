package lapack

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Trsm submits the solution of op(A)*X = alpha*B (Left) or X*op(A) = alpha*B (Right); X overwrites
// B. A is triangular, cut alike in rows and columns, and its triangle uplo alone is read, without
// its diagonal for Unit. B must be cut like A in rows (Left) or columns (Right), or it panics. Cost:
// n^2 flops for each column of B (Left), or row (Right), n being the order of A (BLAS: dtrsm).
func Trsm[T dense.Float](s *task.Scope, side blas.Side, uplo blas.Uplo, trans blas.Transpose, diag blas.Diag, alpha T, a, b *tile.Grid[T]) {
	t, others, mb := b.Rows, b.Cols, b.MB
	if side == blas.Right {
		t, others, mb = b.Cols, b.Rows, b.NB
	}
	if !sameCut(a.Rows, a.Cols, a.MB, a.NB) || !sameCut(a.Rows, t, a.MB, mb) {
		panic("lapack: Trsm: tiles do not match")
	}
	// Unknowns are found from the first to the last where op(A) is lower and on the left, or
	// upper and on the right, and from the last to the first otherwise.
	forward := ((uplo == blas.Lower) == (trans == blas.NoTrans)) == (side == blas.Left)
	at := func(step int) int {
		if forward {
			return step
		}
		return t - 1 - step
	}
	for step := range t {
		k, scaled := at(step), alpha
		if step > 0 {
			scaled = 1
		}
		for j := range others {
			solveTask(s, side, uplo, trans, diag, scaled, a, b, k, j)
			for later := step + 1; later < t; later++ {
				i := at(later)
				if side == blas.Left {
					gemmTask(s, trans, blas.NoTrans, -1, a, b, scaled, b, i, j, k)
				} else {
					gemmTask(s, blas.NoTrans, trans, -1, b, a, scaled, b, j, i, k)
				}
			}
		}
	}
}

// solveTask submits the solution with the diagonal tile A(k,k) of the tile of B in its place and in column
// (Left) or row (Right) j.
func solveTask[T dense.Float](s *task.Scope, side blas.Side, uplo blas.Uplo, trans blas.Transpose, diag blas.Diag, alpha T, a, b *tile.Grid[T], k, j int) {
	row, col := k, j
	if side == blas.Right {
		row, col = j, k
	}
	s.Go(func() {
		blas.Trsm(side, uplo, trans, diag, alpha, a.Tile(k, k), b.Tile(row, col))
	}, a.Datum(k, k).In(), b.Datum(row, col).InOut(), labelTrsm)
}
