// Package level3 measures heddle's arithmetic on one goroutine: GEMM, SYRK, TRSM and POTRF on
// square float64 matrices, with the kernels of every instruction set that the machine has.
package level3
