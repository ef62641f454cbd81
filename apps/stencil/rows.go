package stencil

import (
	"fmt"

	"heddle/internal/sell"
)

// Multiply computes y = A x.
func (m *Matrix) Multiply(y, x Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.up(); {
			run.T, run.Diag = k.part(y.Rows), k.part(m.diag)
			k.below(&run, x)
			sell.Below(&run)
			k.above(&run, x)
			sell.AddAbove(&run)
		}
		return
	}
	for i := lo; i < hi; i++ {
		y.Rows[i] = m.low.dot(i, x.Rows) + m.diag[i]*x.Rows[i] + m.up.dot(i, x.Rows)
	}
}

// Above computes t = U x, U being what is above the diagonal.
func (m *Matrix) Above(t, x Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.up(); {
			run.T = k.part(t.Rows)
			k.above(&run, x)
			sell.Above(&run)
		}
		return
	}
	for i := lo; i < hi; i++ {
		t.Rows[i] = m.up.dot(i, x.Rows)
	}
}

// Forward solves (D + L) x = r, row by row upwards: a forward sweep of Gauss-Seidel from x = 0.
func (m *Matrix) Forward(x, r Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.up(); {
			run.R, run.Diag = k.part(r.Rows), k.part(m.inv)
			k.below(&run, x)
			sell.Forward(&run)
		}
		return
	}
	for i := lo; i < hi; i++ {
		x.Rows[i] = (r.Rows[i] - m.low.dot(i, x.Rows)) * m.inv[i]
	}
}

// ForwardFrom solves (D + L) x = r - t: a forward sweep if t = U x for the old x.
func (m *Matrix) ForwardFrom(x, r, t Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.up(); {
			run.R, run.T, run.Diag = k.part(r.Rows), k.part(t.Rows), k.part(m.inv)
			k.below(&run, x)
			sell.ForwardFrom(&run)
		}
		return
	}
	for i := lo; i < hi; i++ {
		x.Rows[i] = (r.Rows[i] - t.Rows[i] - m.low.dot(i, x.Rows)) * m.inv[i]
	}
}

// Backward is the backward sweep of symmetric Gauss-Seidel after Forward: it solves (D + U) x =
// r - L x for the new x on the left and the old x on the right, row by row downwards. Forward has
// left r - L x = D x behind, so neither L nor r is read again.
func (m *Matrix) Backward(x Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.down(); {
			run.Diag = k.part(m.inv)
			k.above(&run, x)
			sell.Backward(&run)
		}
		return
	}
	for i := hi - 1; i >= lo; i-- {
		x.Rows[i] -= m.up.dot(i, x.Rows) * m.inv[i]
	}
}

// BackwardFrom is Backward after ForwardFrom with the same t, which has left r - L x = t + D x
// behind.
func (m *Matrix) BackwardFrom(x, t Vector, lo, hi, next int) {
	if w := m.wide; w != nil {
		var run sell.Run
		for k := w.walk(lo, hi, next); k.down(); {
			run.T, run.Diag = k.part(t.Rows), k.part(m.inv)
			k.above(&run, x)
			sell.BackwardFrom(&run)
		}
		return
	}
	for i := hi - 1; i >= lo; i-- {
		x.Rows[i] += (t.Rows[i] - m.up.dot(i, x.Rows)) * m.inv[i]
	}
}

// Residual computes to[k] = r - A x in row first + 2k, for every second row of the line that
// begins with row first, after Forward with right-hand side r and Backward. old is x as Forward
// left it, of which the line is read. As Backward made (D + U) x = r - L old = D old, the residual is
// r - L x - D old: U is not read again. work has an element for each row of the line; its contents
// are lost.
func (m *Matrix) Residual(to []float64, r, x, old Vector, work []float64, first, next int) {
	if w := m.wide; w != nil {
		if len(to) != (w.nx+1)/2 || len(work) != w.nx {
			panic(fmt.Sprintf("stencil: Residual of %d rows with %d to work in, want %d and %d", len(to), len(work), (w.nx+1)/2, w.nx))
		}
		k := w.walk(first, first+w.nx, next)
		k.up()
		run := sell.Run{T: work, Diag: k.part(m.diag)}
		k.below(&run, x)
		sell.Below(&run)
		v, was, is := k.part(r.Rows), k.part(old.Rows), k.part(x.Rows)
		for i, d := range k.part(m.diag) {
			if i%2 == 0 {
				to[i/2] = v[i] - work[i] - d*(was[i]-is[i])
			}
		}
		return
	}
	for k := range to {
		i := first + 2*k
		to[k] = r.Rows[i] - m.low.dot(i, x.Rows) - m.diag[i]*old.Rows[i]
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
