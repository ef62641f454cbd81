package lapack

import (
	"context"

	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Cholesky factors the symmetric positive definite matrix whose triangle uplo is in a, in place:
// A = L*L' (Lower) or U'*U (Upper). The other triangle is neither read nor written. It chooses
// the tile size from a measured model (see TileSize) and computes on the
// goroutine of the caller alone where that is fastest. It takes n^3/3 flops and about n*n/2
// elements of memory beside a, which are kept for the next call until the garbage collector
// wants them.
//
// It returns a *blas.NotPositiveDefiniteError naming the first leading minor that is not
// positive, which is also what NaN or Inf in the triangle leads to, with a overwritten in part; a
// *dense.SizeError, with a untouched, if the tiles cannot be had; or an error of rt.Run, of which
// the caller alone asks nothing: it does not mind that rt is closed. The bits of the result depend
// on n and rt.Workers() only. It panics if a is not square.
func Cholesky[T dense.Float](ctx context.Context, rt *task.Runtime, uplo blas.Uplo, a dense.Matrix[T]) error {
	checkCall("Cholesky", rt, uplo)
	checkSquare("Cholesky", a)
	nb := TileSize[T](a.Rows, rt.Workers())
	if nb >= a.Rows {
		if err := cancelled(ctx); err != nil {
			return err
		}
		return blas.Potrf(uplo, a)
	}
	return CholeskyTiled(ctx, rt, uplo, a, nb)
}

// CholeskyTiled is Cholesky with tiles of the caller's size, rounded up to a multiple of
// blas.PanelWidth. The bits of the result depend on that size, but not on the number of workers.
func CholeskyTiled[T dense.Float](ctx context.Context, rt *task.Runtime, uplo blas.Uplo, a dense.Matrix[T], nb int) error {
	checkCall("CholeskyTiled", rt, uplo)
	checkSquare("CholeskyTiled", a)
	if nb < 1 {
		panic("lapack: CholeskyTiled: nb < 1")
	}
	l, err := borrow[T](tile.NewLayout(a.Rows, nb, blas.PanelWidth[T]()))
	if err != nil {
		return err
	}
	defer giveBack(l)
	c := NewCholeskyTiles(uplo, a, l)
	if l.Tiles == 1 { // a task would wake workers for nothing: at n = 64 that doubles the time
		if err := cancelled(ctx); err != nil {
			return err
		}
		return c.Potrf(0)
	}
	return rt.Run(ctx, func(s *task.Scope) { Potrf(s, c) })
}

// cancelled returns what rt.Run would return at once, for a factorization that needs no workers.
func cancelled(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return &task.CancelledError{Cause: err, Unstarted: 1}
	}
	return nil
}

// Solve solves A*X = B for the symmetric positive definite matrix in the triangle uplo of a
// (LAPACK: dposv). The factor overwrites a, and X the rows of b. Errors are those of Cholesky; b is
// touched only if there is none. It panics if a is not square or b has another number of rows.
func Solve[T dense.Float](ctx context.Context, rt *task.Runtime, uplo blas.Uplo, a, b dense.Matrix[T]) error {
	checkCall("Solve", rt, uplo)
	checkSolve("Solve", a, b)
	if err := Cholesky(ctx, rt, uplo, a); err != nil {
		return err
	}
	return SolveFactored(ctx, rt, uplo, a, b)
}

// SolveFactored solves A*X = B with the factor that Cholesky left in a (LAPACK: dpotrs), as many
// times as wanted. X overwrites b. It panics as Solve does; its errors are those of rt.Run.
func SolveFactored[T dense.Float](ctx context.Context, rt *task.Runtime, uplo blas.Uplo, a, b dense.Matrix[T]) error {
	checkCall("SolveFactored", rt, uplo)
	checkSolve("SolveFactored", a, b)
	mb, nb := solveTiles(b.Cols, rt.Workers())
	return rt.Run(ctx, func(s *task.Scope) {
		Potrs(s, uplo, tile.Cut(a, mb, mb), tile.Cut(b, mb, nb))
	})
}
