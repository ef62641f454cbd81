package blas

import (
	"testing"

	"heddle/dense"
)

// TestPartPanel computes a product in two parts whose packed panels of A' are bounded: every bit is
// Gemm's, and no more is packed than a slab and what was allowed.
func TestPartPanel(t *testing.T) {
	const m, n, k, limit = 900, 500, 700, 300 << 10
	a, b := dense.Random[float64](k, m, 1), dense.Random[float64](k, n, 2)
	want, got := dense.Random[float64](m, n, 3), dense.Random[float64](m, n, 3)
	Gemm(Trans, NoTrans, 2, a, b, -1, want)
	for _, p := range []Part{{Cols: n, Rows: 600, Panel: limit}, {Row: 600, Cols: n, Rows: m - 600, Panel: limit}} {
		whole := p
		whole.Panel = 0
		free := GemmPart(Trans, NoTrans, 2, a, b, -1, got.Clone(), whole)
		bytes := GemmPart(Trans, NoTrans, 2, a, b, -1, got, p)
		if bytes > limit+1<<20 || bytes >= free {
			t.Errorf("%+v: packed %d bytes, %d without a limit", p, bytes, free)
		}
	}
	same(t, got, want, "in two parts")
}
