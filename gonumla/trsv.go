package gonumla

import (
	"gonum.org/v1/gonum/blas"

	"heddle/dense"
)

// TRSV by halves: nearly all of it is GEMV, which gonum's assembly computes as fast as memory gives the
// triangle, and which is shared where it is large. gonum's own forms one product after the other.

// trsvLeast is the order from which on that pays, measured on a Zen 4 with each triangle: from half as much on
// with some, never below. For float32 it is twice as much, as gonum's own GEMV is no faster than for float64.
const trsvLeast = 64

// trsvBase is the order of a triangle left to gonum's own code: 24 is as good, 8 and 32 lose a tenth at order 100.
const trsvBase = 16

// trsvShared is the height, or width, of the GEMV that is shared among workers: that of a triangle of order
// 400. At order 600 the second worker brings a tenth; half of this loses that much.
const trsvShared = 200

// trsvTile is how many rows, or columns, of a GEMV are multiplied with one right side before the next one
// gets them from the cache.
const trsvTile = 256

// Dtrsv solves op(A)*x = b with a triangular A; x overwrites b.
func (b BLAS) Dtrsv(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []float64, lda int, x []float64, incX int) {
	if n < trsvLeast || !trsvFits(ul, t, d, n, a, lda, x, incX) {
		b.Implementation.Dtrsv(ul, t, d, n, a, lda, x, incX)
		return
	}
	trsv(b.solver(ul, t, d, n, a, lda), x, incX)
}

// Strsv solves op(A)*x = b with a triangular A; x overwrites b.
func (b BLAS) Strsv(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []float32, lda int, x []float32, incX int) {
	if n < 2*trsvLeast || !trsvFits(ul, t, d, n, a, lda, x, incX) {
		b.Implementation.Strsv(ul, t, d, n, a, lda, x, incX)
		return
	}
	tri := triangular[float32]{view(a, n, n, lda), ul, t, d}
	trsv(solver[float32]{b.pool, tri, b.Implementation.Sgemv, b.Implementation.Strsv}, x, incX)
}

// solveBoth solves for x, and for y if it is not nil, in one pass.
func (b BLAS) solveBoth(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []float64, lda int, x, y []float64) {
	if n >= trsvLeast {
		s := b.solver(ul, t, d, n, a, lda)
		if y == nil {
			s.solve(0, n, x)
		} else {
			s.solve(0, n, x, y)
		}
		return
	}
	b.Implementation.Dtrsv(ul, t, d, n, a, lda, x, 1)
	if y != nil {
		b.Implementation.Dtrsv(ul, t, d, n, a, lda, y, 1)
	}
}

// solver returns that with an n x n triangle.
func (b BLAS) solver(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []float64, lda int) solver[float64] {
	tri := triangular[float64]{view(a, n, n, lda), ul, t, d}
	return solver[float64]{b.pool, tri, b.Implementation.Dgemv, b.Implementation.Dtrsv}
}

// trsv solves with one right side, by way of a copy where it is not contiguous.
func trsv[T dense.Float](s solver[T], x []T, incX int) {
	n := s.a.Rows
	if incX == 1 {
		s.solve(0, n, x)
		return
	}
	first := 0
	if incX < 0 {
		first = (1 - n) * incX
	}
	y := make([]T, n)
	for i := range y {
		y[i] = x[first+i*incX]
	}
	s.solve(0, n, y)
	for i, v := range y {
		x[first+i*incX] = v
	}
}

// solver solves op(A)*x = b in place, for one right side or for several, which share what is read of A.
type solver[T dense.Float] struct {
	pool *pool // nil: the caller computes alone
	a    triangular[T]

	// gonum's own
	gemv gemvOf[T]
	base trsvOf[T]
}

// solve solves for elements lo to hi of each of xs with the diagonal block of these rows.
func (s *solver[T]) solve(lo, hi int, xs ...[]T) {
	if hi-lo <= trsvBase {
		for _, x := range xs {
			s.base(s.a.ul, s.a.t, s.a.d, hi-lo, s.a.Data[lo*s.a.Stride+lo:], s.a.Stride, x[lo:hi], 1)
		}
		return
	}
	k := lo + ((hi-lo)/2+trsvBase-1)/trsvBase*trsvBase
	if s.a.lower() {
		s.solve(lo, k, xs...)
		s.update(k, hi, lo, k, xs)
		s.solve(k, hi, xs...)
		return
	}
	s.solve(k, hi, xs...)
	s.update(lo, k, k, hi, xs)
	s.solve(lo, k, xs...)
}

// update subtracts, from elements lo to hi of each of xs, the product of that block of op(A) and elements
// first to last.
func (s *solver[T]) update(lo, hi, first, last int, xs [][]T) {
	if s.pool == nil || hi-lo < trsvShared {
		s.multiply(lo, hi, first, last, xs)
		return
	}
	s.pool.split(hi-lo, slabUnit, s.pool.least, func(l, h int) { s.multiply(lo+l, lo+h, first, last, xs) })
}

// multiply is update on one goroutine.
func (s *solver[T]) multiply(lo, hi, first, last int, xs [][]T) {
	tile := last - first
	if len(xs) > 1 {
		tile = trsvTile
	}
	lda := s.a.Stride
	for j := first; j < last; j += tile {
		k := min(last, j+tile)
		for _, x := range xs {
			if s.a.t == blas.NoTrans {
				s.gemv(s.a.t, hi-lo, k-j, -1, s.a.Data[lo*lda+j:], lda, x[j:k], 1, 1, x[lo:hi], 1)
			} else {
				s.gemv(s.a.t, k-j, hi-lo, -1, s.a.Data[j*lda+lo:], lda, x[j:k], 1, 1, x[lo:hi], 1)
			}
		}
	}
}
