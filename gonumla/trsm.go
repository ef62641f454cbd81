package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
)

// trsm solves op(A)*X = alpha*B (Left), whose columns are independent, or X*op(A) = alpha*B
// (Right), whose rows are, by gonum's own where the arguments do not fit.
//
// With one column it is TRSV. gonum's TRSM goes to another row for each element of the right side, ours packs
// the triangle for it: on a Zen 4, at orders 5 to 2000, TRSV is 1.5 to 20 times as fast as gonum's and, from 20 on,
// 1.6 to 5 times as fast as ours.
func trsm[T dense.Float](p *pool, own triOf[T], column trsvOf[T], s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	switch {
	case !triFits(s, ul, t, d, m, n, a, lda, b, ldb):
		own(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
		return
	case s == blas.Left && n == 1 && alpha != 0:
		if alpha != 1 {
			for i := range m {
				b[i*ldb] *= alpha
			}
		}
		column(ul, t, d, m, a, lda, b, ldb)
		return
	}
	na := order(s, m, n)
	am, bm := view(a, na, na, lda), view(b, m, n, ldb)
	u, ta, di := uplo(ul), transpose(t), diag(d)
	flops := float64(m) * float64(n) * float64(na)
	if !p.shares(flops) {
		ours.Trsm(side(s), u, ta, di, alpha, am, bm)
		return
	}
	if s == blas.Left {
		p.split(n, slabUnit, flops, func(lo, hi int) {
			ours.Trsm(ours.Left, u, ta, di, alpha, am, bm.View(0, lo, m, hi-lo))
		})
		return
	}
	p.split(m, slabUnit, flops, func(lo, hi int) {
		ours.Trsm(ours.Right, u, ta, di, alpha, am, bm.View(lo, 0, hi-lo, n))
	})
}
