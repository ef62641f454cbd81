package stencil

// subtractLow computes to -= L x for every second point of the line that begins with row lo.
func (w *wide) subtractLow(to []float64, x Vector, lo int) {
	l0, l1, l2, l3, a, b, c, d := w.below(lo, w.nx, x)
	own := x.Rows[lo:][:w.nx]
	to[0] -= (two(l0[1:], a) + two(l1[1:], b)) + (two(l2[1:], c) + two(l3[1:], d))
	i, j, k := 1, 6, 8
	for m := 1; m < len(to); m++ {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		if i+2 == w.nx {
			s := (two(v0, a[i:]) + two(v1, b[i:])) + (two(v2, c[i:]) + two(v3, d[i:]))
			to[m] -= s + v3[3]*own[i]
			return
		}
		a3, b3, c3, d3 := a[i:i+3:i+3], b[i:i+3:i+3], c[i:i+3:i+3], d[i:i+3:i+3]
		s0 := v0[0]*a3[0] + v0[1]*a3[1] + v0[2]*a3[2]
		s1 := v1[0]*b3[0] + v1[1]*b3[1] + v1[2]*b3[2]
		s2 := v2[0]*c3[0] + v2[1]*c3[1] + v2[2]*c3[2]
		s3 := v3[0]*d3[0] + v3[1]*d3[1] + v3[2]*d3[2]
		to[m] -= (s0 + s1) + (s2 + s3) + v3[3]*own[i]
		i, j, k = i+2, j+6, k+8
	}
}

// subtractUp computes to -= U x for every second point of the line that begins with row lo.
func (w *wide) subtractUp(to []float64, x Vector, lo int) {
	u0, u1, u2, u3, a, b, c, d := w.above(lo, w.nx, x)
	own := x.Rows[lo:][:w.nx]
	s := (two(u0[2:], a) + two(u1[1:], b)) + (two(u2[1:], c) + two(u3[1:], d))
	to[0] -= s + u0[0]*own[1]
	i, j, k := 1, 6, 8
	for m := 1; m < len(to); m++ {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		if i+2 == w.nx {
			to[m] -= (two(v0[1:], a[i:]) + two(v1, b[i:])) + (two(v2, c[i:]) + two(v3, d[i:]))
			return
		}
		a3, b3, c3, d3 := a[i:i+3:i+3], b[i:i+3:i+3], c[i:i+3:i+3], d[i:i+3:i+3]
		s0 := v0[1]*a3[0] + v0[2]*a3[1] + v0[3]*a3[2]
		s1 := v1[0]*b3[0] + v1[1]*b3[1] + v1[2]*b3[2]
		s2 := v2[0]*c3[0] + v2[1]*c3[1] + v2[2]*c3[2]
		s3 := v3[0]*d3[0] + v3[1]*d3[1] + v3[2]*d3[2]
		to[m] -= (s0 + s1) + (s2 + s3) + v0[0]*own[i+2]
		i, j, k = i+2, j+6, k+8
	}
}
