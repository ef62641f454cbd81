package stencil

// A line is wide if each row has twelve entries below the diagonal in four groups of three,
// and its neighbour, and likewise above: what a 27-point stencil has inside the grid. Its
// loops are written out: they are the same as in rows.go, with sums in another order.

func isWide(p pattern) bool {
	if len(p.low) != 5 || len(p.up) != 5 || p.low[4] != (segment{-1, 1}) || p.up[0] != (segment{1, 1}) {
		return false
	}
	for k := range 4 {
		if p.low[k].n != 3 || p.up[k+1].n != 3 {
			return false
		}
	}
	return true
}

// around returns the elements that n rows reach by the four groups of g.
func around(x []float64, at, n int, g []segment) (a, b, c, d []float64) {
	_ = g[3]
	return x[at+g[0].at:][:n+2], x[at+g[1].at:][:n+2], x[at+g[2].at:][:n+2], x[at+g[3].at:][:n+2]
}

// forward solves for a line of x, which begins at x[at].
func (p *pattern) forward(t, inv, low, x []float64, at int) {
	n := len(t) + 2
	a, b, c, d := around(x, at, len(t), p.low)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	prev := x[at-1]
	out := x[at:][:n-2]
	t, inv = t[:n-2], inv[:n-2]
	for i := 2; i < n; i++ {
		v := low[:13]
		low = low[13:]
		s0 := v[0]*a[i-2] + v[1]*a[i-1] + v[2]*a[i]
		s1 := v[3]*b[i-2] + v[4]*b[i-1] + v[5]*b[i]
		s2 := v[6]*c[i-2] + v[7]*c[i-1] + v[8]*c[i]
		s3 := v[9]*d[i-2] + v[10]*d[i-1] + v[11]*d[i]
		q := inv[i-2]
		// prev waits for one product and one difference only, not for the others
		prev = (t[i-2]-((s0+s1)+(s2+s3)))*q - v[12]*q*prev
		out[i-2] = prev
	}
}

// backward solves for a line of x, which begins at x[at], from its end.
func (p *pattern) backward(r, t, inv, up, x []float64, at int) {
	n := len(t) + 2
	a, b, c, d := around(x, at, len(t), p.up[1:])
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	next := x[at+n-2]
	out := x[at:][:n-2]
	r, t, inv = r[:n-2], t[:n-2], inv[:n-2]
	for i := n - 1; i >= 2; i-- {
		v := up[13*(i-2):][:13]
		s0 := v[1]*a[i-2] + v[2]*a[i-1] + v[3]*a[i]
		s1 := v[4]*b[i-2] + v[5]*b[i-1] + v[6]*b[i]
		s2 := v[7]*c[i-2] + v[8]*c[i-1] + v[9]*c[i]
		s3 := v[10]*d[i-2] + v[11]*d[i-1] + v[12]*d[i]
		q := inv[i-2]
		next = out[i-2] + (r[i-2]-t[i-2]-((s0+s1)+(s2+s3)))*q - v[0]*q*next
		out[i-2] = next
	}
}

// remainder computes t = r - U x for a line.
func (p *pattern) remainder(t, r, up, x []float64, at int) {
	n := len(t) + 2
	a, b, c, d := around(x, at, len(t), p.up[1:])
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	e := x[at+1:][:n-2]
	r = r[:n-2]
	for i := 2; i < n; i++ {
		v := up[:13]
		up = up[13:]
		s0 := v[1]*a[i-2] + v[2]*a[i-1] + v[3]*a[i]
		s1 := v[4]*b[i-2] + v[5]*b[i-1] + v[6]*b[i]
		s2 := v[7]*c[i-2] + v[8]*c[i-1] + v[9]*c[i]
		s3 := v[10]*d[i-2] + v[11]*d[i-1] + v[12]*d[i] + v[0]*e[i-2]
		t[i-2] = r[i-2] - ((s0 + s1) + (s2 + s3))
	}
}

// multiply computes a line of y = A x.
func (p *pattern) multiply(y, diag, low, up, x []float64, at int) {
	n := len(y) + 2
	a, b, c, d := around(x, at, len(y), p.low)
	e, f, g, h := around(x, at, len(y), p.up[1:])
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	e, f, g, h = e[:n], f[:n], g[:n], h[:n]
	o := x[at-1:][:n]
	diag = diag[:n-2]
	for i := 2; i < n; i++ {
		v, w := low[:13], up[:13]
		low, up = low[13:], up[13:]
		s0 := v[0]*a[i-2] + v[1]*a[i-1] + v[2]*a[i]
		s1 := v[3]*b[i-2] + v[4]*b[i-1] + v[5]*b[i]
		s2 := v[6]*c[i-2] + v[7]*c[i-1] + v[8]*c[i]
		s3 := v[9]*d[i-2] + v[10]*d[i-1] + v[11]*d[i]
		s0 += v[12]*o[i-2] + diag[i-2]*o[i-1] + w[0]*o[i]
		s1 += w[1]*e[i-2] + w[2]*e[i-1] + w[3]*e[i]
		s2 += w[4]*f[i-2] + w[5]*f[i-1] + w[6]*f[i]
		s3 += w[7]*g[i-2] + w[8]*g[i-1] + w[9]*g[i]
		y[i-2] = (s0 + s1) + (s2 + s3) + (w[10]*h[i-2] + w[11]*h[i-1] + w[12]*h[i])
	}
}

// product is one row of A x.
func (p *pattern) product(diag float64, low, up, x []float64, at int) float64 {
	a, b, c, d := around(x, at, 1, p.low)
	e, f, g, h := around(x, at, 1, p.up[1:])
	o := x[at-1:][:3]
	v, w := low[:13], up[:13]
	s0 := v[0]*a[0] + v[1]*a[1] + v[2]*a[2]
	s1 := v[3]*b[0] + v[4]*b[1] + v[5]*b[2]
	s2 := v[6]*c[0] + v[7]*c[1] + v[8]*c[2]
	s3 := v[9]*d[0] + v[10]*d[1] + v[11]*d[2]
	s0 += v[12]*o[0] + diag*o[1] + w[0]*o[2]
	s1 += w[1]*e[0] + w[2]*e[1] + w[3]*e[2]
	s2 += w[4]*f[0] + w[5]*f[1] + w[6]*f[2]
	s3 += w[7]*g[0] + w[8]*g[1] + w[9]*g[2]
	return (s0 + s1) + (s2 + s3) + (w[10]*h[0] + w[11]*h[1] + w[12]*h[2])
}
