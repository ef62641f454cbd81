// Package gonumla makes gonum fast: Use installs heddle's matrix arithmetic below gonum's blas64,
// blas32 and lapack64, and so below package mat, without a change to the program.
//
//	func main() {
//		gonumla.Use()
//		...             // mat.Dense.Mul, mat.Cholesky, mat.LU, mat.QR as before
//	}
//
// What is replaced: GEMM, SYRK, SYR2K, SYMM, TRSM and TRMM in both precisions, POTRF, GETRF and GEQRF, and
// the norms and condition estimates that package mat asks for. GEMV and GER are gonum's, large ones shared
// among the workers; TRSV, but for small ones, is made of GEMV.
// What is built on these in gonum's own LAPACK (POTRS, POTRI, GETRS, GETRI, ORGQR, ...) gains with
// them. Everything else is gonum's, by embedding. Small problems are computed by the calling
// goroutine, and by gonum's own code where that is faster; large ones are shared among
// the workers of one pool, whoever calls: calls from many goroutines at once never use more
// processors than the pool has workers.
//
// # Where the results differ from gonum's
//
// Sums are formed in another order and with fused multiply-add, so last digits differ. For a given
// size, and given numbers of workers, results are the same bits in every call.
//
// NaN and infinities: a product with a zero is a product. gonum's GEMM skips the zeros of A, and
// so the NaN or infinity that they would have met, in all cases but that in which only B is
// transposed. Here 0 * NaN is NaN in all four. Nothing is read of A and B where alpha is 0 (by gonum it
// is if only B is transposed), nor of C where beta is 0, nor ever of an unreferenced triangle. Problems
// that are left to gonum's own code follow gonum's rule: the smallest (m*n*k < 150), and narrow ones
// in which there is nothing to gain (op(A) has 48 elements at most, or k <= 2 and n <= 16, or op(A) is one row and
// both are transposed).
// A matrix with a NaN or an infinity in the triangle that is read is not positive definite for
// POTRF: it returns false.
package gonumla
