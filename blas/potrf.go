package blas

import "heddle/dense"

// Potrf factors a symmetric positive definite matrix: A = L*L' with Lower, U'*U with Upper. The
// factor overwrites the triangle; the other is neither written nor used. If A is not positive
// definite, or holds NaN or Inf, it returns a *NotPositiveDefiniteError, and the triangle holds
// nothing of use. Cost: n^3/3 flops (LAPACK: dpotrf).
func Potrf[T dense.Float](uplo Uplo, a dense.Matrix[T]) error {
	checkEnum("Potrf", "uplo", uplo)
	check("Potrf", "a", &a)
	checkSquare("Potrf", "a", a.Rows, a.Cols)
	n := a.Rows
	if n == 0 {
		return nil
	}
	f := factor[T]{row: row[T](), upper: uplo == Upper, a: a}
	minor := 0
	if n <= potrfBlock {
		minor = f.small()
	} else {
		minor = f.tiled()
	}
	if minor != 0 {
		return &NotPositiveDefiniteError{Minor: minor}
	}
	return nil
}

// Potrs solves A*X = B from the factor of A that Potrf left in a; X overwrites B. Cost: 2n^2 flops
// for each column of B (LAPACK: dpotrs).
func Potrs[T dense.Float](uplo Uplo, a, b dense.Matrix[T]) {
	checkEnum("Potrs", "uplo", uplo)
	check("Potrs", "a", &a)
	check("Potrs", "b", &b)
	checkSquare("Potrs", "a", a.Rows, a.Cols)
	if b.Rows != a.Rows {
		badShape("Potrs", "b", b.Rows, b.Cols, a.Rows, b.Cols)
	}
	if b.Rows == 0 || b.Cols == 0 {
		return
	}
	s := solve[T]{row: row[T](), left: true, upper: uplo == Upper, trans: uplo == Upper}
	s.run(a, b)
	s.trans = !s.trans
	s.run(a, b)
}
