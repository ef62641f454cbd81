package oracle

import (
	"math"

	"heddle/dense"
)

// op returns m or its transpose.
func op[T dense.Float](trans bool, m dense.Matrix[T]) dense.Matrix[T] {
	if trans {
		return m.Transposed()
	}
	return m
}

// Gemm computes C = alpha*op(A)*op(B) + beta*C in float64, where op transposes on demand; beta = 0
// overwrites, alpha = 0 reads neither A nor B. O(mnk).
func Gemm[T dense.Float](ta, tb bool, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	rows, cols := op(ta, a), op(!tb, b)
	for i := range c.Rows {
		for j, v := range c.Row(i) {
			s := 0.0
			if alpha != 0 {
				p, _ := dot(rows.Row(i), cols.Row(j))
				s = float64(alpha) * p
			}
			if beta != 0 {
				s += float64(beta) * float64(v)
			}
			c.Set(i, j, T(s))
		}
	}
}

// dot returns the sums of x[l]*y[l] and of |x[l]*y[l]|.
func dot[T dense.Float](x, y []T) (sum, abs float64) {
	for l, v := range x {
		p := float64(v) * float64(y[l])
		sum += p
		abs += math.Abs(p)
	}
	return sum, abs
}

// element returns element (i, j) of m or of its transpose.
func element[T dense.Float](m dense.Matrix[T], trans bool, i, j int) float64 {
	if trans {
		i, j = j, i
	}
	return float64(m.At(i, j))
}

// inTriangle reports whether (i, j) belongs to the triangle u.
func inTriangle(u dense.Uplo, i, j int) bool {
	return u == dense.Lower && j <= i || u == dense.Upper && i <= j
}

// Triangle returns op(A) as a full square matrix: zeros outside the triangle u, ones on the
// diagonal if unit. It reads nothing else of a.
func Triangle[T dense.Float](u dense.Uplo, trans, unit bool, a dense.Matrix[T]) dense.Matrix[T] {
	t := dense.New[T](a.Rows, a.Rows)
	for i := range a.Rows {
		for j := range a.Rows {
			switch {
			case i == j && unit:
				t.Set(i, j, 1)
			case inTriangle(u, i, j):
				t.Set(i, j, a.At(i, j))
			}
		}
	}
	return op(trans, t)
}

// Trsm solves op(A)*X = alpha*B (left) or X*op(A) = alpha*B by substitution; X overwrites B.
func Trsm[T dense.Float](left bool, u dense.Uplo, trans, unit bool, alpha T, a, b dense.Matrix[T]) {
	t := Triangle(u, trans, unit, a)
	lower := (u == dense.Lower) != trans
	if left {
		substitute(t, lower, alpha, b)
		return
	}
	x := b.Transposed() // X*T = B is T'*X' = B'
	substitute(t.Transposed(), !lower, alpha, x)
	b.CopyFrom(x.Transposed())
}

// substitute solves T*X = alpha*B for a full triangular T.
func substitute[T dense.Float](t dense.Matrix[T], lower bool, alpha T, b dense.Matrix[T]) {
	n := t.Rows
	for j := range b.Cols {
		for step := range n {
			i := step
			if !lower {
				i = n - 1 - step
			}
			s := 0.0
			if alpha != 0 {
				s = float64(alpha) * float64(b.At(i, j))
			}
			for l := range n {
				if l != i && t.At(i, l) != 0 {
					s -= float64(t.At(i, l)) * float64(b.At(l, j))
				}
			}
			if alpha == 0 {
				s = 0
			} else {
				s /= float64(t.At(i, i))
			}
			b.Set(i, j, T(s))
		}
	}
}

// Potrf factors the triangle u of A in place, A = L*L' or U'*U, by elimination in float64: column
// by column, the rest of the triangle less multiplier times column, so that a pivot which is zero
// in exact arithmetic on small integers is zero here. It returns 0, or the order of the first
// leading minor that is not positive definite: where a pivot is not above zero or not finite.
func Potrf[T dense.Float](u dense.Uplo, a dense.Matrix[T]) int {
	n := a.Rows
	w := dense.New[float64](n, n) // the lower triangle
	for i := range n {
		for j := range i + 1 {
			w.Set(i, j, element(a, u == dense.Upper, i, j))
		}
	}
	minor := 0
	for j := 0; j < n && minor == 0; j++ {
		minor = eliminate(w, j)
	}
	for i := range n {
		for j := range i + 1 {
			if u == dense.Upper {
				a.Set(j, i, T(w.At(i, j)))
			} else {
				a.Set(i, j, T(w.At(i, j)))
			}
		}
	}
	return minor
}

// eliminate makes column j of w one of the factor and updates the columns after it; it returns
// j+1 if the pivot is not positive and finite.
func eliminate(w dense.Matrix[float64], j int) int {
	p := w.At(j, j)
	if !(p > 0) || math.IsInf(p, 1) {
		return j + 1
	}
	for l := j + 1; l < w.Rows; l++ {
		m := w.At(l, j) / p
		for i := l; i < w.Rows; i++ {
			w.Set(i, l, w.At(i, l)-m*w.At(i, j))
		}
	}
	for i := j; i < w.Rows; i++ {
		w.Set(i, j, w.At(i, j)/math.Sqrt(p))
	}
	return 0
}

// Potrs solves A*X = B from the factor of Potrf; X overwrites B.
func Potrs[T dense.Float](u dense.Uplo, a, b dense.Matrix[T]) {
	Trsm(true, u, u == dense.Upper, false, 1, a, b)
	Trsm(true, u, u == dense.Lower, false, 1, a, b)
}
