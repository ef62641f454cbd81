package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
)

// syrk computes C = alpha*op(A)*op(A)ᵀ + beta*C in the triangle ul, by gonum's own where the arguments do not fit.
func syrk[T dense.Float](p *pool, own syrkOf[T], ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) {
	if !syrkFits(ul, t, n, k, a, lda, a, lda, c, ldc) {
		own(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	rows, cols := shape(t, n, k)
	u, ta := uplo(ul), transpose(t)
	am, cm := view(a, rows, cols, lda), view(c, n, n, ldc)
	flops := float64(n) * float64(n) * float64(k)
	if !p.shares(flops) {
		ours.Syrk(u, ta, alpha, am, beta, cm)
		return
	}
	p.triangle(n, flops, func(lo, hi int) {
		ai := rowsOf(ta, am, lo, hi)
		ours.Syrk(u, ta, alpha, ai, beta, cm.View(lo, lo, hi-lo, hi-lo))
		first, last := beside(u, n, lo, hi)
		ours.Gemm(ta, 1-ta, alpha, ai, rowsOf(ta, am, first, last), beta, cm.View(lo, first, hi-lo, last-first))
	})
}

// syr2k computes C = alpha*op(A)*op(B)ᵀ + alpha*op(B)*op(A)ᵀ + beta*C in the triangle ul, by gonum's own where the
// arguments do not fit.
func syr2k[T dense.Float](p *pool, own syr2kOf[T], ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if !syrkFits(ul, t, n, k, a, lda, b, ldb, c, ldc) {
		own(ul, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	rows, cols := shape(t, n, k)
	u, ta := uplo(ul), transpose(t)
	am, bm, cm := view(a, rows, cols, lda), view(b, rows, cols, ldb), view(c, n, n, ldc)
	p.triangle(n, 2*float64(n)*float64(n)*float64(k), func(lo, hi int) {
		ai, bi := rowsOf(ta, am, lo, hi), rowsOf(ta, bm, lo, hi)
		square := dense.New[T](hi-lo, hi-lo)
		ours.Gemm(ta, 1-ta, alpha, ai, bi, 0, square)
		addSymmetric(u, square, beta, cm.View(lo, lo, hi-lo, hi-lo))
		first, last := beside(u, n, lo, hi)
		cij := cm.View(lo, first, hi-lo, last-first)
		ours.Gemm(ta, 1-ta, alpha, ai, rowsOf(ta, bm, first, last), beta, cij)
		ours.Gemm(ta, 1-ta, alpha, bi, rowsOf(ta, am, first, last), 1, cij)
	})
}

// addSymmetric computes C = S + Sᵀ + beta*C in the triangle u.
func addSymmetric[T dense.Float](u ours.Uplo, s dense.Matrix[T], beta T, c dense.Matrix[T]) {
	n := s.Rows
	for i := range n {
		first, last := 0, i+1
		if u == ours.Upper {
			first, last = i, n
		}
		row := c.Row(i)
		for j := first; j < last; j++ {
			x := s.Data[i*s.Stride+j] + s.Data[j*s.Stride+i]
			if beta != 0 {
				x += beta * row[j]
			}
			row[j] = x
		}
	}
}

// triangle calls f for ranges of rows of a triangle of order n, each of about the same area
// where there are enough of them, at once on several workers where flops is worth it.
func (p *pool) triangle(n int, flops float64, f func(lo, hi int)) {
	blocks := (n + triangleUnit - 1) / triangleUnit
	p.split(blocks, 1, flops, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			// From both ends in turn, so that neighbours together are as much work as any others.
			i := b / 2
			if b%2 != 0 {
				i = blocks - 1 - i
			}
			f(i*triangleUnit, min(n, (i+1)*triangleUnit))
		}
	})
}

// triangleUnit is the height of a block row: narrow enough that those of a few hundred rows
// can be shared, wide enough for the packed kernels.
const triangleUnit = 96

// beside returns the columns of the triangle beside the diagonal block of rows lo to hi.
func beside(u ours.Uplo, n, lo, hi int) (first, last int) {
	if u == ours.Lower {
		return 0, lo
	}
	return hi, n
}
