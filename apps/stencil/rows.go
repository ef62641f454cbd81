package stencil

// Multiply computes y = A x.
func (m *Matrix) Multiply(y, x Vector, lo, hi int) {
	for l := lo; l < hi; l++ {
		ln, n, i := m.lines[l], m.Line, l*m.Line
		p := &m.patterns[ln.pattern]
		low, up := m.low[ln.low:][:p.nlow*n], m.up[ln.up:][:p.nup*n]
		at := m.guard() + i
		if p.wide {
			p.multiply(y.Rows[i:i+n], m.diag[i:i+n], low, up, x.all, at)
			continue
		}
		for r := range n {
			y.Rows[i+r] = dot(low[r*p.nlow:], x.all, at+r, p.low) + m.diag[i+r]*x.all[at+r] +
				dot(up[r*p.nup:], x.all, at+r, p.up)
		}
	}
}

// Remainder computes t = r - U x, U being what is above the diagonal.
func (m *Matrix) Remainder(t, r, x Vector, lo, hi int) {
	for l := lo; l < hi; l++ {
		ln, n, i := m.lines[l], m.Line, l*m.Line
		p := &m.patterns[ln.pattern]
		up, at := m.up[ln.up:][:p.nup*n], m.guard()+i
		if p.wide {
			p.remainder(t.Rows[i:i+n], r.Rows[i:i+n], up, x.all, at)
			continue
		}
		for k := range n {
			t.Rows[i+k] = r.Rows[i+k] - dot(up[k*p.nup:], x.all, at+k, p.up)
		}
	}
}

// Forward solves (D + L) x = t, line by line upwards: one forward sweep of Gauss-Seidel if t
// = r - U x for the old x, or if t = r and the old x is zero.
func (m *Matrix) Forward(x, t Vector, lo, hi int) {
	for l := lo; l < hi; l++ {
		ln, n, i := m.lines[l], m.Line, l*m.Line
		p := &m.patterns[ln.pattern]
		low, at := m.low[ln.low:][:p.nlow*n], m.guard()+i
		if p.wide {
			p.forward(t.Rows[i:i+n], m.inv[i:i+n], low, x.all, at)
			continue
		}
		for k := range n {
			x.Rows[i+k] = (t.Rows[i+k] - dot(low[k*p.nlow:], x.all, at+k, p.low)) * m.inv[i+k]
		}
	}
}

// Backward is the backward sweep of symmetric Gauss-Seidel after Forward with right-hand side
// r: it solves (D + U) x = r - L x for the new x on the left and the old x on the right, line
// by line downwards. Forward has left r - L x = r - t + D x behind, so L is not read again;
// if its t was r, Backward's is r too.
func (m *Matrix) Backward(x, r, t Vector, lo, hi int) {
	for l := hi - 1; l >= lo; l-- {
		ln, n, i := m.lines[l], m.Line, l*m.Line
		p := &m.patterns[ln.pattern]
		up, at := m.up[ln.up:][:p.nup*n], m.guard()+i
		if p.wide {
			p.backward(r.Rows[i:i+n], t.Rows[i:i+n], m.inv[i:i+n], up, x.all, at)
			continue
		}
		for k := n - 1; k >= 0; k-- {
			x.Rows[i+k] += (r.Rows[i+k] - t.Rows[i+k] - dot(up[k*p.nup:], x.all, at+k, p.up)) * m.inv[i+k]
		}
	}
}

// Residual returns r - A x in row i.
func (m *Matrix) Residual(r, x Vector, i int) float64 {
	ln, k := m.lines[i/m.Line], i%m.Line
	p := &m.patterns[ln.pattern]
	at := m.guard() + i
	if p.wide {
		return r.Rows[i] - p.product(m.diag[i], m.low[ln.low+13*k:], m.up[ln.up+13*k:], x.all, at)
	}
	return r.Rows[i] - (dot(m.low[ln.low+k*p.nlow:], x.all, at, p.low) + m.diag[i]*x.all[at] +
		dot(m.up[ln.up+k*p.nup:], x.all, at, p.up))
}

// dot is the sum of v times the elements of x that segs names, for the row whose own element
// is x[i].
func dot(v, x []float64, i int, segs []segment) float64 {
	var s0, s1 float64
	for _, g := range segs {
		if g.n == 3 {
			w, u := v[:3], x[i+g.at:][:3]
			s0 += w[0]*u[0] + w[1]*u[1]
			s1 += w[2] * u[2]
			v = v[3:]
			continue
		}
		for k, u := range x[i+g.at:][:g.n] {
			s0 += v[k] * u
		}
		v = v[g.n:]
	}
	return s0 + s1
}

// RowSums sets y to the sum of the entries of each row, which is exact where they are small
// integers.
func (m *Matrix) RowSums(y Vector) {
	one := m.NewVector()
	for i := range one.Rows {
		one.Rows[i] = 1
	}
	m.Multiply(y, one, 0, m.Rows/m.Line)
}
