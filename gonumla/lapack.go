package gonumla

import (
	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// LAPACK implements gonum's lapack.Float64. POTRF, GETRF and GEQRF are heddle's, and so are the norms and
// condition estimates that package mat asks for; the rest is that of the embedded implementation, which
// computes with what is installed below blas64.
type LAPACK struct {
	gonum.Implementation
	blas BLAS
}

// Dpotrf computes the Cholesky factorization A = Uᵀ*U (Upper) or A = L*Lᵀ (Lower) in place. It
// returns false if A is not positive definite or not finite.
func (l LAPACK) Dpotrf(ul gonumblas.Uplo, n int, a []float64, lda int) (ok bool) {
	if n < potrfLeast || !isUplo(ul) || !holds(a, n, n, lda) {
		return l.Implementation.Dpotrf(ul, n, a, lda)
	}
	return potrf(l.blas.pool, uplo(ul), view(a, n, n, lda))
}

// Dgetrf computes the LU factorization A = P*L*U with partial pivoting in place; row i was
// interchanged with row ipiv[i]. It returns false if U is singular.
func (l LAPACK) Dgetrf(m, n int, a []float64, lda int, ipiv []int) (ok bool) {
	if tinyGetrf(m, n) || !holds(a, m, n, lda) || len(ipiv) != min(m, n) {
		return l.Implementation.Dgetrf(m, n, a, lda, ipiv)
	}
	return getrf(l.blas, view(a, m, n, lda), ipiv)
}

// Dgeqrf computes the QR factorization of A in place: R, below it the reflectors whose product is Q,
// and their factors in tau.
func (l LAPACK) Dgeqrf(m, n int, a []float64, lda int, tau, work []float64, lwork int) {
	if min(m, n) < geqrfLeast || !holds(a, m, n, lda) || len(tau) != min(m, n) || lwork < n || len(work) < lwork {
		l.Implementation.Dgeqrf(m, n, a, lda, tau, work, lwork)
		return
	}
	geqrf(l, view(a, m, n, lda), tau)
	l.Implementation.Dgeqrf(m, n, a, lda, tau, work, -1) // says in work how much it would have liked
}
