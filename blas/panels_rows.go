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
	gemmRows(r, c.Rows, c.Cols, kw, a, r.W*kw, b, r.W*kw, c.Data, c.Stride, 1)
}

// gemmRows is GemmPanelsRows with panels of A at distance as and of B at bs. The columns of C are the
// vector operand: a strip of them, at most so many micro-tiles, stays while the panels of A go by.
func gemmRows[T dense.Float](r *kernel.Kernel[T], m, n, k int, a []T, as int, b []T, bs int, c []T, ldc, strip int) {
	w := r.W
	for l := 0; l < k; l += panelK {
		kc := min(panelK, k-l)
		for j, cols := 0, 0; j < n; j += cols {
			cols = stripColumns(r, n-j, kc, strip)
			pa, pb, pc := a[l*w:], b[j/w*bs+l*w:], c[j:]
			whole := 0 // rows
			if cols%w == 0 {
				whole = m / w * w
				gemmStrip(r, whole/w, cols/w, kc, pa, as, pb, bs, pc, ldc, panelsAfter(cols, n-j, kc, w, bs, pb))
			}
			for i := whole; i < m; i += w {
				edgeRow(r, min(w, m-i), cols, kc, pa[i/w*as:], pb, bs, pc[i*ldc:], ldc)
			}
		}
	}
}

// stripColumns returns how many of the n columns to go make the next strip. Where the kernels can
// prefetch it is a few micro-tiles, one as a rule: its panels of B stay in the first-level cache, the
// next ones are fetched meanwhile, and what comes from beyond the second-level cache comes steadily.
// With all of B for each panel of A the first rows wait for it all: tiles of 128 that were last used
// elsewhere took 7 % longer. Four panels go as two and two, since a lone one costs more than a third
// of three.
func stripColumns[T dense.Float](r *kernel.Kernel[T], n, k, strip int) int {
	most, micro := r.W*perCall(r, k), r.W*r.MR
	if r.GemmAhead != nil {
		most = min(most, strip*micro)
		if most == micro && n == micro+r.W {
			most = (r.MR + 1) / 2 * r.W
		}
	}
	if n%r.W != 0 && n > micro {
		n = n / micro * micro // the fringe is joined with whole panels
	}
	return min(n, most)
}

// panelsAfter returns the panels of B that follow the cols columns at the head of b, where n are left
// with those: none if they do not follow each other in memory.
func panelsAfter[T dense.Float](cols, n, k, w, bs int, b []T) []T {
	if n <= cols || bs != w*k {
		return nil
	}
	return b[cols/w*bs : roundUp(n, w)/w*bs]
}

// gemmStrip subtracts the product of mp whole panels of A with v of B. Where the kernels can, it
// prefetches from next, a line every four columns.
func gemmStrip[T dense.Float](r *kernel.Kernel[T], mp, v, k int, a []T, as int, b []T, bs int, c []T, ldc int, next []T) {
	w := r.W
	share, at := k/4*w, 0 // of next for one panel of A
	for i := range mp {
		pa, pc := &a[i*as], &c[i*w*ldc]
		if at < len(next) && r.GemmAhead != nil {
			r.GemmAhead(k, v, &b[0], bs, pa, pc, w, ldc, -1, pa, 0, 0, 0, &next[at], w)
			at += share
		} else {
			r.Gemm(k, v, &b[0], bs, pa, pc, w, ldc, -1)
		}
	}
}

// edgeRow subtracts the product of one panel of A with those of B from rows <= W rows of C.
func edgeRow[T dense.Float](r *kernel.Kernel[T], rows, n, k int, a, b []T, bs int, c []T, ldc int) {
	w := r.W
	for j, cols := 0, 0; j < n; j += cols {
		cols = min(n-j, w*r.MR)
		v := (cols + w - 1) / w
		r.GemmEdge(k, v, &b[j/w*bs], bs, &a[0], &c[j], w, ldc, -1, rows, cols-(v-1)*w)
	}
}

// SyrkPanelsRows computes one triangle of C -= A*A' where A is a tile in panel format, C.Rows x k,
// and C a matrix where it lies, which A does not overlap. The other triangle of C is neither read nor
// written. Cost: n(n+1)k flops.
func SyrkPanelsRows[T dense.Float](uplo Uplo, k int, a []T, c dense.Matrix[T]) {
	checkEnum("SyrkPanelsRows", "uplo", uplo)
	checkSize("SyrkPanelsRows", k)
	check("SyrkPanelsRows", "c", &c)
	checkSquare("SyrkPanelsRows", "c", c.Rows, c.Cols)
	checkLen("SyrkPanelsRows", "a", len(a), PanelLen[T](c.Rows, k))
	if c.Rows == 0 || k == 0 {
		return
	}
	r := row[T]()
	ws := borrow[T]()
	defer ws.giveBack()
	syrkRows(r, uplo, c.Rows, roundUp(k, r.W), a, c.Data, c.Stride, ws.takeD(r.W*r.W))
}

// syrkRows is SyrkPanelsRows for k a multiple of W, with room for a block of W x W.
func syrkRows[T dense.Float](r *kernel.Kernel[T], uplo Uplo, n, k int, a, c []T, ldc int, corner []T) {
	g := product[T]{row: r, m: n, n: n, k: k, alpha: -1, c: c, ldc: ldc}
	nv := slabLimit(r, k)
	for j := 0; j < n; j += nv {
		g.symmetricBlock(uplo, j, min(nv, n-j), k, a, corner, false)
	}
}
