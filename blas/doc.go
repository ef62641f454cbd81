// Package blas is level 3 of BLAS, and the Cholesky factorization, on one goroutine: it never
// starts another. Matrices are row-major values of package dense, elements float32 or float64.
// The instruction set is chosen once at start (Kernels, Select); every result is the same bits
// however many goroutines call at once.
//
// Gemm, Syrk, Trsm, Potrf and Potrs work on matrices where they lie. The functions named
// ...Panels work on tiles in the packed format of the micro-kernels, so that a tiled algorithm
// packs an operand once for all its updates; ...PanelsRows update a block of a matrix where it lies.
//
// Mistakes of the caller (shape, stride, a slice too short) panic with a message that names the
// routine and the argument, before anything is written. Faults of the data are errors.
package blas
