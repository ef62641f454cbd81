package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// packPanels packs the m x k matrix op(A), whose element (0, 0) is a[0], into panels at distance
// step: op(A) is A, m x k with stride lda, or its transpose (A is then k x m). Padding rows of the
// last panel become zero. This is the one packing of all of level 3: the broadcast operand of
// GEMM is op(A), the vector operand is the transpose of op(B).
func packPanels[T dense.Float](r *kernel.Kernel[T], trans bool, m, k int, a []T, lda int, p []T, step int) {
	if m == 0 || k == 0 {
		return
	}
	w := r.W
	full := m / w
	if trans {
		if full > 0 {
			r.PackN(k, full, &a[0], lda, &p[0], step)
		}
		if rest := m - full*w; rest > 0 {
			r.PackNEdge(k, rest, &a[full*w], lda, &p[full*step])
		}
		return
	}
	for i := range full {
		r.PackT(k, &a[i*w*lda], lda, &p[i*step])
	}
	if rest := m - full*w; rest > 0 {
		r.PackTEdge(rest, k, &a[full*w*lda], lda, &p[full*step])
	}
}

// unpackPanels is the inverse of packPanels.
func unpackPanels[T dense.Float](r *kernel.Kernel[T], trans bool, m, k int, a []T, lda int, p []T, step int) {
	if m == 0 || k == 0 {
		return
	}
	w := r.W
	for i := 0; i < m; i += w {
		rows, src := min(w, m-i), p[i/w*step:]
		switch {
		case trans:
			unpackN(w, k, rows, a[i:], lda, src)
		case rows == w:
			r.UnpackT(k, &a[i*lda], lda, &src[0])
		default:
			r.UnpackTEdge(rows, k, &a[i*lda], lda, &src[0])
		}
	}
}

// unpackN copies the k rows of one panel, cols of w values each, to rows lda apart. Whole rows of
// panels of 4, 8 and 16 are copied as arrays: half the time of calls of copy.
func unpackN[T dense.Float](w, k, cols int, a []T, lda int, p []T) {
	switch {
	case cols == 16 && w == 16:
		for l := range k {
			*(*[16]T)(a[l*lda : l*lda+16]) = *(*[16]T)(p[l*16 : l*16+16])
		}
	case cols == 8 && w == 8:
		for l := range k {
			*(*[8]T)(a[l*lda : l*lda+8]) = *(*[8]T)(p[l*8 : l*8+8])
		}
	case cols == 4 && w == 4:
		for l := range k {
			*(*[4]T)(a[l*lda : l*lda+4]) = *(*[4]T)(p[l*4 : l*4+4])
		}
	default:
		for l := range k {
			copy(a[l*lda:l*lda+cols], p[l*w:])
		}
	}
}

// roundUp returns the least multiple of q that is not below n.
func roundUp(n, q int) int { return (n + q - 1) / q * q }
