package hpcg

import (
	"fmt"
	"math"

	"heddle/apps/stencil"
	"heddle/dense"
)

// checks are the benchmark's own tests of an implementation: TestCG and TestSymmetry.
type checks struct {
	plain, preconditioned int     // iterations on a matrix with a large diagonal: 12 and 2 at most
	spmv, mg              float64 // departures from symmetry, scaled: 1 at most
}

func (c *checks) err() error {
	switch {
	case c.plain > 12:
		return fmt.Errorf("%d iterations without preconditioner on the matrix with a large diagonal, want 12 at most", c.plain)
	case c.preconditioned > 2:
		return fmt.Errorf("%d iterations with preconditioner on the matrix with a large diagonal, want 2 at most", c.preconditioned)
	case !(c.spmv <= 1):
		return fmt.Errorf("departure of the matrix from symmetry is %g, want 1 at most", c.spmv)
	case !(c.mg <= 1):
		return fmt.Errorf("departure of the multigrid cycle from symmetry is %g, want 1 at most", c.mg)
	}
	return nil
}

// check makes the tests, with the serial form. It overwrites all vectors but b.
func (p *problem) check() *checks {
	c := &checks{}
	p.enlarge(func() {
		c.plain = p.solve(1e-12, 50, func() {
			z := p.levels[0].x
			copy(z.Rows, p.levels[0].r.Rows)
			for b := range p.rzs {
				p.rzs[b] = p.dot(b, p.levels[0].r, z)
			}
		})
		c.preconditioned = p.solve(1e-12, 50, func() { p.serialCycle(0) })
	})
	c.spmv = p.departure(func(y, x stencil.Vector) { p.levels[0].a.Multiply(y, x, 0, len(x.Rows), -1) })
	c.mg = p.departure(func(y, x stencil.Vector) {
		copy(p.levels[0].r.Rows, x.Rows)
		p.serialCycle(0)
		copy(y.Rows, p.levels[0].x.Rows)
	})
	return c
}

// enlarge calls f with a diagonal, and b, that are 2e6 to 10e6 times larger in the first nine
// rows and 1e6 times in the others. Coarser levels stay as they are.
func (p *problem) enlarge(f func()) {
	a := p.levels[0].a
	diag := make([]float64, a.Rows)
	b := append([]float64(nil), p.b.Rows...)
	for i := range diag {
		diag[i] = a.Diagonal(i)
		scale := 1e6
		if i < 9 {
			scale = float64(i+2) * 1e6
		}
		a.SetDiagonal(i, scale*diag[i])
		p.b.Rows[i] *= scale
	}
	f()
	for i, d := range diag {
		a.SetDiagonal(i, d)
	}
	copy(p.b.Rows, b)
}

// solve returns the iterations, most at most, that it takes to bring the scaled residual down
// to tol from x = 0 with the given preconditioner z = M r.
func (p *problem) solve(tol float64, most int, precondition func()) int {
	p.Reset()
	p.restart()
	p.each(0, p.start)
	p.norm(0, 0, 0)
	k := 0
	for ; k < most && p.residuals[k] > tol*(1+1e-6); k++ {
		precondition()
		p.iterate()
	}
	return k
}

// departure is how far f, y = f(x), is from symmetric, as HPCG scales it: about in units of
// rounding errors.
func (p *problem) departure(f func(y, x stencil.Vector)) float64 {
	a := p.levels[0].a
	x, y, z := a.NewVector(), a.NewVector(), a.NewVector()
	for i := range x.Rows {
		x.Rows[i], y.Rows[i] = 1+dense.Uniform(1, 0, i), 1+dense.Uniform(2, 0, i)
	}
	f(z, y)
	xfy := stencil.Dot(x.Rows, z.Rows)
	f(z, x)
	yfx := stencil.Dot(y.Rows, z.Rows)
	xx, yy := stencil.Dot(x.Rows, x.Rows), stencil.Dot(y.Rows, y.Rows)
	return math.Abs(xfy-yfx) / (2 * xx * 52 * yy * 0x1p-52)
}
