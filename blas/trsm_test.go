package blas

import (
	"math"
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

var (
	sides = []Side{Left, Right}
	diags = []Diag{NonUnit, Unit}
)

func TestTrsm(t *testing.T) {
	eachType(t, testTrsm[float64], testTrsm[float32])
}

func testTrsm[T dense.Float](t *testing.T) {
	s := sizes()
	for i, n := range s {
		for j, m := range s {
			eachTrsm(func(side Side, u Uplo, trans Transpose, d Diag) {
				trsmCase(t, side, u, trans, d, n, m, []T{1, -1, 0.7, 0}[(i+j)%4], (i+j)%3*5)
			})
		}
	}
}

// Both sides of the recursion's threshold and of the strip's length.
func TestTrsmBlocks(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		eachTrsm(func(side Side, u Uplo, trans Transpose, d Diag) {
			trsmCase[float64](t, side, u, trans, d, solveBase, 3, 1, 1)
			trsmCase[float64](t, side, u, trans, d, solveBase+1, 11, 1, 0)
			trsmCase[float64](t, side, u, trans, d, 13, 2*solveStrip+5, 2, 3)
		})
	})
}

func eachTrsm(f func(Side, Uplo, Transpose, Diag)) {
	for _, side := range sides {
		for _, u := range uplos {
			for _, trans := range transposes {
				for _, d := range diags {
					f(side, u, trans, d)
				}
			}
		}
	}
}

// triangular returns a well conditioned triangle with NaN outside, and on the diagonal if unit.
func triangular[T dense.Float](n int, u Uplo, d Diag) dense.Matrix[T] {
	a := hide(u, dense.Random[T](n, n, 7))
	for i := range n {
		for j, v := range a.Row(i) {
			a.Set(i, j, v/T(n))
		}
		a.Set(i, i, 1+T(dense.Uniform(9, i, i)))
		if d == Unit {
			a.Set(i, i, nan[T]())
		}
	}
	return a
}

func trsmCase[T dense.Float](t *testing.T, side Side, u Uplo, trans Transpose, d Diag, n, m int, alpha T, pad int) {
	t.Helper()
	a, b := triangular[T](n, u, d), dense.Random[T](m, n, 5)
	if side == Left {
		b = dense.Random[T](n, m, 5)
	}
	ga, gb := guard(a, pad), guard(b, pad)
	if alpha == 0 {
		ga.Fill(nan[T]())
	}
	Trsm(side, u, trans, d, alpha, ga.Matrix, gb.Matrix)
	right(t, oracle.TrsmRatio(side == Left, u, trans == Trans, d == Unit, alpha, a, b, gb.Matrix),
		"n=%d m=%d side=%d %v trans=%d diag=%d alpha=%g", n, m, side, u, trans, d, alpha)
	if err := gb.intact(); err != nil {
		t.Errorf("n=%d m=%d side=%d %v trans=%d: %v", n, m, side, u, trans, err)
	}
}

// A diagonal whose reciprocals overflow or lose bits is divided by.
func TestTrsmExtremeDiagonal(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, d := range []float64{5e-324, 1e-310, 1.5e308, math.Inf(1)} {
			eachTrsm(func(side Side, u Uplo, trans Transpose, diag Diag) {
				if diag == Unit {
					return
				}
				a := dense.Of([]float64{1, 0, 0}, []float64{0, d, 0}, []float64{0, 0, 2})
				b := dense.New[float64](3, 3)
				b.Fill(d / 4)
				if math.IsInf(d, 1) {
					b.Fill(1)
				}
				want := b.At(1, 1) / d
				Trsm(side, u, trans, NonUnit, 1, a, b)
				if b.At(1, 1) != want {
					t.Errorf("diagonal %g side=%d %v trans=%d: %g, want %g", d, side, u, trans, b.At(1, 1), want)
				}
			})
		}
		b := dense.Of([]float64{1, -1})
		Trsm(Left, Lower, NoTrans, NonUnit, 1, dense.New[float64](1, 1), b)
		if !math.IsInf(b.At(0, 0), 1) || !math.IsInf(b.At(0, 1), -1) {
			t.Errorf("division by a zero diagonal gives %v", b.Row(0))
		}
	})
}
