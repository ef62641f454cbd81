package lapack

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/internal/oracle"
	"heddle/task"
)

func TestSolve(t *testing.T) {
	ctx := context.Background()
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, n := range []int{0, 1, 5, 64, 200} {
			for _, rhs := range []int{0, 1, 2, 7, 40} {
				for _, uplo := range triangles {
					a, b := dense.SPD[float64](n, seed), dense.Random[float64](n, rhs, seed)
					f, x := guarded(uplo, a), b.Clone()
					if err := Solve(ctx, rt, uplo, f, x); err != nil {
						t.Fatalf("n=%d rhs=%d %v: %v", n, rhs, uplo, err)
					}
					if r := oracle.SolveRatio(a, x, b); !(r < oracle.Limit) {
						t.Errorf("n=%d rhs=%d %v: ratio %g", n, rhs, uplo, r)
					}
					again := b.Clone()
					if err := SolveFactored(ctx, rt, uplo, f, again); err != nil || !again.Equal(x) || !intact(uplo, f) {
						t.Errorf("n=%d rhs=%d %v: a second solve differs (%v)", n, rhs, uplo, err)
					}
				}
			}
		}
	})
}

// An error leaves b alone.
func TestSolveFails(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	a := oracle.ZeroRowCol(dense.SPD[float64](50, seed), 30)
	b := dense.Random[float64](50, 2, seed)
	x := b.Clone()
	if minor := minorOf(Solve(context.Background(), rt, blas.Lower, a, x)); minor != 31 || !x.Equal(b) {
		t.Errorf("minor %d, want 31; b untouched: %v", minor, x.Equal(b))
	}
}

func TestArguments(t *testing.T) {
	rt := task.New(task.Config{Workers: 1})
	defer rt.Close()
	ctx := context.Background()
	square, wide := dense.New[float64](3, 3), dense.New[float64](3, 4)
	short := square
	short.Data = short.Data[:8]
	narrow := square
	narrow.Stride = 2
	huge := dense.Matrix[float64]{Rows: 1 << (bits.UintSize / 2), Cols: 1 << (bits.UintSize / 2), Stride: 1 << (bits.UintSize / 2)} // rows * stride is 0 in an int
	for name, f := range map[string]func() error{
		"not square":      func() error { return Cholesky(ctx, rt, blas.Lower, wide) },
		"tiled":           func() error { return CholeskyTiled(ctx, rt, blas.Lower, wide, 8) },
		"no tile":         func() error { return CholeskyTiled(ctx, rt, blas.Lower, square, 0) },
		"short":           func() error { return Cholesky(ctx, rt, blas.Lower, short) },
		"stride":          func() error { return Cholesky(ctx, rt, blas.Lower, narrow) },
		"overflow":        func() error { return SolveFactored(ctx, rt, blas.Lower, huge, huge) },
		"no runtime":      func() error { return Cholesky(ctx, nil, blas.Lower, square) },
		"uplo":            func() error { return SolveFactored(ctx, rt, 2, square, square) },
		"rows of b":       func() error { return Solve(ctx, rt, blas.Lower, square, dense.New[float64](4, 1)) },
		"rows of b later": func() error { return SolveFactored(ctx, rt, blas.Lower, square, dense.New[float64](2, 1)) },
	} {
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "lapack: ") {
					t.Errorf("%s: panicked with %v", name, p)
				}
			}()
			t.Errorf("%s: returned %v", name, f())
		}()
	}
}

// TestCancelled: a factorization without tasks says the same of a cancelled context as one with tasks.
func TestCancelled(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	for _, n := range []int{1, 40, 300} {
		a := dense.SPD[float64](n, 1)
		for name, f := range map[string]func() error{
			"Cholesky":      func() error { return Cholesky(ctx, rt, blas.Lower, a) },
			"CholeskyTiled": func() error { return CholeskyTiled(ctx, rt, blas.Lower, a, 104) },
			"Solve":         func() error { return Solve(ctx, rt, blas.Lower, a, dense.New[float64](n, 1)) },
		} {
			var c *task.CancelledError
			if err := f(); !errors.As(err, &c) || c.Cause != why {
				t.Errorf("n=%d: %s returned %v", n, name, err)
			}
		}
	}
}
