package cholesky

import (
	"context"
	"math"

	gonumblas "gonum.org/v1/gonum/blas"
	gonumlapack "gonum.org/v1/gonum/lapack/gonum"

	"heddle/blas"
)

// gonum is the stack that Go programs have now: gonum's Dpotrf, whose GEMM starts goroutines of
// its own, as many as GOMAXPROCS, whatever the runtime's number of workers. It says only whether
// it failed; where follows from what it leaves on the diagonal.
func gonum(_ context.Context, p *Problem) error {
	if p.Noop {
		return nil
	}
	a := p.A
	gonumlapack.Implementation{}.Dpotrf(gonumblas.Lower, a.Rows, a.Data, a.Stride)
	for i := range a.Rows {
		if d := a.At(i, i); !(d > 0 && d <= math.MaxFloat64) {
			return &blas.NotPositiveDefiniteError{Minor: i + 1}
		}
	}
	return nil
}
