package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// TrsmPanelsRows solves X*L' = op(A) where op(A) is a matrix where it lies: X overwrites it, and x,
// of at least PanelLen elements for op(A)'s shape, becomes the same tile in panels. l is the factor
// of PotrfPanels whose order is the number of columns of op(A), and inv its reciprocal diagonal.
// The bits are those of TrsmPanels, with the exception of GemmPanelsRows. Cost: mn^2 flops for an m x n op(A).
func TrsmPanelsRows[T dense.Float](trans Transpose, l, inv []T, a dense.Matrix[T], x []T) {
	checkEnum("TrsmPanelsRows", "transpose", trans)
	check("TrsmPanelsRows", "a", &a)
	r := row[T]()
	m, n := opShape(trans == Trans, a)
	nw := roundUp(n, r.W)
	checkLen("TrsmPanelsRows", "l", len(l), nw*nw)
	checkLen("TrsmPanelsRows", "inv", len(inv), nw)
	checkLen("TrsmPanelsRows", "x", len(x), roundUp(m, r.W)*nw)
	if m > 0 && n > 0 {
		trsmRows(r, trans == Trans, m, n, l, r.W*nw, inv, a.Data, a.Stride, x, r.W*nw)
	}
}

// trsmRows is TrsmPanelsRows with panels of L at distance ls and of X at xs. One micro-tile of rows at
// a time is packed, solved and stored: it stays in the first-level cache meanwhile, where a whole
// tile would leave it. With A and x outside the cache that takes 5 to 10 % less than three passes.
// The panels of x that are packed next are claimed meanwhile: waiting for the right to write them
// was a fifth of the time on two workers.
func trsmRows[T dense.Float](r *kernel.Kernel[T], trans bool, m, n int, l []T, ls int, inv, a []T, lda int, x []T, xs int) {
	w := r.W
	if r.Claim != nil {
		r.Claim(lines[T](min(len(x), r.MR*xs)), &x[0])
	}
	for i, step := 0, w*r.MR; i < m; i += step {
		rows, from := min(step, m-i), i*lda
		if trans {
			from = i
		}
		panels := x[i/w*xs:]
		packPanels(r, trans, rows, n, a[from:], lda, panels, xs)
		mp := roundUp(rows, w) / w
		if n%w != 0 {
			for p := range mp {
				clear(panels[p*xs+n*w : p*xs+roundUp(n, w)*w])
			}
		}
		next := min(roundUp(max(0, m-i-rows), w)/w, r.MR) * xs
		trsmPanels(r, mp, roundUp(n, w), l, ls, inv, panels, xs, panels[mp*xs:][:next])
		unpackPanels(r, trans, rows, n, a[from:], lda, panels, xs)
	}
}
