package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
	"heddle/gemm"
)

// multiply computes C = alpha*op(A)*op(B) + beta*C, by gonum's own where the arguments do not fit.
func multiply[T dense.Float](p *pool, own gemmOf[T], tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if !gemmFits(tA, tB, m, n, k, a, lda, b, ldb, c, ldc) {
		own(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	rowsA, colsA := shape(tA, m, k)
	rowsB, colsB := shape(tB, k, n)
	ta, tb := transpose(tA), transpose(tB)
	am, bm, cm := view(a, rowsA, colsA, lda), view(b, rowsB, colsB, ldb), view(c, m, n, ldc)
	if p.shares(2 * float64(m) * float64(n) * float64(k)) {
		if rt := p.runtime(); rt != nil {
			gemm.Multiply(rt, p.mode, ta, tb, alpha, am, bm, beta, cm)
			return
		}
	}
	ours.Gemm(ta, tb, alpha, am, bm, beta, cm)
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
