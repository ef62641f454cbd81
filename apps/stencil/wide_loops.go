package stencil

// The loops of rows.go for a run of wide rows: the same, with sums in another order. A run is
// lines that follow each other and have the same groups. Inside of it a zero in the first or
// last row of a line meets a point of the line before or after one that the row has entries
// in, which is one that the row before or after has entries in. Only at the ends of the run
// it would meet a line that no row of the run has to do with, which another goroutine may be
// writing: there the first and the last row are computed without it.

// two is the part of a group's sum that is there for the first or the last row of a run.
func two(v, x []float64) float64 { return v[0]*x[0] + v[1]*x[1] }

// below returns the entries below the diagonal of n rows from row lo on, and the elements of x
// that they meet: row i of the n meets i-1, i and i+1 of each.
func (w *wide) below(lo, n int, x Vector) (l0, l1, l2, l3, a, b, c, d []float64) {
	a, b, c, d = x.around(&w.dlow, w.has[lo/w.nx].low, lo, n)
	return w.low[0][3*lo:][:3*n], w.low[1][3*lo:][:3*n], w.low[2][3*lo:][:3*n], w.low[3][4*lo:][:4*n], a, b, c, d
}

// above is below for the entries above the diagonal.
func (w *wide) above(lo, n int, x Vector) (u0, u1, u2, u3, a, b, c, d []float64) {
	a, b, c, d = x.around(&w.dup, w.has[lo/w.nx].up, lo, n)
	return w.up[0][4*lo:][:4*n], w.up[1][3*lo:][:3*n], w.up[2][3*lo:][:3*n], w.up[3][3*lo:][:3*n], a, b, c, d
}

// forward solves for the run of x from row lo on.
func (w *wide) forward(t, inv []float64, x Vector, lo int) {
	n := len(t)
	l0, l1, l2, l3, a, b, c, d := w.below(lo, n, x)
	out := x.Rows[lo:][:n]
	inv = inv[:n]
	prev := (t[0] - ((two(l0[1:], a) + two(l1[1:], b)) + (two(l2[1:], c) + two(l3[1:], d)))) * inv[0]
	out[0] = prev
	j, k := 3, 4
	in, to, qs := t[1:n-1], out[1:n-1], inv[1:n-1]
	to, qs = to[:len(in)], qs[:len(in)]
	a, b, c, d = a[:len(in)+2], b[:len(in)+2], c[:len(in)+2], d[:len(in)+2]
	for i, r := range in {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		j, k = j+3, k+4
		s0 := v0[0]*a[i] + v0[1]*a[i+1] + v0[2]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		q := qs[i]
		// prev waits for one product and one difference only, not for the others
		prev = (r-((s0+s1)+(s2+s3)))*q - v3[3]*q*prev
		to[i] = prev
	}
	i, v3 := n-2, l3[k:k+4]
	s := (two(l0[j:], a[i:]) + two(l1[j:], b[i:])) + (two(l2[j:], c[i:]) + two(v3, d[i:]))
	out[n-1] = (t[n-1]-s)*inv[n-1] - v3[3]*inv[n-1]*prev
}

// backward solves for the run of x from row lo on, downwards.
func (w *wide) backward(r, t, inv []float64, x Vector, lo int) {
	n := len(r)
	u0, u1, u2, u3, a, b, c, d := w.above(lo, n, x)
	out := x.Rows[lo:][:n]
	t, inv = t[:n], inv[:n]
	i, j, k := n-2, 3*n-3, 4*n-4
	s := (two(u0[k+1:], a[i:]) + two(u1[j:], b[i:])) + (two(u2[j:], c[i:]) + two(u3[j:], d[i:]))
	next := out[n-1] + (r[n-1]-t[n-1]-s)*inv[n-1]
	out[n-1] = next
	m := n - 2
	to, in, old, qs := out[1:][:m], r[1:][:m], t[1:][:m], inv[1:][:m]
	a, b, c, d = a[:m+2], b[:m+2], c[:m+2], d[:m+2]
	for i := m - 1; i >= 0; i-- {
		j, k = j-3, k-4
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		q := qs[i]
		next = to[i] + (in[i]-old[i]-((s0+s1)+(s2+s3)))*q - v0[0]*q*next
		to[i] = next
	}
	s = (two(u0[2:], a) + two(u1[1:], b)) + (two(u2[1:], c) + two(u3[1:], d))
	out[0] += (r[0]-t[0]-s)*inv[0] - u0[0]*inv[0]*next
}

