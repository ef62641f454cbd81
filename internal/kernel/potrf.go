package kernel

import "math"

// potrfGo is Potrf: the diagonal block's update and factorization, then Trsm on the panels below.
// Only the lower triangle of the diagonal block is read and written.
func potrfGo[T Float](w, k, mp int, a *T, as int, inv *T) int {
	pa, d := run(a, 0, (k+w)*w), run(inv, 0, w)
	blk := pa[k*w:]
	for j := range w {
		for i := j; i < w; i++ {
			s := blk[j*w+i]
			for l := range k {
				s -= pa[l*w+i] * pa[l*w+j]
			}
			blk[j*w+i] = s
		}
	}
	for j := range w {
		if !eliminate(w, j, blk, d) {
			return 1 + j
		}
	}
	if mp > 1 {
		trsmGo(w, k, mp-1, at(a, as), as, a, inv)
	}
	return 0
}

// eliminate makes column j of a diagonal block one of the factor and updates those after it, or
// reports that the pivot is not positive and finite. The multiplier is a(l,j)/p, not a product
// of two entries of L: then a pivot that is zero in exact arithmetic on small integers is zero
// here, where the rounded square of a rounded root may leave it positive.
func eliminate[T Float](w, j int, blk, d []T) bool {
	col := blk[j*w : j*w+w]
	p := float64(col[j])
	if !(p > 0 && p <= math.MaxFloat64) {
		return false
	}
	for l := j + 1; l < w; l++ {
		f := col[l] / col[j]
		for i := l; i < w; i++ {
			blk[l*w+i] -= f * col[i]
		}
	}
	r := math.Sqrt(p)
	d[j] = T(1 / r)
	col[j] = T(r)
	for i := j + 1; i < w; i++ {
		col[i] *= d[j]
	}
	return true
}
