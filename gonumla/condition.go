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
		e := estimate{l.blas, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(transposed bool, x, y []float64) {
			if transposed == (norm == lapack.MaxColumnSum) {
				l.blas.solveBoth(gonumblas.Upper, gonumblas.Trans, gonumblas.NonUnit, n, a, lda, x, y)
				l.blas.solveBoth(gonumblas.Lower, gonumblas.Trans, gonumblas.Unit, n, a, lda, x, y)
				return
			}
			l.blas.solveBoth(gonumblas.Lower, gonumblas.NoTrans, gonumblas.Unit, n, a, lda, x, y)
			l.blas.solveBoth(gonumblas.Upper, gonumblas.NoTrans, gonumblas.NonUnit, n, a, lda, x, y)
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
		e := estimate{l.blas, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(_ bool, x, y []float64) {
			l.blas.solveBoth(ul, first, gonumblas.NonUnit, n, a, lda, x, y)
			l.blas.solveBoth(ul, second, gonumblas.NonUnit, n, a, lda, x, y)
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
		e := estimate{l.blas, n, work, iwork}
		rcond, ok := e.inverse(anorm, func(transposed bool, x, y []float64) {
			t := gonumblas.Transpose(gonumblas.NoTrans)
			if transposed == (norm == lapack.MaxColumnSum) {
				t = gonumblas.Trans
			}
			l.blas.solveBoth(ul, t, d, n, a, lda, x, y)
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

// estimate estimates the 1-norm of an inverse.
type estimate struct {
	blas  BLAS
	n     int
	work  []float64
	iwork []int
}

// inverse returns 1 / (anorm * |A⁻¹|), where solve replaces x, and y if there is one, by A⁻¹ times it, or by
// its transpose's product (LAPACK: dlacn2, after Hager and Higham). The vector that dlacn2 tries last depends on nothing,
// and so it goes with the first: solving with two takes little longer than with one. It returns false if
// something has overflowed.
func (e *estimate) inverse(anorm float64, solve func(transposed bool, x, y []float64)) (rcond float64, ok bool) {
	x, last := e.work[:e.n], e.work[e.n:2*e.n]
	alternate(x, last)
	solve(false, x, last)
	if !moderate(x) || !moderate(last) {
		return 0, false
	}
	norm := e.blas.Dasum(e.n, x, 1)
	if e.n > 1 {
		if norm, ok = e.climb(norm, x, solve); !ok {
			return 0, false
		}
		norm = max(norm, 2*e.blas.Dasum(e.n, last, 1)/float64(3*e.n))
	}
	rcond = 1 / norm / anorm
	return rcond, rcond > 0 && !math.IsInf(rcond, 1)
}

// alternate sets the vectors that the estimate starts and ends with.
func alternate(first, last []float64) {
	n := len(first)
	sign := 1.0
	for i := range first {
		first[i] = 1 / float64(n)
		last[i] = sign * (1 + float64(i)/float64(max(1, n-1)))
		sign = -sign
	}
}

// climb goes from norm = |x|, where x is A⁻¹ times the mean of the unit vectors, to unit vectors whose products
// are larger, as long as there are such.
func (e *estimate) climb(norm float64, x []float64, solve func(transposed bool, x, y []float64)) (float64, bool) {
	const most = 4
	signs := e.iwork[:e.n]
	largest := -1
	for range most {
		for i, v := range x {
			x[i] = math.Copysign(1, v)
			signs[i] = int(x[i])
		}
		solve(true, x, nil)
		if !moderate(x) {
			return 0, false
		}
		j := e.blas.Idamax(e.n, x, 1)
		if largest >= 0 && x[largest] == math.Abs(x[j]) {
			break
		}
		largest = j
		clear(x)
		x[j] = 1
		solve(false, x, nil)
		if !moderate(x) {
			return 0, false
		}
		before := norm
		norm = e.blas.Dasum(e.n, x, 1)
		if norm <= before || sameSigns(x, signs) {
			break
		}
	}
	return norm, true
}

// sameSigns tells whether the signs of x are these.
func sameSigns(x []float64, signs []int) bool {
	for i, v := range x {
		if int(math.Copysign(1, v)) != signs[i] {
			return false
		}
	}
	return true
}

// moderate tells whether sums of x are finite.
func moderate(x []float64) bool {
	for _, v := range x {
		if math.Abs(v) > safeMax || v != v {
			return false
		}
	}
	return true
}

// safeMax leaves room for the sums that the estimator forms.
const safeMax = 0x1p900