// remainder computes t = r - U x for the run from row lo on.
func (w *wide) remainder(t, r []float64, x Vector, lo int) {
	n := len(r)
	u0, u1, u2, u3, a, b, c, d := w.above(lo, n, x)
	own := x.Rows[lo:][:n]
	t = t[:n]
	s := (two(u0[2:], a) + two(u1[1:], b)) + (two(u2[1:], c) + two(u3[1:], d))
	t[0] = r[0] - (s + u0[0]*own[1])
	j, k := 3, 4
	in, to, e := r[1:n-1], t[1:n-1], own[2:]
	to, e = to[:len(in)], e[:len(in)]
	a, b, c, d = a[:len(in)+2], b[:len(in)+2], c[:len(in)+2], d[:len(in)+2]
	for i, ri := range in {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		j, k = j+3, k+4
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		to[i] = ri - ((s0 + s1) + (s2 + s3) + v0[0]*e[i])
	}
	i := n - 2
	t[n-1] = r[n-1] - ((two(u0[k+1:], a[i:]) + two(u1[j:], b[i:])) + (two(u2[j:], c[i:]) + two(u3[j:], d[i:])))
}

// multiplyLow computes y = (L + D) x for the run from row lo on.
func (w *wide) multiplyLow(y, diag []float64, x Vector, lo int) {
	n := len(diag)
	l0, l1, l2, l3, a, b, c, d := w.below(lo, n, x)
	own := x.Rows[lo:][:n]
	y = y[:n]
	y[0] = (two(l0[1:], a) + two(l1[1:], b)) + (two(l2[1:], c) + two(l3[1:], d)) + diag[0]*own[0]
	prev := own[0]
	j, k := 3, 4
	in, to, e := diag[1:n-1], y[1:n-1], own[1:n-1]
	to, e = to[:len(in)], e[:len(in)]
	a, b, c, d = a[:len(in)+2], b[:len(in)+2], c[:len(in)+2], d[:len(in)+2]
	for i, g := range in {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		j, k = j+3, k+4
		s0 := v0[0]*a[i] + v0[1]*a[i+1] + v0[2]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2] + v3[3]*prev
		prev = e[i]
		to[i] = (s0 + s1) + (s2 + s3) + g*prev
	}
	i, v3 := n-2, l3[k:k+4]
	s3 := two(v3, d[i:]) + v3[3]*prev
	y[n-1] = (two(l0[j:], a[i:]) + two(l1[j:], b[i:])) + (two(l2[j:], c[i:]) + s3) + diag[n-1]*own[n-1]
}

// addUp computes y += U x for the run from row lo on.
func (w *wide) addUp(y []float64, x Vector, lo int) {
	n := len(y)
	u0, u1, u2, u3, a, b, c, d := w.above(lo, n, x)
	own := x.Rows[lo:][:n]
	s := (two(u0[2:], a) + two(u1[1:], b)) + (two(u2[1:], c) + two(u3[1:], d))
	y[0] += s + u0[0]*own[1]
	j, k := 3, 4
	in, e := y[1:n-1], own[2:]
	e = e[:len(in)]
	a, b, c, d = a[:len(in)+2], b[:len(in)+2], c[:len(in)+2], d[:len(in)+2]
	for i, yi := range in {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		j, k = j+3, k+4
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		in[i] = yi + ((s0 + s1) + (s2 + s3) + v0[0]*e[i])
	}
	i := n - 2
	y[n-1] += (two(u0[k+1:], a[i:]) + two(u1[j:], b[i:])) + (two(u2[j:], c[i:]) + two(u3[j:], d[i:]))
}
