package lapack

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Syrk submits C = alpha*op(A)*op(A)' + beta*C for the triangle uplo of C, which must be cut alike
// in rows and columns; op(A) is A for NoTrans and A' for Trans, with rows cut like C's, or it panics.
// The other triangle of C is neither read nor written. Cost: n(n+1)k flops (BLAS: dsyrk).
func Syrk[T dense.Float](s *task.Scope, uplo blas.Uplo, trans blas.Transpose, alpha T, a *tile.Grid[T], beta T, c *tile.Grid[T]) {
	rows, inner := opSize(trans, a)
	mb, _ := opIndex(trans, a.MB, a.NB)
	if !sameCut(c.Rows, c.Cols, c.MB, c.NB) || !sameCut(rows, c.Rows, mb, c.MB) {
		panic("lapack: Syrk: tiles do not match")
	}
	other := blas.Trans
	if trans == blas.Trans {
		other = blas.NoTrans
	}
	for i := range rows {
		for k := range max(1, inner) {
			first := beta
			if k > 0 {
				first = 1
			}
			diagonalTask(s, uplo, trans, alpha, a, first, c, i, k, inner)
			for j := range i {
				row, col := i, j
				if uplo == blas.Upper {
					row, col = j, i
				}
				if inner == 0 {
					scale(s, beta, c, row, col)
				} else {
					gemmTask(s, trans, other, alpha, a, a, first, c, row, col, k)
				}
			}
		}
	}
}

// diagonalTask submits C(i,i) = alpha*op(A)(i,k)*op(A)(i,k)' + beta*C(i,i); without the product if
// A has no tiles inside.
func diagonalTask[T dense.Float](s *task.Scope, uplo blas.Uplo, trans blas.Transpose, alpha T, a *tile.Grid[T], beta T, c *tile.Grid[T], i, k, inner int) {
	if inner == 0 {
		s.Go(func() {
			m := c.Tile(i, i)
			blas.Syrk(uplo, blas.NoTrans, 1, dense.Matrix[T]{Rows: m.Rows, Stride: 1}, beta, m)
		}, c.Datum(i, i).InOut(), labelSyrk)
		return
	}
	ai, ak := opIndex(trans, i, k)
	s.Go(func() {
		blas.Syrk(uplo, trans, alpha, a.Tile(ai, ak), beta, c.Tile(i, i))
	}, a.Datum(ai, ak).In(), c.Datum(i, i).InOut(), labelSyrk)
}

var labelSyrk = task.Label("syrk")
