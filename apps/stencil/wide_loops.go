package stencil

// The loops of rows.go for wide rows: the same, with sums in another order.

// forward solves for x from row lo on.
func (w *wide) forward(t, inv []float64, x Vector, lo int) {
	n := len(t)
	l0, l1, l2, l3 := w.low[0][3*lo:], w.low[1][3*lo:], w.low[2][3*lo:], w.low[3][4*lo:]
	a, b, c, d := x.around(&w.dlow, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	prev := x.all[x.guard+lo-1]
	out := x.all[x.guard+lo:][:n]
	inv = inv[:n]
	j, k := 0, 0
	for i, r := range t {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		j, k = j+3, k+4
		s0 := v0[0]*a[i] + v0[1]*a[i+1] + v0[2]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		q := inv[i]
		// prev waits for one product and one difference only, not for the others
		prev = (r-((s0+s1)+(s2+s3)))*q - v3[3]*q*prev
		out[i] = prev
	}
}

// backward solves for x down to row lo.
func (w *wide) backward(r, t, inv []float64, x Vector, lo int) {
	n := len(t)
	u0, u1, u2, u3 := w.up[0][4*lo:], w.up[1][3*lo:], w.up[2][3*lo:], w.up[3][3*lo:]
	a, b, c, d := x.around(&w.dup, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	next := x.all[x.guard+lo+n]
	out := x.all[x.guard+lo:][:n]
	r, inv = r[:n], inv[:n]
	j, k := 3*n, 4*n
	for i := n - 1; i >= 0; i-- {
		j, k = j-3, k-4
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		q := inv[i]
		next = out[i] + (r[i]-t[i]-((s0+s1)+(s2+s3)))*q - v0[0]*q*next
		out[i] = next
	}
}

// remainder computes t = r - U x from row lo on.
func (w *wide) remainder(t, r []float64, x Vector, lo int) {
	n := len(r)
	u0, u1, u2, u3 := w.up[0][4*lo:], w.up[1][3*lo:], w.up[2][3*lo:], w.up[3][3*lo:]
	a, b, c, d := x.around(&w.dup, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	e := x.all[x.guard+lo+1:][:n]
	t = t[:n]
	j, k := 0, 0
	for i, ri := range r {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		j, k = j+3, k+4
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		t[i] = ri - ((s0 + s1) + (s2 + s3) + v0[0]*e[i])
	}
}

// multiplyLow computes y = (L + D) x from row lo on.
func (w *wide) multiplyLow(y, diag []float64, x Vector, lo int) {
	n := len(diag)
	l0, l1, l2, l3 := w.low[0][3*lo:], w.low[1][3*lo:], w.low[2][3*lo:], w.low[3][4*lo:]
	a, b, c, d := x.around(&w.dlow, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	prev := x.all[x.guard+lo-1]
	own := x.all[x.guard+lo:][:n]
	y = y[:n]
	j, k := 0, 0
	for i, g := range diag {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		j, k = j+3, k+4
		s0 := v0[0]*a[i] + v0[1]*a[i+1] + v0[2]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2] + v3[3]*prev
		prev = own[i]
		y[i] = (s0 + s1) + (s2 + s3) + g*prev
	}
}

// addUp computes y += U x from row lo on.
func (w *wide) addUp(y []float64, x Vector, lo int) {
	n := len(y)
	u0, u1, u2, u3 := w.up[0][4*lo:], w.up[1][3*lo:], w.up[2][3*lo:], w.up[3][3*lo:]
	a, b, c, d := x.around(&w.dup, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	e := x.all[x.guard+lo+1:][:n]
	j, k := 0, 0
	for i, yi := range y {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		j, k = j+3, k+4
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		y[i] = yi + ((s0 + s1) + (s2 + s3) + v0[0]*e[i])
	}
}

// subtractLow computes to -= L x, for every second row from row lo on.
func (w *wide) subtractLow(to []float64, x Vector, lo int) {
	n := 2*len(to) - 1
	l0, l1, l2, l3 := w.low[0][3*lo:], w.low[1][3*lo:], w.low[2][3*lo:], w.low[3][4*lo:]
	a, b, c, d := x.around(&w.dlow, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	e := x.all[x.guard+lo-1:][:n]
	i, j, k := 0, 0, 0
	for m, t := range to {
		v0, v1, v2, v3 := l0[j:j+3:j+3], l1[j:j+3:j+3], l2[j:j+3:j+3], l3[k:k+4:k+4]
		s0 := v0[0]*a[i] + v0[1]*a[i+1] + v0[2]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		to[m] = t - ((s0 + s1) + (s2 + s3) + v3[3]*e[i])
		i, j, k = i+2, j+6, k+8
	}
}

// subtractUp computes to -= U x, for every second row from row lo on.
func (w *wide) subtractUp(to []float64, x Vector, lo int) {
	n := 2*len(to) - 1
	u0, u1, u2, u3 := w.up[0][4*lo:], w.up[1][3*lo:], w.up[2][3*lo:], w.up[3][3*lo:]
	a, b, c, d := x.around(&w.dup, lo, n)
	a, b, c, d = a[:n+2], b[:n+2], c[:n+2], d[:n+2]
	e := x.all[x.guard+lo+1:][:n]
	i, j, k := 0, 0, 0
	for m, t := range to {
		v0, v1, v2, v3 := u0[k:k+4:k+4], u1[j:j+3:j+3], u2[j:j+3:j+3], u3[j:j+3:j+3]
		s0 := v0[1]*a[i] + v0[2]*a[i+1] + v0[3]*a[i+2]
		s1 := v1[0]*b[i] + v1[1]*b[i+1] + v1[2]*b[i+2]
		s2 := v2[0]*c[i] + v2[1]*c[i+1] + v2[2]*c[i+2]
		s3 := v3[0]*d[i] + v3[1]*d[i+1] + v3[2]*d[i+2]
		to[m] = t - ((s0 + s1) + (s2 + s3) + v0[0]*e[i])
		i, j, k = i+2, j+6, k+8
	}
}
