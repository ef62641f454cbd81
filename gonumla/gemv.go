package gonumla

import (
	"gonum.org/v1/gonum/blas"

	"heddle/dense"
)

// GEMV and GER are gonum's own, which on one core are as fast as memory. Large ones are shared: two
// cores read and write memory twice as fast. What is small goes to gonum's code after one comparison, as its
// LAPACK factors small matrices in calls of 10 ns.

// memoryLeast is how many float64 a matrix has whose one use is shared, of float32 twice as many: 2.5 MiB,
// which take one core 50 to 100 us. At 2 MiB the transposed product loses an eighth.
const memoryLeast = 5 << 16

// sharesMemory tells whether an m x n matrix, and vectors of step 1 and of nx and ny elements, are such
// that gonum would compute with them, and worth sharing.
func sharesMemory[T dense.Float](p *pool, m, n int, a []T, lda int, x []T, nx, incX int, y []T, ny, incY int) bool {
	least := memoryLeast
	if _, single := any(T(0)).(float32); single {
		least *= 2
	}
	return p != nil && m > 0 && n >= (least+m-1)/m && incX == 1 && incY == 1 && len(x) >= nx && len(y) >= ny && holds(a, m, n, lda)
}

// largeGemv computes y = alpha*op(A)*x + beta*y by gonum's own, by ranges of y where that is worth it.
func largeGemv[T dense.Float](p *pool, own gemvOf[T], t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	ny, nx := shape(t, m, n)
	switch {
	case alpha == 0 || !isTranspose(t) || !sharesMemory(p, m, n, a, lda, x, nx, incX, y, ny, incY):
		own(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
	case t == blas.NoTrans:
		p.split(m, slabUnit, p.least, func(lo, hi int) { own(t, hi-lo, n, alpha, a[lo*lda:], lda, x, 1, beta, y[lo:hi], 1) })
	default:
		p.split(n, slabUnit, p.least, func(lo, hi int) { own(t, m, hi-lo, alpha, a[lo:], lda, x, 1, beta, y[lo:hi], 1) })
	}
}

// largeGer computes A = alpha*x*yᵀ + A by gonum's own, by ranges of rows where that is worth it.
func largeGer[T dense.Float](p *pool, own gerOf[T], m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) {
	if alpha == 0 || !sharesMemory(p, m, n, a, lda, x, m, incX, y, n, incY) {
		own(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	p.split(m, slabUnit, p.least, func(lo, hi int) { own(hi-lo, n, alpha, x[lo:hi], 1, y, 1, a[lo*lda:], lda) })
}

// Dgemv computes y = alpha*op(A)*x + beta*y.
func (b BLAS) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if m*n < memoryLeast {
		b.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	largeGemv(b.pool, b.Implementation.Dgemv, t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Sgemv computes y = alpha*op(A)*x + beta*y.
func (b BLAS) Sgemv(t blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	if m*n < 2*memoryLeast {
		b.Implementation.Sgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	largeGemv(b.pool, b.Implementation.Sgemv, t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Dger computes A = alpha*x*yᵀ + A.
func (b BLAS) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if m*n < memoryLeast {
		b.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	largeGer(b.pool, b.Implementation.Dger, m, n, alpha, x, incX, y, incY, a, lda)
}

// Sger computes A = alpha*x*yᵀ + A.
func (b BLAS) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if m*n < 2*memoryLeast {
		b.Implementation.Sger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	largeGer(b.pool, b.Implementation.Sger, m, n, alpha, x, incX, y, incY, a, lda)
}
