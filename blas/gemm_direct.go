package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// directArea is the most elements of B that direct takes: up to there B stays in the second-level
// cache and packing costs more than it saves.
const directArea = 256 * 264

// direct computes C += alpha*op(A)*B, or stores it if set, where A and B lie: as many rows of C a
// call as keep it short.
func direct[T dense.Float](r *kernel.Kernel[T], ta bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, set bool, c []T, ldc int) {
	ars, acs := lda, 1
	if ta {
		ars, acs = 1, lda
	}
	call := r.Direct
	if set {
		call = r.DirectSet
	}
	if 2*m*n*k <= flopsPerCall {
		call(m, n, k, &a[0], ars, acs, &b[0], ldb, &c[0], ldc, alpha)
		return
	}
	rows := evenly(m, max(r.W, flopsPerCall/(2*n*k)/r.W*r.W), r.W)
	for i := 0; i < m; i += rows {
		call(min(rows, m-i), n, k, &a[i*ars], ars, acs, &b[0], ldb, &c[i*ldc], ldc, alpha)
	}
}
