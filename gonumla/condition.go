package gonumla

import (
	"math"

	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// The estimators of the condition number. gonum's solve with each triangle column by column, guarded
// against overflow at every step, and that takes longer than the factorization: at n = 2000
// 150 ms of an LU of 300. Here the triangles are solved row by row without a guard, and where a
// result is not finite, which is rare, gonum's are asked after all. The estimates are the same
// but for rounding.

// Dgecon estimates the reciprocal condition number of A from its LU factorization.
func (l LAPACK) Dgecon(norm lapack.MatrixNorm, n int, a []float64, lda int, anorm float64, work []float64, iwork []int) float64 {
	if usable(n, a, lda, anorm, work, 4, iwork) && isNorm(norm) {
		e := estimate{l, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(transposed bool, x []float64) {
			if transposed == (norm == lapack.MaxColumnSum) {
				l.blas.Dtrsv(gonumblas.Upper, gonumblas.Trans, gonumblas.NonUnit, n, a, lda, x, 1)
				l.blas.Dtrsv(gonumblas.Lower, gonumblas.Trans, gonumblas.Unit, n, a, lda, x, 1)
				return
			}
			l.blas.Dtrsv(gonumblas.Lower, gonumblas.NoTrans, gonumblas.Unit, n, a, lda, x, 1)
			l.blas.Dtrsv(gonumblas.Upper, gonumblas.NoTrans, gonumblas.NonUnit, n, a, lda, x, 1)
		})
		if ok {
			return rcond
		}
	}
	return l.Implementation.Dgecon(norm, n, a, lda, anorm, work, iwork)
}

// Dpocon estimates the reciprocal condition number of A from its Cholesky factorization.
func (l LAPACK) Dpocon(ul gonumblas.Uplo, n int, a []float64, lda int, anorm float64, work []float64, iwork []int) float64 {
	if usable(n, a, lda, anorm, work, 3, iwork) && isUplo(ul) {
		first, second := gonumblas.NoTrans, gonumblas.Transpose(gonumblas.Trans)
		if ul == gonumblas.Upper {
			first, second = second, first
		}
		e := estimate{l, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(_ bool, x []float64) {
			l.blas.Dtrsv(ul, first, gonumblas.NonUnit, n, a, lda, x, 1)
			l.blas.Dtrsv(ul, second, gonumblas.NonUnit, n, a, lda, x, 1)
		})
		if ok {
			return rcond
		}
	}
	return l.Implementation.Dpocon(ul, n, a, lda, anorm, work, iwork)
}

// Dtrcon estimates the reciprocal condition number of a triangular matrix.
func (l LAPACK) Dtrcon(norm lapack.MatrixNorm, ul gonumblas.Uplo, d gonumblas.Diag, n int, a []float64, lda int, work []float64, iwork []int) float64 {
	if usable(n, a, lda, 1, work, 3, iwork) && isNorm(norm) && isUplo(ul) && isDiag(d) {
		anorm := l.Dlantr(norm, ul, d, n, n, a, lda, work)
		e := estimate{l, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(transposed bool, x []float64) {
			t := gonumblas.Transpose(gonumblas.NoTrans)
			if transposed == (norm == lapack.MaxColumnSum) {
				t = gonumblas.Trans
			}
			l.blas.Dtrsv(ul, t, d, n, a, lda, x, 1)
		})
		if ok {
			return rcond
		}
	}
	return l.Implementation.Dtrcon(norm, ul, d, n, a, lda, work, iwork)
}

// usable tells whether gonum's estimator would compute with these arguments.
func usable(n int, a []float64, lda int, anorm float64, work []float64, works int, iwork []int) bool {
	return n > 0 && holds(a, n, n, lda) && anorm > 0 && !math.IsInf(anorm, 1) && len(work) >= works*n && len(iwork) >= n
}

func isNorm(norm lapack.MatrixNorm) bool {
	return norm == lapack.MaxColumnSum || norm == lapack.MaxRowSum
}

// estimate estimates the 1-norm of an inverse (LAPACK: dlacn2, after Hager and Higham).
type estimate struct {
	l     LAPACK
	n     int
	work  []float64
	iwork []int
}

// inverse returns 1 / (anorm * |A⁻¹|), where solve replaces x by A⁻¹*x, or by its transpose's
// product. It returns false if something has overflowed.
func (e *estimate) inverse(anorm float64, solve func(transposed bool, x []float64)) (rcond float64, ok bool) {
	x, v := e.work[:e.n], e.work[e.n:2*e.n]
	var norm float64
	var kase int
	var state [3]int
	for {
		norm, kase = e.l.Dlacn2(e.n, v, x, e.iwork, norm, kase, &state)
		if kase == 0 {
			rcond = 1 / norm / anorm
			return rcond, rcond > 0 && !math.IsInf(rcond, 1)
		}
		solve(kase == 2, x)
		for _, y := range x {
			if math.Abs(y) > safeMax || y != y {
				return 0, false
			}
		}
	}
}

// safeMax leaves room for the sums that the estimator forms.
const safeMax = 0x1p900
