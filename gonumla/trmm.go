package gonumla

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	ours "heddle/blas"
	"heddle/dense"
)

// trmm computes B = alpha*op(A)*B (Left) or B = alpha*B*op(A) (Right), A triangular, by gonum's own where the
// arguments do not fit.
func trmm[T dense.Float](p *pool, own triOf[T], s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	if !triFits(s, ul, t, d, m, n, a, lda, b, ldb) {
		own(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	na := order(s, m, n)
	bm := view(b, m, n, ldb)
	tri := triangular[T]{view(a, na, na, lda), ul, t, d}
	flops := float64(m) * float64(n) * float64(na)
	if s == blas.Left {
		p.split(n, slabUnit, flops, func(lo, hi int) { tri.left(alpha, bm.View(0, lo, m, hi-lo)) })
		return
	}
	p.split(m, slabUnit, flops, func(lo, hi int) { tri.right(alpha, bm.View(lo, 0, hi-lo, n)) })
}

// triangular is op(A) as an operand.
type triangular[T dense.Float] struct {
	dense.Matrix[T]
	ul blas.Uplo
	t  blas.Transpose
	d  blas.Diag
}

// lower tells whether op(A) is.
func (a triangular[T]) lower() bool { return (a.ul == blas.Lower) == (a.t == blas.NoTrans) }

// diagonal returns diagonal block lo to hi of op(A).
func (a triangular[T]) diagonal(lo, hi int) triangular[T] {
	a.Matrix = a.View(lo, lo, hi-lo, hi-lo)
	return a
}

// corner returns the block of op(A) that is not a triangle, when it is cut in two at k, as it is
// stored.
func (a triangular[T]) corner(k int) dense.Matrix[T] {
	n := a.Rows
	if a.ul == blas.Lower {
		return a.View(k, 0, n-k, k)
	}
	return a.View(0, k, k, n-k)
}

// trmmUnit is the order from which on a triangle is not cut any more.
const trmmUnit = 32

// left computes B = alpha*op(A)*B by halves: nearly all of it is GEMM.
func (a triangular[T]) left(alpha T, b dense.Matrix[T]) {
	n := a.Rows
	if n <= trmmUnit {
		trmmSmall(blas.Left, a, alpha, b)
		return
	}
	k := half(n)
	b1, b2 := b.View(0, 0, k, b.Cols), b.View(k, 0, n-k, b.Cols)
	a1, a2 := a.diagonal(0, k), a.diagonal(k, n)
	if a.lower() {
		a2.left(alpha, b2)
		ours.Gemm(transpose(a.t), ours.NoTrans, alpha, a.corner(k), b1, 1, b2)
		a1.left(alpha, b1)
		return
	}
	a1.left(alpha, b1)
	ours.Gemm(transpose(a.t), ours.NoTrans, alpha, a.corner(k), b2, 1, b1)
	a2.left(alpha, b2)
}

// right computes B = alpha*B*op(A).
func (a triangular[T]) right(alpha T, b dense.Matrix[T]) {
	n := a.Rows
	if n <= trmmUnit {
		trmmSmall(blas.Right, a, alpha, b)
		return
	}
	k := half(n)
	b1, b2 := b.View(0, 0, b.Rows, k), b.View(0, k, b.Rows, n-k)
	a1, a2 := a.diagonal(0, k), a.diagonal(k, n)
	if a.lower() {
		a1.right(alpha, b1)
		ours.Gemm(ours.NoTrans, transpose(a.t), alpha, b2, a.corner(k), 1, b1)
		a2.right(alpha, b2)
		return
	}
	a2.right(alpha, b2)
	ours.Gemm(ours.NoTrans, transpose(a.t), alpha, b1, a.corner(k), 1, b2)
	a1.right(alpha, b1)
}

// half cuts n so that the first part is a multiple of trmmUnit.
func half(n int) int { return (n/2 + trmmUnit - 1) / trmmUnit * trmmUnit }

// trmmSmall computes the product with a small triangle as one with a square whose other half is
// zero; where B is not finite that would spread a NaN, and gonum's own code is used.
func trmmSmall[T dense.Float](s blas.Side, a triangular[T], alpha T, b dense.Matrix[T]) {
	if a.Rows < trmmLeast || alpha == 0 || !finite(b) {
		trmmByElement(s, a, alpha, b)
		return
	}
	n := a.Rows
	work := borrowStrip[T]()
	defer giveBackStrip(work)
	square := dense.Matrix[T]{Rows: n, Cols: n, Data: work.square[:], Stride: trmmUnit}
	a.fill(square)
	if s == blas.Left {
		for j := 0; j < b.Cols; j += trmmStrip {
			bj := b.View(0, j, n, min(trmmStrip, b.Cols-j))
			w := dense.Matrix[T]{Rows: n, Cols: bj.Cols, Data: work.product[:], Stride: bj.Cols}
			ours.Gemm(transpose(a.t), ours.NoTrans, alpha, square, bj, 0, w)
			bj.CopyFrom(w)
		}
		return
	}
	for i := 0; i < b.Rows; i += trmmStrip {
		bi := b.View(i, 0, min(trmmStrip, b.Rows-i), n)
		w := dense.Matrix[T]{Rows: bi.Rows, Cols: n, Data: work.product[:], Stride: n}
		ours.Gemm(ours.NoTrans, transpose(a.t), alpha, bi, square, 0, w)
		bi.CopyFrom(w)
	}
}

// fill writes A, as it is stored, to the square, zeros and the unit diagonal included.
func (a triangular[T]) fill(square dense.Matrix[T]) {
	for i := range a.Rows {
		to, from := square.Row(i), a.Row(i)
		if a.ul == blas.Lower {
			copy(to[:i], from[:i])
			clear(to[i+1:])
		} else {
			clear(to[:i])
			copy(to[i+1:], from[i+1:])
		}
		to[i] = 1
		if a.d == blas.NonUnit {
			to[i] = from[i]
		}
	}
}

// trmmStrip is how many rows or columns of B are multiplied at once: 32 KiB of float64.
const trmmStrip = 128

// trmmLeast is the order of a piece below which gonum's own code is faster.
const trmmLeast = 12

// strip is what trmmSmall needs beside its operands.
type strip[T dense.Float] struct {
	square  [trmmUnit * trmmUnit]T
	product [trmmUnit * trmmStrip]T
}

var strips64, strips32 sync.Pool

func stripPool[T dense.Float]() *sync.Pool {
	if _, ok := any(T(0)).(float64); ok {
		return &strips64
	}
	return &strips32
}

func borrowStrip[T dense.Float]() *strip[T] {
	if s, ok := stripPool[T]().Get().(*strip[T]); ok {
		return s
	}
	return new(strip[T])
}

func giveBackStrip[T dense.Float](s *strip[T]) { stripPool[T]().Put(s) }

// finite tells whether all elements are: a sum of products with 0 is NaN if one is not.
func finite[T dense.Float](b dense.Matrix[T]) bool {
	var sum T
	for i := range b.Rows {
		for _, x := range b.Row(i) {
			sum += 0 * x
		}
	}
	return sum == 0
}

// trmmByElement is gonum's own TRMM.
func trmmByElement[T dense.Float](s blas.Side, a triangular[T], alpha T, b dense.Matrix[T]) {
	var impl gonum.Implementation
	switch x := any(b.Data).(type) {
	case []float64:
		impl.Dtrmm(s, a.ul, a.t, a.d, b.Rows, b.Cols, float64(alpha), any(a.Data).([]float64), a.Stride, x, b.Stride)
	case []float32:
		impl.Strmm(s, a.ul, a.t, a.d, b.Rows, b.Cols, float32(alpha), any(a.Data).([]float32), a.Stride, x, b.Stride)
	}
}
