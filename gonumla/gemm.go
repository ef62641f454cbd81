package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
)

// gemm computes C = alpha*op(A)*op(B) + beta*C. C is cut along its longer side, and each worker
// packs what it needs by itself: no barrier, nothing shared but the operands.
func gemm[T dense.Float](p *pool, tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	rowsA, colsA := shape(tA, m, k)
	rowsB, colsB := shape(tB, k, n)
	ta, tb := transpose(tA), transpose(tB)
	am, bm, cm := view(a, rowsA, colsA, lda), view(b, rowsB, colsB, ldb), view(c, m, n, ldc)
	flops := 2 * float64(m) * float64(n) * float64(k)
	if !p.shares(flops) {
		ours.Gemm(ta, tb, alpha, am, bm, beta, cm)
		return
	}
	if m >= n {
		p.split(m, slabUnit, flops, func(lo, hi int) {
			ours.Gemm(ta, tb, alpha, rowsOf(ta, am, lo, hi), bm, beta, cm.View(lo, 0, hi-lo, n))
		})
		return
	}
	p.split(n, slabUnit, flops, func(lo, hi int) {
		ours.Gemm(ta, tb, alpha, am, colsOf(tb, bm, lo, hi), beta, cm.View(0, lo, m, hi-lo))
	})
}

// slabUnit is a multiple of what the micro-kernels compute at once, rows and columns.
const slabUnit = 48

// rowsOf returns rows lo to hi of op(X).
func rowsOf[T dense.Float](t ours.Transpose, x dense.Matrix[T], lo, hi int) dense.Matrix[T] {
	if t == ours.NoTrans {
		return x.View(lo, 0, hi-lo, x.Cols)
	}
	return x.View(0, lo, x.Rows, hi-lo)
}

// colsOf returns columns lo to hi of op(X).
func colsOf[T dense.Float](t ours.Transpose, x dense.Matrix[T], lo, hi int) dense.Matrix[T] {
	return rowsOf(1-t, x, lo, hi)
}
