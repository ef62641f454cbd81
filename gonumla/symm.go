package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
)

// symm computes C = alpha*A*B + beta*C (Left) or C = alpha*B*A + beta*C (Right), A symmetric and
// stored in the triangle ul, by gonum's own where the arguments do not fit. Only the diagonal blocks of A are
// copied, to fill them.
func symm[T dense.Float](p *pool, own symmOf[T], s blas.Side, ul blas.Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if !symmFits(s, ul, m, n, a, lda, b, ldb, c, ldc) {
		own(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	na := order(s, m, n)
	am, bm, cm := view(a, na, na, lda), view(b, m, n, ldb), view(c, m, n, ldc)
	u := uplo(ul)
	flops := 2 * float64(m) * float64(n) * float64(na)
	if s == blas.Left {
		p.split(n, slabUnit, flops, func(lo, hi int) {
			symmLeft(u, alpha, am, bm.View(0, lo, m, hi-lo), beta, cm.View(0, lo, m, hi-lo))
		})
		return
	}
	p.split(m, slabUnit, flops, func(lo, hi int) {
		symmRight(u, alpha, am, bm.View(lo, 0, hi-lo, n), beta, cm.View(lo, 0, hi-lo, n))
	})
}

// symmUnit is the order of a diagonal block.
const symmUnit = 192

func symmLeft[T dense.Float](u ours.Uplo, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	for lo := 0; lo < a.Rows; lo += symmUnit {
		hi := min(a.Rows, lo+symmUnit)
		cj := c.View(lo, 0, hi-lo, c.Cols)
		full := filled(u, a.View(lo, lo, hi-lo, hi-lo))
		ours.Gemm(ours.NoTrans, ours.NoTrans, alpha, full, b.View(lo, 0, hi-lo, b.Cols), beta, cj)
		besideBlock(u, a, lo, hi, func(t ours.Transpose, x dense.Matrix[T], first, last int) {
			ours.Gemm(t, ours.NoTrans, alpha, x, b.View(first, 0, last-first, b.Cols), 1, cj)
		})
	}
}

func symmRight[T dense.Float](u ours.Uplo, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	for lo := 0; lo < a.Rows; lo += symmUnit {
		hi := min(a.Rows, lo+symmUnit)
		cj := c.View(0, lo, c.Rows, hi-lo)
		full := filled(u, a.View(lo, lo, hi-lo, hi-lo))
		ours.Gemm(ours.NoTrans, ours.NoTrans, alpha, b.View(0, lo, b.Rows, hi-lo), full, beta, cj)
		besideBlock(u, a, lo, hi, func(t ours.Transpose, x dense.Matrix[T], first, last int) {
			ours.Gemm(ours.NoTrans, 1-t, alpha, b.View(0, first, b.Rows, last-first), x, 1, cj)
		})
	}
}

// besideBlock calls f for the parts of block row lo to hi of a symmetric matrix to the left and
// to the right of the diagonal block: op(x) is columns first to last of it.
func besideBlock[T dense.Float](u ours.Uplo, a dense.Matrix[T], lo, hi int, f func(t ours.Transpose, x dense.Matrix[T], first, last int)) {
	n := a.Rows
	if u == ours.Lower {
		f(ours.NoTrans, a.View(lo, 0, hi-lo, lo), 0, lo)
		f(ours.Trans, a.View(hi, lo, n-hi, hi-lo), hi, n)
		return
	}
	f(ours.Trans, a.View(0, lo, lo, hi-lo), 0, lo)
	f(ours.NoTrans, a.View(lo, hi, hi-lo, n-hi), hi, n)
}

// filled returns the symmetric matrix that is stored in the triangle u of a, whole.
func filled[T dense.Float](u ours.Uplo, a dense.Matrix[T]) dense.Matrix[T] {
	n := a.Rows
	full := dense.New[T](n, n)
	for i := range n {
		for j := range i + 1 {
			x := a.Data[i*a.Stride+j]
			if u == ours.Upper {
				x = a.Data[j*a.Stride+i]
			}
			full.Data[i*full.Stride+j], full.Data[j*full.Stride+i] = x, x
		}
	}
	return full
}
