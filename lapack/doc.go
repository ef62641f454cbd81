// Package lapack factors and solves dense systems with task graphs over tiles. Names and
// conventions are LAPACK's: matrices are overwritten, one triangle is used and the other
// neither read nor written, and a matrix that is not positive definite is an error that names
// its leading minor.
//
// [Cholesky] and [Solve] are one call each and choose everything themselves. [Potrf], [Potrs],
// [Trsm], [Syrk] and [Gemm] submit their tasks to a scope of the caller's, so that several
// operations flow into each other without a barrier. [CholeskyTiles] are the tile operations alone, for
// a schedule of one's own: the variants of lab/cholesky are examples.
package lapack
