package stencil

// Multiply computes y = A x.
func (m *Matrix) Multiply(y, x Vector, lo, hi int) {
	if m.wide != nil {
		for ; lo < hi; lo += chunk {
			n := min(chunk, hi-lo)
			m.wide.multiplyLow(y.Rows[lo:lo+n], m.diag[lo:lo+n], x, lo)
			m.wide.addUp(y.Rows[lo:lo+n], x, lo)
		}
		return
	}
	for i := lo; i < hi; i++ {
		y.Rows[i] = m.low.dot(i, x.Rows) + m.diag[i]*x.Rows[i] + m.up.dot(i, x.Rows)
	}
}

// chunk is so many rows of a vector that stay in the first-level cache for a second pass.
const chunk = 512

// Remainder computes t = r - U x, U being what is above the diagonal.
func (m *Matrix) Remainder(t, r, x Vector, lo, hi int) {
	if m.wide != nil {
		m.wide.remainder(t.Rows[lo:hi], r.Rows[lo:hi], x, lo)
		return
	}
	for i := lo; i < hi; i++ {
		t.Rows[i] = r.Rows[i] - m.up.dot(i, x.Rows)
	}
}

// Forward solves (D + L) x = t, row by row upwards: one forward sweep of Gauss-Seidel if t = r
// - U x for the old x, or if t = r and the old x is zero.
func (m *Matrix) Forward(x, t Vector, lo, hi int) {
	if m.wide != nil {
		m.wide.forward(t.Rows[lo:hi], m.inv[lo:hi], x, lo)
		return
	}
	for i := lo; i < hi; i++ {
		x.Rows[i] = (t.Rows[i] - m.low.dot(i, x.Rows)) * m.inv[i]
	}
}

// Backward is the backward sweep of symmetric Gauss-Seidel after Forward with right-hand side
// r: it solves (D + U) x = r - L x for the new x on the left and the old x on the right, row by
// row downwards. Forward has left r - L x = r - t + D x behind, so L is not read again; if its
// t was r, Backward's is r too.
func (m *Matrix) Backward(x, r, t Vector, lo, hi int) {
	if m.wide != nil {
		m.wide.backward(r.Rows[lo:hi], t.Rows[lo:hi], m.inv[lo:hi], x, lo)
		return
	}
	for i := hi - 1; i >= lo; i-- {
		x.Rows[i] += (r.Rows[i] - t.Rows[i] - m.up.dot(i, x.Rows)) * m.inv[i]
	}
}

// Residual computes to[k] = r - A x in row first + 2k.
func (m *Matrix) Residual(to []float64, r, x Vector, first int) {
	if m.wide != nil {
		for k := range to {
			i := first + 2*k
			to[k] = r.Rows[i] - m.diag[i]*x.Rows[i]
		}
		m.wide.subtractLow(to, x, first)
		m.wide.subtractUp(to, x, first)
		return
	}
	for k := range to {
		i := first + 2*k
		to[k] = r.Rows[i] - (m.low.dot(i, x.Rows) + m.diag[i]*x.Rows[i] + m.up.dot(i, x.Rows))
	}
}

// packed is the entries on one side of the diagonal in compressed rows.
type packed struct {
	from  []int // the first entry of each row, and the end
	col   []int32
	value []float64
}

// dot is row i times x.
func (p *packed) dot(i int, x []float64) (s float64) {
	from, to := p.from[i], p.from[i+1]
	value := p.value[from:to]
	for k, c := range p.col[from:to] {
		s += value[k] * x[c]
	}
	return s
}
