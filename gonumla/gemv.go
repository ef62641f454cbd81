package gonumla

import (
	"gonum.org/v1/gonum/blas"

	"heddle/dense"
)

// GEMV and GER are gonum's own, which on one core are as fast as memory. Large ones are shared: two
// cores read and write memory twice as fast.

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

// gemv computes y = alpha*op(A)*x + beta*y by ranges of y, each by own.
func gemv[T dense.Float](p *pool, t blas.Transpose, m, n int, a []T, lda int, y []T, own func(m, n int, a, y []T)) {
	if t == blas.NoTrans {
		p.split(m, slabUnit, p.least, func(lo, hi int) { own(hi-lo, n, a[lo*lda:], y[lo:hi]) })
		return
	}
	p.split(n, slabUnit, p.least, func(lo, hi int) { own(m, hi-lo, a[lo:], y[lo:hi]) })
}

// Dgemv computes y = alpha*op(A)*x + beta*y.
func (b BLAS) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	ny, nx := shape(t, m, n)
	if alpha == 0 || !isTranspose(t) || !sharesMemory(b.pool, m, n, a, lda, x, nx, incX, y, ny, incY) {
		b.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	gemv(b.pool, t, m, n, a, lda, y, func(m, n int, a, y []float64) {
		b.Implementation.Dgemv(t, m, n, alpha, a, lda, x, 1, beta, y, 1)
	})
}

// Sgemv computes y = alpha*op(A)*x + beta*y.
func (b BLAS) Sgemv(t blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	ny, nx := shape(t, m, n)
	if alpha == 0 || !isTranspose(t) || !sharesMemory(b.pool, m, n, a, lda, x, nx, incX, y, ny, incY) {
		b.Implementation.Sgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	gemv(b.pool, t, m, n, a, lda, y, func(m, n int, a, y []float32) {
		b.Implementation.Sgemv(t, m, n, alpha, a, lda, x, 1, beta, y, 1)
	})
}

// Dger computes A = alpha*x*yᵀ + A.
func (b BLAS) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if alpha == 0 || !sharesMemory(b.pool, m, n, a, lda, x, m, incX, y, n, incY) {
		b.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.pool.split(m, slabUnit, b.pool.least, func(lo, hi int) {
		b.Implementation.Dger(hi-lo, n, alpha, x[lo:hi], 1, y, 1, a[lo*lda:], lda)
	})
}

// Sger computes A = alpha*x*yᵀ + A.
func (b BLAS) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if alpha == 0 || !sharesMemory(b.pool, m, n, a, lda, x, m, incX, y, n, incY) {
		b.Implementation.Sger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.pool.split(m, slabUnit, b.pool.least, func(lo, hi int) {
		b.Implementation.Sger(hi-lo, n, alpha, x[lo:hi], 1, y, 1, a[lo*lda:], lda)
	})
}
