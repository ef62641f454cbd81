package gonumla

import (
	"context"
	"errors"

	"heddle/blas"
	"heddle/dense"
	"heddle/lapack"
)

// potrf factors A in place and tells whether it is positive definite.
func potrf[T dense.Float](p *pool, u blas.Uplo, a dense.Matrix[T]) bool {
	n := float64(a.Rows)
	if !p.shares(n * n * n / 3) {
		return blas.Potrf(u, a) == nil
	}
	rt := p.runtime()
	if rt == nil {
		return blas.Potrf(u, a) == nil
	}
	err := lapack.Cholesky(context.Background(), rt, u, a)
	var indefinite *blas.NotPositiveDefiniteError
	if err == nil || errors.As(err, &indefinite) {
		return err == nil
	}
	return blas.Potrf(u, a) == nil // no memory for the tiles, or no workers any more: A is untouched
}
