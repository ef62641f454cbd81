package gonumla

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// BLAS implements gonum's blas.Float64 and blas.Float32. Level 3 is heddle's; the rest, and the
// panics about arguments, are those of the embedded implementation. The zero value computes on
// the calling goroutine alone; Use installs one that has workers.
type BLAS struct {
	gonum.Implementation
	pool *pool
}

// Dgemm computes C = alpha*op(A)*op(B) + beta*C.
func (b BLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, x []float64, ldx int, beta float64, c []float64, ldc int) {
	if (tinyGemm(tA, tB, m, n, k) || narrowGemm(tA, tB, m, n, k, inFloat64)) && alpha != 0 {
		b.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	multiply(b.pool, b.Implementation.Dgemm, tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Sgemm computes C = alpha*op(A)*op(B) + beta*C.
func (b BLAS) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, x []float32, ldx int, beta float32, c []float32, ldc int) {
	if (tinyGemm(tA, tB, m, n, k) || narrowGemm(tA, tB, m, n, k, inFloat32)) && alpha != 0 {
		b.Implementation.Sgemm(tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	multiply(b.pool, b.Implementation.Sgemm, tA, tB, m, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Dsyrk computes C = alpha*op(A)*op(A)ᵀ + beta*C in one triangle.
func (b BLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if tinySyrk(t, n, k, inFloat64) {
		b.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	syrk(b.pool, b.Implementation.Dsyrk, ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

// Ssyrk computes C = alpha*op(A)*op(A)ᵀ + beta*C in one triangle.
func (b BLAS) Ssyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	if tinySyrk(t, n, k, inFloat32) {
		b.Implementation.Ssyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	syrk(b.pool, b.Implementation.Ssyrk, ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

// Dsyr2k computes C = alpha*op(A)*op(B)ᵀ + alpha*op(B)*op(A)ᵀ + beta*C in one triangle.
func (b BLAS) Dsyr2k(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, x []float64, ldx int, beta float64, c []float64, ldc int) {
	if tinySyr2k(t, n, k) {
		b.Implementation.Dsyr2k(ul, t, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	syr2k(b.pool, b.Implementation.Dsyr2k, ul, t, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Ssyr2k computes C = alpha*op(A)*op(B)ᵀ + alpha*op(B)*op(A)ᵀ + beta*C in one triangle.
func (b BLAS) Ssyr2k(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, x []float32, ldx int, beta float32, c []float32, ldc int) {
	if tinySyr2k(t, n, k) {
		b.Implementation.Ssyr2k(ul, t, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	syr2k(b.pool, b.Implementation.Ssyr2k, ul, t, n, k, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Dsymm computes C = alpha*A*B + beta*C, or C = alpha*B*A + beta*C, with a symmetric A.
func (b BLAS) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, x []float64, ldx int, beta float64, c []float64, ldc int) {
	if tinySymm(s, m, n) {
		b.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	symm(b.pool, b.Implementation.Dsymm, s, ul, m, n, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Ssymm computes C = alpha*A*B + beta*C, or C = alpha*B*A + beta*C, with a symmetric A.
func (b BLAS) Ssymm(s blas.Side, ul blas.Uplo, m, n int, alpha float32, a []float32, lda int, x []float32, ldx int, beta float32, c []float32, ldc int) {
	if tinySymm(s, m, n) {
		b.Implementation.Ssymm(s, ul, m, n, alpha, a, lda, x, ldx, beta, c, ldc)
		return
	}
	symm(b.pool, b.Implementation.Ssymm, s, ul, m, n, alpha, a, lda, x, ldx, beta, c, ldc)
}

// Dtrsm solves op(A)*X = alpha*B, or X*op(A) = alpha*B, with a triangular A; X overwrites B.
func (b BLAS) Dtrsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, x []float64, ldx int) {
	if tinyTrsm(s, m, n, inFloat64) {
		b.Implementation.Dtrsm(s, ul, t, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	trsm(b.pool, b.Implementation.Dtrsm, b.Dtrsv, s, ul, t, d, m, n, alpha, a, lda, x, ldx)
}

// Strsm solves op(A)*X = alpha*B, or X*op(A) = alpha*B, with a triangular A; X overwrites B.
func (b BLAS) Strsm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, x []float32, ldx int) {
	if tinyTrsm(s, m, n, inFloat32) {
		b.Implementation.Strsm(s, ul, t, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	trsm(b.pool, b.Implementation.Strsm, b.Strsv, s, ul, t, d, m, n, alpha, a, lda, x, ldx)
}

// Dtrmm computes B = alpha*op(A)*B, or B = alpha*B*op(A), with a triangular A.
func (b BLAS) Dtrmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, x []float64, ldx int) {
	if tinyTrmm(s, m, n) || narrowTrmm(s, t, m, n, inFloat64) {
		b.Implementation.Dtrmm(s, ul, t, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	trmm(b.pool, b.Implementation.Dtrmm, s, ul, t, d, m, n, alpha, a, lda, x, ldx)
}

// Strmm computes B = alpha*op(A)*B, or B = alpha*B*op(A), with a triangular A.
func (b BLAS) Strmm(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, x []float32, ldx int) {
	if tinyTrmm(s, m, n) || narrowTrmm(s, t, m, n, inFloat32) {
		b.Implementation.Strmm(s, ul, t, d, m, n, alpha, a, lda, x, ldx)
		return
	}
	trmm(b.pool, b.Implementation.Strmm, s, ul, t, d, m, n, alpha, a, lda, x, ldx)
}
