package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// flopsPerCall bounds the work of one kernel call: assembly cannot be preempted, and 2^20 flops
// last 8 to 16 us.
const flopsPerCall = 1 << 20

// perCall returns how many panels of rows one kernel call may take with sums of length k: a
// multiple of MR where possible.
func perCall[T dense.Float](r *kernel.Kernel[T], k int) int {
	n := flopsPerCall / (2 * r.W * r.W * max(1, k))
	return max(r.MR, n/r.MR*r.MR)
}

// GemmPanels computes C -= A*B' on tiles in panel format: A is m x k, B is n x k, C is m x n, none
// overlapping C. Cost: 2mnk flops.
func GemmPanels[T dense.Float](m, n, k int, a, b, c []T) {
	checkSize("GemmPanels", m, n, k)
	checkLen("GemmPanels", "a", len(a), PanelLen[T](m, k))
	checkLen("GemmPanels", "b", len(b), PanelLen[T](n, k))
	checkLen("GemmPanels", "c", len(c), PanelLen[T](m, n))
	if m == 0 || n == 0 || k == 0 {
		return
	}
	r := row[T]()
	w := r.W
	ka, nc := w*roundUp(k, w), w*roundUp(n, w)
	gemmPanels(r, roundUp(m, w)/w, roundUp(n, w)/w, ka/w, a, ka, b, ka, c, nc)
}

// gemmPanels is GemmPanels in panels: mp panels of A at distance as, np of B at bs, C's at cs.
// Blocks of kc columns and perCall panels keep the vector operand in the second-level cache and
// one call short.
func gemmPanels[T dense.Float](r *kernel.Kernel[T], mp, np, k int, a []T, as int, b []T, bs int, c []T, cs int) {
	w := r.W
	for l := 0; l < k; l += panelK {
		kc := min(panelK, k-l)
		step := perCall(r, kc)
		for i := 0; i < mp; i += step {
			rows := min(step, mp-i)
			for j := range np {
				r.Gemm(kc, rows, &a[i*as+l*w], as, &b[j*bs+l*w], &c[i*cs+j*w*w], cs, w, -1)
			}
		}
	}
}

// panelK bounds the length of the sums of one pass over C.
const panelK = 256

// SyrkPanels computes the lower triangle of C -= A*A' on tiles in panel format: A is n x k, C is
// n x n. What C holds above its diagonal is lost. Cost: n(n+1)k flops.
func SyrkPanels[T dense.Float](n, k int, a, c []T) {
	checkSize("SyrkPanels", n, k)
	checkLen("SyrkPanels", "a", len(a), PanelLen[T](n, k))
	checkLen("SyrkPanels", "c", len(c), PanelLen[T](n, n))
	if n == 0 || k == 0 {
		return
	}
	r := row[T]()
	w := r.W
	syrkPanels(r, roundUp(n, w)/w, roundUp(k, w), a, w*roundUp(k, w), c, w*roundUp(n, w))
}

// syrkPanels is SyrkPanels in panels. Blocks on the diagonal are computed whole.
func syrkPanels[T dense.Float](r *kernel.Kernel[T], np, k int, a []T, as int, c []T, cs int) {
	w := r.W
	for l := 0; l < k; l += panelK {
		kc := min(panelK, k-l)
		step := perCall(r, kc)
		for j := range np {
			for i := j; i < np; i += step {
				r.Gemm(kc, min(step, np-i), &a[i*as+l*w], as, &a[j*as+l*w], &c[i*cs+j*w*w], cs, w, -1)
			}
		}
	}
}

// TrsmPanels solves X*L' = A in place on tiles in panel format: x is m x n and holds A, then X; l
// is the n x n factor of PotrfPanels and inv its reciprocal diagonal. Cost: mn^2 flops.
func TrsmPanels[T dense.Float](m, n int, l, inv, x []T) {
	checkSize("TrsmPanels", m, n)
	r := row[T]()
	w := r.W
	nw := roundUp(n, w)
	checkLen("TrsmPanels", "l", len(l), nw*nw)
	checkLen("TrsmPanels", "inv", len(inv), nw)
	checkLen("TrsmPanels", "x", len(x), PanelLen[T](m, n))
	if m == 0 || n == 0 {
		return
	}
	trsmPanels(r, roundUp(m, w)/w, nw, l, w*nw, inv, x, w*nw, nil)
}

// trsmPanels is TrsmPanels in panels: n a multiple of W. Wide tiles go in blocks of panelK
// columns, each updated by GEMM with all columns solved before it. What is written afterwards is
// claimed meanwhile, a share for every W columns.
func trsmPanels[T dense.Float](r *kernel.Kernel[T], mp, n int, l []T, ls int, inv, x []T, xs int, afterwards []T) {
	w := r.W
	share := len(afterwards) / n * w
	for j0 := 0; j0 < n; j0 += panelK {
		j1 := min(n, j0+panelK)
		if j0 > 0 {
			gemmPanels(r, mp, (j1-j0)/w, j0, x, xs, l[j0/w*ls:], ls, x[j0*w:], xs)
		}
		for j := j0; j < j1; j += w {
			step := perCall(r, j-j0+w)
			for i := 0; i < mp; i += step {
				r.Trsm(j-j0, min(step, mp-i), &x[i*xs+j0*w], xs, &l[j/w*ls+j0*w], &inv[j])
			}
			if share > 0 && r.Claim != nil {
				r.Claim(lines[T](share), &afterwards[j/w*share])
			}
		}
	}
}

// PotrfPanels factors the lower triangle of a tile of order n packed by PackPanelsLower,
// A = L*L', in place, and writes the reciprocals of L's diagonal to inv, n rounded up to a multiple
// of PanelWidth of them. It returns 0, or the order of the first leading minor that is not
// positive definite; then a and inv hold nothing of use. Cost: n^3/3 flops.
func PotrfPanels[T dense.Float](n int, a, inv []T) (minor int) {
	checkSize("PotrfPanels", n)
	r := row[T]()
	w := r.W
	nw := roundUp(n, w)
	checkLen("PotrfPanels", "a", len(a), nw*nw)
	checkLen("PotrfPanels", "inv", len(inv), nw)
	return potrfPanels(r, nw, a, w*nw, inv)
}

// potrfPanels is PotrfPanels for n a multiple of W and panels at distance as: left-looking over
// blocks of potrfBlock columns and, within one, over W columns a call.
func potrfPanels[T dense.Float](r *kernel.Kernel[T], n int, a []T, as int, inv []T) int {
	w := r.W
	for j0 := 0; j0 < n; j0 += potrfBlock {
		j1 := min(n, j0+potrfBlock)
		diag := a[j0/w*as:]
		if j0 > 0 {
			syrkPanels(r, (j1-j0)/w, j0, diag, as, diag[j0*w:], as)
		}
		for j := j0; j < j1; j += w {
			if minor := r.Potrf(j-j0, (j1-j)/w, &a[j/w*as+j0*w], as, &inv[j]); minor != 0 {
				return j + minor
			}
		}
		if below := (n - j1) / w; below > 0 {
			x := a[j1/w*as:]
			if j0 > 0 {
				gemmPanels(r, below, (j1-j0)/w, j0, x, as, diag, as, x[j0*w:], as)
			}
			trsmPanels(r, below, j1-j0, diag[j0*w:], as, inv[j0:], x[j0*w:], as, nil)
		}
	}
	return 0
}

// potrfBlock is the order up to which a tile is factored by one sweep of W columns at a time.
const potrfBlock = 256
