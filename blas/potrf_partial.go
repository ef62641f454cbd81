package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// PotrfPartial factors the first k columns of a symmetric positive definite matrix of order k+r and
// updates the rest. With Lower a is (k+r) x k, A11 above A21, and c is r x r:
//
//	A11 = L11*L11', L21 = A21*inv(L11'), C -= L21*L21'
//
// With Upper a is k x (k+r), A11 beside A12, and holds U = L'. That is what a front of a sparse
// factorization takes, done in one pass: what Potrf, Trsm and Syrk would each pack is packed once.
// Of A11 and C one triangle is used, and overwritten; the other is neither read nor written. a and c
// may be parts of one matrix. If A11 is not positive definite, or holds NaN or Inf, it returns a
// *NotPositiveDefiniteError, and a and c hold nothing of use. Cost: k^3/3 + k^2*r + k*r*(r+1) flops.
func PotrfPartial[T dense.Float](uplo Uplo, a, c dense.Matrix[T]) error {
	checkEnum("PotrfPartial", "uplo", uplo)
	check("PotrfPartial", "a", &a)
	check("PotrfPartial", "c", &c)
	checkSquare("PotrfPartial", "c", c.Rows, c.Cols)
	n, k := opShape(uplo == Upper, a)
	if n != k+c.Rows {
		badShape("PotrfPartial", "c", c.Rows, c.Cols, n-k, n-k)
	}
	if k == 0 {
		return nil
	}
	f := partial[T]{row: row[T](), uplo: uplo, k: k, rest: c.Rows, a: a, c: c}
	width := evenly(k, potrfBlock, f.row.W*f.row.MR)
	for j := 0; j < k; j += width {
		if minor := f.step(j, min(j+width, k)); minor != 0 {
			return &NotPositiveDefiniteError{Minor: j + minor}
		}
	}
	return nil
}

// partial is a call of PotrfPartial after its checks.
type partial[T dense.Float] struct {
	row     *kernel.Kernel[T]
	uplo    Uplo
	k, rest int
	a, c    dense.Matrix[T]
}

// at returns the storage of the matrix from element (i, j) of L on.
func (f *partial[T]) at(i, j int) []T {
	if f.uplo == Upper {
		i, j = j, i
	}
	return f.a.Data[i*f.a.Stride+j:]
}

// step factors columns from to end, and subtracts what they contribute from all after them. It
// returns 0 or the minor of its block that is not positive definite.
func (f *partial[T]) step(from, end int) int {
	r, upper, ld := f.row, f.uplo == Upper, f.a.Stride
	w, n := r.W, end-from
	nw := roundUp(n, w)
	ws := borrow[T]()
	defer ws.giveBack()
	l, inv := ws.takeA(nw*nw), ws.takeD(nw+w*w)
	packLower(r, upper, n, f.at(from, from), ld, l, w*nw)
	if minor := potrfPanels(r, nw, l, w*nw, inv); minor != 0 {
		return minor
	}
	unpackLower(r, upper, n, f.at(from, from), ld, l, w*nw)
	// Rows of A11 and of A21 have panels apart, so that each begin with a whole one.
	left := f.k - end
	all := ws.takeB((roundUp(left, w) + roundUp(f.rest, w)) * nw)
	x, y := all[:roundUp(left, w)*nw], all[roundUp(left, w)*nw:]
	if left > 0 {
		trsmRows(r, upper, left, n, l, w*nw, inv, f.at(end, from), ld, x, w*nw)
		syrkRows(r, f.uplo, left, nw, x, f.at(end, end), ld, inv[nw:])
	}
	if f.rest == 0 {
		return 0
	}
	trsmRows(r, upper, f.rest, n, l, w*nw, inv, f.at(f.k, from), ld, y, w*nw)
	switch {
	case left == 0:
	case upper:
		gemmRows(r, left, f.rest, nw, x, w*nw, y, w*nw, f.at(f.k, end), ld, tileStrip)
	default:
		gemmRows(r, f.rest, left, nw, y, w*nw, x, w*nw, f.at(f.k, end), ld, tileStrip)
	}
	syrkRows(r, f.uplo, f.rest, nw, y, f.c.Data, f.c.Stride, inv[nw:])
	return 0
}
