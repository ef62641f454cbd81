package lapack_test

import (
	"context"
	"errors"
	"fmt"

	"heddle/blas"
	"heddle/dense"
	"heddle/lapack"
	"heddle/task"
	"heddle/tile"
)

func ExampleCholesky() {
	a := dense.Of(
		[]float64{4, 0, 0}, // the upper triangle is not read
		[]float64{2, 5, 0},
		[]float64{2, 3, 6},
	)
	err := lapack.Cholesky(context.Background(), task.Default(), blas.Lower, a)
	fmt.Println(a.Row(0), a.Row(1), a.Row(2), err)
	// Output: [2 0 0] [1 2 0] [1 1 2] <nil>
}

func ExampleCholesky_notPositiveDefinite() {
	a := dense.Of([]float64{15, 15, -5}, []float64{15, 15, 1}, []float64{-5, 1, 10})
	err := lapack.Cholesky(context.Background(), task.Default(), blas.Lower, a)
	if e, ok := errors.AsType[*blas.NotPositiveDefiniteError](err); ok {
		fmt.Println(e.Minor, err)
	}
	// Output: 2 matrix is not positive definite: its leading minor of order 2 is not
}

func ExampleSolve() {
	a := dense.Of([]float64{4, 2}, []float64{2, 5})
	b := dense.Of([]float64{10}, []float64{17})
	err := lapack.Solve(context.Background(), task.Default(), blas.Lower, a, b)
	fmt.Println(b.Data, err)
	// Output: [1 3] <nil>
}

// Operations of one scope flow into each other: a product starts as soon as the solve has its
// operands, tile by tile.
func ExampleTrsm() {
	l := tile.Cut(dense.Of([]float64{2, 0}, []float64{1, 2}), 1, 1)
	x := dense.Of([]float64{4, 8}, []float64{4, 12})
	b := tile.Cut(x, 1, 1)
	c := dense.New[float64](2, 2)
	err := task.Run(context.Background(), func(s *task.Scope) {
		lapack.Trsm(s, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 1, l, b)
		lapack.Gemm(s, blas.NoTrans, blas.Trans, 1, b, b, 0, tile.Cut(c, 1, 1))
	})
	fmt.Println(x.Row(0), x.Row(1), c.Row(0), c.Row(1), err)
	// Output: [2 4] [1 4] [20 18] [18 17] <nil>
}
