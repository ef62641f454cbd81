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
			s := 0.0
			for p, x := range l.Row(j)[:j+1] {
				s += l.Row(i)[p] * x
			}
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
	for i := range n {
		for j := range n {
			e.Set(i, j, dot(false, false, a, x, i, j, false))
		}
		e.Set(i, i, e.At(i, i)-1)
	}
	return ratio(e.OneNorm(), float64(n)*a.OneNorm()*x.OneNorm()*Eps[T]())
}

// GemmRatio returns the largest error of an element of C = alpha*op(A)*op(B) + beta*C0 in units of
// its bound, (k+2) eps (|alpha| |A||B| + |beta||C0|) (Higham, Accuracy and Stability, 3.5).
// Anything above a few is wrong; the same Limit applies.
func GemmRatio[T dense.Float](ta, tb bool, alpha T, a, b dense.Matrix[T], beta T, c0, c dense.Matrix[T]) float64 {
	worst := 0.0
	k := a.Cols
	if ta {
		k = a.Rows
	}
	for i := range c.Rows {
		for j := range c.Cols {
			want, bound := 0.0, 0.0
			if alpha != 0 {
				want = float64(alpha) * dot(ta, tb, a, b, i, j, false)
				bound = math.Abs(float64(alpha)) * dot(ta, tb, a, b, i, j, true)
			}
			if beta != 0 {
				want += float64(beta) * float64(c0.At(i, j))
				bound += math.Abs(float64(beta) * float64(c0.At(i, j)))
			}
			worst = max(worst, ratio(math.Abs(want-float64(c.At(i, j))), float64(k+2)*Eps[T]()*bound))
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
	worst := 0.0
	for i := range b.Rows {
		for j := range b.Cols {
			err := float64(alpha)*float64(b.At(i, j)) - dot(false, false, p, q, i, j, false)
			bound := float64(a.Rows+1) * Eps[T]() * dot(false, false, p, q, i, j, true)
			worst = max(worst, ratio(math.Abs(err), bound))
		}
	}
	return worst
}
