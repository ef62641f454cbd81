package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// GemmPanelsRows computes C -= A*B' where A and B are tiles in panel format and C is a matrix where
// it lies: A is C.Rows x k, B is C.Cols x k, and C overlaps neither. Its bits are those of
// GemmPanels, but with the kernels for NEON, which sum a panel without a neighbour in another
// order. Cost: 2mnk flops, at the rate of GemmPanels: while one block of C is computed the
// kernels prefetch its rows, so a tile that is first updated and then packed waits less for memory
// than one packed first.
func GemmPanelsRows[T dense.Float](k int, a, b []T, c dense.Matrix[T]) {
	checkSize("GemmPanelsRows", k)
	check("GemmPanelsRows", "c", &c)
	checkLen("GemmPanelsRows", "a", len(a), PanelLen[T](c.Rows, k))
	checkLen("GemmPanelsRows", "b", len(b), PanelLen[T](c.Cols, k))
	if c.Rows == 0 || c.Cols == 0 || k == 0 {
		return
	}
	r := row[T]()
	kw := roundUp(k, r.W)
	gemmRows(r, c.Rows, c.Cols, kw, a, r.W*kw, b, r.W*kw, c.Data, c.Stride)
}

// gemmRows is GemmPanelsRows with panels of A at distance as and of B at bs. The columns of C are the
// vector operand, a block of perCall panels of B that stays in the second-level cache.
func gemmRows[T dense.Float](r *kernel.Kernel[T], m, n, k int, a []T, as int, b []T, bs int, c []T, ldc int) {
	w := r.W
	for l := 0; l < k; l += panelK {
		kc := min(panelK, k-l)
		for j, step := 0, w*perCall(r, kc); j < n; j += step {
			for i := 0; i < m; i += w {
				rows, cols := min(w, m-i), min(step, n-j)
				gemmRow(r, rows, cols, kc, a[i/w*as+l*w:], b[j/w*bs+l*w:], bs, c[i*ldc+j:], ldc)
			}
		}
	}
}

// gemmRow subtracts the product of one panel of A with those of B from rows <= W rows of C.
func gemmRow[T dense.Float](r *kernel.Kernel[T], rows, n, k int, a, b []T, bs int, c []T, ldc int) {
	w := r.W
	j := 0
	if rows == w {
		j = wholePanels(n, w, r.MR)
	}
	if j > 0 {
		r.Gemm(k, j/w, &b[0], bs, &a[0], &c[0], w, ldc, -1)
	}
	for j < n {
		cols := min(n-j, w*r.MR)
		v := (cols + w - 1) / w
		r.GemmEdge(k, v, &b[j/w*bs], bs, &a[0], &c[j], w, ldc, -1, rows, cols-(v-1)*w)
		j += cols
	}
}
