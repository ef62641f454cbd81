package gonumla

import (
	"gonum.org/v1/gonum/blas"

	ours "heddle/blas"
	"heddle/dense"
)

// The types named ...Of are signatures of gonum's, of which both precisions have one.
type (
	gemmOf[T dense.Float]  func(tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	syrkOf[T dense.Float]  func(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int)
	syr2kOf[T dense.Float] func(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	symmOf[T dense.Float]  func(s blas.Side, ul blas.Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	triOf[T dense.Float]   func(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
	gemvOf[T dense.Float]  func(t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
	gerOf[T dense.Float]   func(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int)
	trsvOf[T dense.Float]  func(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []T, lda int, x []T, incX int)
)

// The functions named ...Fits tell whether arguments are such that gonum would compute with them.
// If not, gonum's own code gets them, and panics with its own words or has nothing to do.

func gemmFits[T dense.Float](tA, tB blas.Transpose, m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) bool {
	if !isTranspose(tA) || !isTranspose(tB) || m <= 0 || n <= 0 || k <= 0 {
		return false
	}
	rowsA, colsA := shape(tA, m, k)
	rowsB, colsB := shape(tB, k, n)
	return holds(a, rowsA, colsA, lda) && holds(b, rowsB, colsB, ldb) && holds(c, m, n, ldc)
}

func syrkFits[T dense.Float](ul blas.Uplo, t blas.Transpose, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) bool {
	if !isUplo(ul) || !isTranspose(t) || n <= 0 || k <= 0 {
		return false
	}
	rows, cols := shape(t, n, k)
	return holds(a, rows, cols, lda) && holds(b, rows, cols, ldb) && holds(c, n, n, ldc)
}

func symmFits[T dense.Float](s blas.Side, ul blas.Uplo, m, n int, a []T, lda int, b []T, ldb int, c []T, ldc int) bool {
	if !isSide(s) || !isUplo(ul) || m <= 0 || n <= 0 {
		return false
	}
	na := order(s, m, n)
	return holds(a, na, na, lda) && holds(b, m, n, ldb) && holds(c, m, n, ldc)
}

func triFits[T dense.Float](s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, a []T, lda int, b []T, ldb int) bool {
	if !isSide(s) || !isUplo(ul) || !isTranspose(t) || !isDiag(d) || m <= 0 || n <= 0 {
		return false
	}
	na := order(s, m, n)
	return holds(a, na, na, lda) && holds(b, m, n, ldb)
}

// holds tells whether a slice has room for a matrix.
func holds[T any](data []T, rows, cols, ld int) bool {
	return ld >= cols && len(data) >= cols && rows-1 <= (len(data)-cols)/ld
}

func isTranspose(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}

func isUplo(ul blas.Uplo) bool { return ul == blas.Lower || ul == blas.Upper }

func isSide(s blas.Side) bool { return s == blas.Left || s == blas.Right }

func isDiag(d blas.Diag) bool { return d == blas.NonUnit || d == blas.Unit }

// shape returns the stored shape of X where op(X) is rows x cols.
func shape(t blas.Transpose, rows, cols int) (int, int) {
	if t == blas.NoTrans {
		return rows, cols
	}
	return cols, rows
}

// order returns that of a symmetric or triangular matrix beside an m x n one.
func order(s blas.Side, m, n int) int {
	if s == blas.Left {
		return m
	}
	return n
}

func transpose(t blas.Transpose) ours.Transpose {
	if t == blas.NoTrans {
		return ours.NoTrans
	}
	return ours.Trans
}

func uplo(ul blas.Uplo) ours.Uplo {
	if ul == blas.Lower {
		return ours.Lower
	}
	return ours.Upper
}

func side(s blas.Side) ours.Side {
	if s == blas.Left {
		return ours.Left
	}
	return ours.Right
}

func diag(d blas.Diag) ours.Diag {
	if d == blas.Unit {
		return ours.Unit
	}
	return ours.NonUnit
}

// view returns data as a matrix.
func view[T dense.Float](data []T, rows, cols, ld int) dense.Matrix[T] {
	return dense.Matrix[T]{Rows: rows, Cols: cols, Data: data, Stride: ld}
}

func trsvFits[T dense.Float](ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []T, lda int, x []T, incX int) bool {
	if !isUplo(ul) || !isTranspose(t) || !isDiag(d) || n <= 0 || incX == 0 || !holds(a, n, n, lda) {
		return false
	}
	return len(x) > (n-1)*max(incX, -incX)
}
