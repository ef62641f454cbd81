package oracle

import (
	"math"

	"heddle/dense"
)

// Limit is LAPACK's threshold for every ratio of this file (the 30.0 of its test input files
// dtest.in and stest.in): a result is right if its ratio is below.
const Limit = 30

// Eps is the relative machine epsilon of T, 2^-53 or 2^-24 (LAPACK: dlamch 'Epsilon').
func Eps[T dense.Float]() float64 {
	var zero T
	if _, single := any(zero).(float32); single {
		return 1.0 / (1 << 24)
	}
	return 1.0 / (1 << 53)
}

// ratio divides, with 0/0 = 0: a zero error of a zero matrix is no error. NaN stays NaN, so that
// a comparison must be written !(r < Limit).
func ratio(err, bound float64) float64 {
	if err == 0 {
		return 0
	}
	return err / bound
}

// CholeskyRatio returns |L*L' - A| / (n |A| eps) in the 1-norm (LAPACK: dpot01): a holds the matrix
// and f the factor in the triangle u (for Upper U'*U); nothing else of them is read.
func CholeskyRatio[T dense.Float](u dense.Uplo, a, f dense.Matrix[T]) float64 {
	n := a.Rows
	if n == 0 {
		return 0
	}
	at := func(m dense.Matrix[T], i, j int) float64 { return element(m, u == dense.Upper, i, j) }
	scale := a.SymMaxNorm(u) // keeps products of matrices near overflow and underflow in range
	if scale == 0 {
		return math.Inf(1)
	}
	root := math.Sqrt(scale)
	l := dense.New[float64](n, n)
	for i := range n {
		for j := 0; j <= i; j++ {
			l.Set(i, j, at(f, i, j)/root)
		}
	}
	diff, norm := dense.New[float64](n, n), dense.New[float64](n, n)
	for i := range n {
		for j := 0; j <= i; j++ {
			s, _ := dot(l.Row(j)[:j+1], l.Row(i))
			diff.Set(i, j, s-at(a, i, j)/scale)
			norm.Set(i, j, at(a, i, j)/scale)
		}
	}
	return ratio(diff.SymOneNorm(dense.Lower), float64(n)*norm.SymOneNorm(dense.Lower)*Eps[T]())
}

// SolveRatio returns the largest |B - A*X| / (|A| |X| eps) over the columns, in the 1-norm
// (LAPACK: dpot02). A is full.
func SolveRatio[T dense.Float](a, x, b dense.Matrix[T]) float64 {
	worst, na := 0.0, a.OneNorm()
	for j := range b.Cols {
		err, nx := 0.0, 0.0
		for i := range b.Rows {
			s := float64(b.At(i, j))
			for l, v := range a.Row(i) {
				s -= float64(v) * float64(x.At(l, j))
			}
			err += math.Abs(s)
			nx += math.Abs(float64(x.At(i, j)))
		}
		worst = max(worst, ratio(err, na*nx*Eps[T]()))
	}
	return worst
}

// InverseRatio returns |I - A*X| / (n |A| |X| eps) in the 1-norm for an inverse X of A (LAPACK:
// dpot03). Both are full.
func InverseRatio[T dense.Float](a, x dense.Matrix[T]) float64 {
	n := a.Rows
	e := dense.New[float64](n, n)
	columns := x.Transposed()
	for i := range n {
		for j := range n {
			s, _ := dot(a.Row(i), columns.Row(j))
			e.Set(i, j, s)
		}
		e.Set(i, i, e.At(i, i)-1)
	}
	return ratio(e.OneNorm(), float64(n)*a.OneNorm()*x.OneNorm()*Eps[T]())
}

// GemmRatio returns the largest error of an element of C = alpha*op(A)*op(B) + beta*C0 in units of
// its bound, (k+2) eps (|alpha| |A||B| + |beta||C0|) (Higham, Accuracy and Stability, 3.5).
// Anything above a few is wrong; the same Limit applies.
func GemmRatio[T dense.Float](ta, tb bool, alpha T, a, b dense.Matrix[T], beta T, c0, c dense.Matrix[T]) float64 {
	worst, rows, cols := 0.0, op(ta, a), op(!tb, b)
	unit := float64(rows.Cols+2) * Eps[T]()
	for i := range c.Rows {
		for j, got := range c.Row(i) {
			want, bound := 0.0, 0.0
			if alpha != 0 {
				sum, abs := dot(rows.Row(i), cols.Row(j))
				want, bound = float64(alpha)*sum, math.Abs(float64(alpha))*abs
			}
			if beta != 0 {
				old := float64(beta) * float64(c0.At(i, j))
				want += old
				bound += math.Abs(old)
			}
			worst = max(worst, ratio(math.Abs(want-float64(got)), unit*bound))
		}
	}
	return worst
}

// TrsmRatio returns the largest |alpha*B - op(A)*X| (left) or |alpha*B - X*op(A)| of an element in
// units of n eps |op(A)||X|: substitution is backward stable element by element (Higham, 8.2).
func TrsmRatio[T dense.Float](left bool, u dense.Uplo, trans, unit bool, alpha T, a, b, x dense.Matrix[T]) float64 {
	t := Triangle(u, trans, unit, a)
	p, q := t, x
	if !left {
		p, q = x, t
	}
	worst, columns := 0.0, q.Transposed()
	for i := range b.Rows {
		for j, v := range b.Row(i) {
			sum, abs := dot(p.Row(i), columns.Row(j))
			err := float64(alpha)*float64(v) - sum
			worst = max(worst, ratio(math.Abs(err), float64(a.Rows+1)*Eps[T]()*abs))
		}
	}
	return worst
}
