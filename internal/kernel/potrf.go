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
			for l := range j {
				s -= blk[l*w+i] * blk[l*w+j]
			}
			blk[j*w+i] = s
		}
		p := float64(blk[j*w+j])
		if !(p > 0 && p <= math.MaxFloat64) {
			return 1 + j
		}
		r := math.Sqrt(p)
		d[j] = T(1 / r)
		blk[j*w+j] = T(r)
		for i := j + 1; i < w; i++ {
			blk[j*w+i] *= d[j]
		}
	}
	if mp > 1 {
		trsmGo(w, k, mp-1, at(a, as), as, a, inv)
	}
	return 0
}
