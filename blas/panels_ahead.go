package blas

import "heddle/dense"

// GemmPanelsAhead is GemmPanels that meanwhile prefetches next: rows of a matrix that the caller is
// about to pack or to overwrite. Nothing of next is read; it may be empty. Where the kernels in use
// cannot prefetch it is GemmPanels.
func GemmPanelsAhead[T dense.Float](m, n, k int, a, b, c []T, next dense.Matrix[T]) {
	r := row[T]()
	w := r.W
	mp, np, kw := roundUp(m, w)/w, roundUp(n, w)/w, roundUp(k, w)
	if r.GemmAhead == nil || next.Rows == 0 || next.Cols == 0 || mp == 0 || np == 0 || kw == 0 || kw > panelK || mp > perCall(r, kw) {
		GemmPanels(m, n, k, a, b, c)
		return
	}
	checkSize("GemmPanelsAhead", m, n, k)
	check("GemmPanelsAhead", "next", &next)
	checkLen("GemmPanelsAhead", "a", len(a), mp*w*kw)
	checkLen("GemmPanelsAhead", "b", len(b), np*w*kw)
	checkLen("GemmPanelsAhead", "c", len(c), mp*w*np*w)
	for j := range np {
		from, to := next.Rows*j/np, next.Rows*(j+1)/np // an equal share of the rows
		r.GemmAhead(kw, mp, &a[0], w*kw, &b[j*w*kw], &c[j*w*w], w*w*np, w, -1,
			&next.Data[from*next.Stride], to-from, lines[T](next.Cols), next.Stride, &b[j*w*kw], 0)
	}
}
