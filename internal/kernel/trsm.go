package kernel

// trsmGo is Trsm: columns k..k+w-1 of X in X * L' = A, panel by panel, columns from the left.
// The sum over the k solved columns is GEMM's; what is left is a w x w substitution.
func trsmGo[T Float](w, k, mp int, x *T, xs int, l, inv *T) {
	gemmGo(w, k, mp, x, xs, l, at(x, k*w), xs, w, -1, w, w, false)
	lo, d := run(l, k*w, w*w), run(inv, 0, w)
	for p := range mp {
		substitute(w, run(x, p*xs+k*w, w*w), lo, d)
	}
}

// substitute solves x * l' = x for one w x w block, both as [w][w] panels, diagonal reciprocals d.
func substitute[T Float](w int, x, l, d []T) {
	for j := range w {
		xj := x[j*w : j*w+w]
		for i := range xj {
			xj[i] *= d[j]
		}
		for c := j + 1; c < w; c++ {
			f, xc := l[j*w+c], x[c*w:c*w+w]
			for i := range xc {
				xc[i] -= f * xj[i]
			}
		}
	}
}
