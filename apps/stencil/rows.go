package stencil

import "fmt"

// Multiply computes y = A x.
func (m *Matrix) Multiply(y, x Vector, lo, hi int) {
	if w := m.wide; w != nil {
		w.runs(lo, hi, func(lo, hi int) {
			w.multiplyLow(y.Rows[lo:hi], m.diag[lo:hi], x, lo)
			w.addUp(y.Rows[lo:hi], x, lo)
		})
		return
	}
	for i := lo; i < hi; i++ {
		y.Rows[i] = m.low.dot(i, x.Rows) + m.diag[i]*x.Rows[i] + m.up.dot(i, x.Rows)
	}
}

// Remainder computes t = r - U x, U being what is above the diagonal.
func (m *Matrix) Remainder(t, r, x Vector, lo, hi int) {
	if w := m.wide; w != nil {
		w.runs(lo, hi, func(lo, hi int) {
			w.remainder(t.Rows[lo:hi], r.Rows[lo:hi], x, lo)
		})
		return
	}
	for i := lo; i < hi; i++ {
		t.Rows[i] = r.Rows[i] - m.up.dot(i, x.Rows)
	}
}

// Forward solves (D + L) x = t, row by row upwards: one forward sweep of Gauss-Seidel if t = r
// - U x for the old x, or if t = r and the old x is zero.
func (m *Matrix) Forward(x, t Vector, lo, hi int) {
	if w := m.wide; w != nil {
		w.runs(lo, hi, func(lo, hi int) {
			w.forward(t.Rows[lo:hi], m.inv[lo:hi], x, lo)
		})
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
	if w := m.wide; w != nil {
		w.runsBack(lo, hi, func(lo, hi int) {
			w.backward(r.Rows[lo:hi], t.Rows[lo:hi], m.inv[lo:hi], x, lo)
		})
		return
	}
	for i := hi - 1; i >= lo; i-- {
		x.Rows[i] += (r.Rows[i] - t.Rows[i] - m.up.dot(i, x.Rows)) * m.inv[i]
	}
}

// Residual computes to[k] = r - A x in row first + 2k, for every second row of the line that
// begins with row first.
func (m *Matrix) Residual(to []float64, r, x Vector, first int) {
	if w := m.wide; w != nil {
		w.check(first, first+w.nx)
		if len(to) != (w.nx+1)/2 {
			panic(fmt.Sprintf("stencil: Residual of %d rows, want %d", len(to), (w.nx+1)/2))
		}
		for k := range to {
			i := first + 2*k
			to[k] = r.Rows[i] - m.diag[i]*x.Rows[i]
		}
		w.subtractLow(to, x, first)
		w.subtractUp(to, x, first)
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
