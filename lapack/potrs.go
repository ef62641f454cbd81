package lapack

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Potrs submits the solution of A*X = B for the factor that Potrf leaves in the triangle uplo of
// A: two triangular solves, between which there is no barrier. X overwrites B. A must be cut alike
// in rows and columns, B in rows like A, or it panics. Cost: 2n^2 flops for each column of B
// (LAPACK: dpotrs).
func Potrs[T dense.Float](s *task.Scope, uplo blas.Uplo, a, b *tile.Grid[T]) {
	first, second := blas.NoTrans, blas.Trans // L*(L'*X) = B
	if uplo == blas.Upper {
		first, second = second, first // U'*(U*X) = B
	}
	Trsm(s, blas.Left, uplo, first, blas.NonUnit, 1, a, b)
	Trsm(s, blas.Left, uplo, second, blas.NonUnit, 1, a, b)
}
