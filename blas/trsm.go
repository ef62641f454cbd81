package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// Trsm solves op(A)*X = alpha*B (Left) or X*op(A) = alpha*B (Right) for X, which overwrites B. A is
// square and triangular; the other triangle is not read, with Unit not the diagonal either. With
// alpha = 0 B becomes zero and A is not read. A zero on the diagonal gives Inf and NaN, as in BLAS.
// Cost: n^2 flops for each of the other dimension of B (BLAS: dtrsm).
func Trsm[T dense.Float](side Side, uplo Uplo, trans Transpose, diag Diag, alpha T, a, b dense.Matrix[T]) {
	checkEnum("Trsm", "side", side)
	checkEnum("Trsm", "uplo", uplo)
	checkEnum("Trsm", "transpose", trans)
	checkEnum("Trsm", "diag", diag)
	check("Trsm", "a", &a)
	check("Trsm", "b", &b)
	checkSquare("Trsm", "a", a.Rows, a.Cols)
	if side == Left && a.Rows != b.Rows {
		badShape("Trsm", "b", b.Rows, b.Cols, a.Rows, b.Cols)
	}
	if side == Right && a.Rows != b.Cols {
		badShape("Trsm", "b", b.Rows, b.Cols, b.Rows, a.Rows)
	}
	if b.Rows == 0 || b.Cols == 0 {
		return
	}
	scale(alpha, b)
	if alpha == 0 {
		return
	}
	s := solve[T]{row: row[T](), left: side == Left, trans: trans == Trans, unit: diag == Unit, upper: uplo == Upper}
	s.run(a, b)
}

// solve is a triangular solve after its checks, brought to one form: Y*S' = B where Y, B are the
// unknown and the right-hand side, transposed if left, and S is A or its transpose. If S is lower
// triangular, columns of Y are found from the first on, else from the last.
type solve[T dense.Float] struct {
	row                      *kernel.Kernel[T]
	left, trans, unit, upper bool
}

// plain reports whether S is A rather than its transpose.
func (s *solve[T]) plain() bool { return s.left != s.trans }

// backward reports whether S is upper triangular.
func (s *solve[T]) backward() bool { return s.plain() == s.upper }

// solveBase is the order up to which the triangle is packed whole.
const solveBase = 256

// run halves the triangle until it is small: between the halves stands one product, so that nearly
// all flops are GEMM's.
func (s *solve[T]) run(a, b dense.Matrix[T]) {
	n := a.Rows
	if n <= solveBase {
		s.base(a, b)
		return
	}
	h := roundUp(n/2, s.row.W)
	a1, a2 := a.View(0, 0, h, h), a.View(h, h, n-h, n-h)
	var b1, b2 dense.Matrix[T]
	if s.left {
		b1, b2 = b.View(0, 0, h, b.Cols), b.View(h, 0, n-h, b.Cols)
	} else {
		b1, b2 = b.View(0, 0, b.Rows, h), b.View(0, h, b.Rows, n-h)
	}
	off := a.View(h, 0, n-h, h)
	if s.upper {
		off = a.View(0, h, h, n-h)
	}
	if s.backward() {
		a1, a2, b1, b2 = a2, a1, b2, b1
	}
	s.run(a1, b1)
	s.update(off, b1, b2)
	s.run(a2, b2)
}

// update subtracts from b2 what the solved b1 contributes.
func (s *solve[T]) update(off, b1, b2 dense.Matrix[T]) {
	x, y := operand[T]{off.Data, off.Stride, s.trans}, operand[T]{b1.Data, b1.Stride, false}
	k := b1.Rows
	if !s.left {
		x, y, k = y, x, b1.Cols
	}
	g := product[T]{row: s.row, m: b2.Rows, n: b2.Cols, k: k, alpha: -1, a: x, b: y, c: b2.Data, ldc: b2.Stride}
	g.compute()
}

// base solves with a triangle that is packed whole, strip by strip of the right-hand side.
func (s *solve[T]) base(a, b dense.Matrix[T]) {
	r := s.row
	n, w := a.Rows, r.W
	nw := roundUp(n, w)
	ws := borrow[T]()
	defer ws.giveBack()
	l, inv := ws.takeA(nw*nw), ws.takeD(nw)
	if !s.reciprocals(a, inv) {
		s.substitute(a, b)
		return
	}
	if s.backward() {
		s.packReversed(a, l, ws.takeB(w*nw))
	} else {
		packLower(r, !s.plain(), n, a.Data, a.Stride, l, w*nw)
	}
	m := b.Rows
	if s.left {
		m = b.Cols
	}
	strip := min(roundUp(m, w), solveStrip)
	x := ws.takeB(strip * nw)
	for i := 0; i < m; i += strip {
		rows := min(strip, m-i)
		s.packStrip(b, i, rows, n, x)
		trsmPanels(r, roundUp(rows, w)/w, nw, l, w*nw, inv, x, w*nw, nil)
		s.unpackStrip(b, i, rows, n, x)
	}
}

// solveStrip is how many rows of the unknown are solved at a time.
const solveStrip = 192

// packStrip packs rows i.. of the right-hand side, its columns in the order in which they are solved.
func (s *solve[T]) packStrip(b dense.Matrix[T], i, rows, n int, x []T) {
	w := s.row.W
	nw := roundUp(n, w)
	step := w * nw
	if s.left {
		packPanels(s.row, true, rows, n, b.Data[i:], b.Stride, x, step)
	} else {
		packPanels(s.row, false, rows, n, b.Data[i*b.Stride:], b.Stride, x, step)
	}
	for p := 0; p < rows; p += w {
		panel := x[p/w*step:][:step]
		clear(panel[n*w:])
		if s.backward() {
			reverse(w, n, panel)
		}
	}
}

// unpackStrip is the inverse of packStrip.
func (s *solve[T]) unpackStrip(b dense.Matrix[T], i, rows, n int, x []T) {
	w := s.row.W
	step := w * roundUp(n, w)
	if s.backward() {
		for p := 0; p < rows; p += w {
			reverse(w, n, x[p/w*step:])
		}
	}
	if s.left {
		unpackPanels(s.row, true, rows, n, b.Data[i:], b.Stride, x, step)
	} else {
		unpackPanels(s.row, false, rows, n, b.Data[i*b.Stride:], b.Stride, x, step)
	}
}

// reverse reverses the order of the n columns of a panel.
func reverse[T dense.Float](w, n int, p []T) {
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		if w == 8 {
			x, y := (*[8]T)(p[i*8:]), (*[8]T)(p[j*8:])
			*x, *y = *y, *x
			continue
		}
		x, y := p[i*w:i*w+w], p[j*w:j*w+w]
		for r, v := range x {
			x[r], y[r] = y[r], v
		}
	}
}
