package cholesky

import (
	"context"
	"errors"
	"math"
	"testing"

	"heddle/blas"
	"heddle/lab"
	"heddle/task"
)

// plain is an Arithmetic in the plainest loops.
type plain struct{}

func (plain) Name() string { return "Plain 1 loops" }

func (plain) Potrf(n int, a []float64) int {
	for j := range n {
		for k := range j {
			for i := j; i < n; i++ {
				a[j*n+i] -= a[k*n+i] * a[k*n+j]
			}
		}
		if !(a[j*n+j] > 0) {
			return j + 1
		}
		d := math.Sqrt(a[j*n+j])
		for i := j; i < n; i++ {
			a[j*n+i] /= d
		}
	}
	return 0
}

func (plain) Trsm(m, n int, l, b []float64) {
	for j := range n {
		for i := range m {
			for k := range j {
				b[j*m+i] -= b[k*m+i] * l[k*n+j]
			}
			b[j*m+i] /= l[j*n+j]
		}
	}
}

func (p plain) Syrk(n, k int, a, c []float64) { p.Gemm(n, n, k, a, a, c) }

func (plain) Gemm(m, n, k int, a, b, c []float64) {
	for q := range k {
		for j := range n {
			for i := range m {
				c[j*m+i] -= a[q*m+i] * b[q*n+j]
			}
		}
	}
}

// All strategies are right on kernels that are not heddle's, and say where a matrix is not
// positive definite.
func TestVariantsOnOtherKernels(t *testing.T) {
	rt := task.New(task.Config{Workers: 3})
	defer rt.Close()
	for _, v := range Variants {
		if v.Untiled {
			continue // it has kernels of its own
		}
		t.Run(v.Name, func(t *testing.T) { onPlain(t, v, rt) })
	}
}

func onPlain(t *testing.T, v lab.Variant[*Problem], rt *task.Runtime) {
	for _, s := range []struct{ n, nb int }{{1, 8}, {8, 8}, {97, 16}, {200, 48}, {300, 64}} {
		p, err := NewProblem(rt, s.n, seed, false)
		if err != nil {
			t.Fatal(err)
		}
		p.With = plain{}
		for range 2 {
			if err := p.Prepare(s.nb); err != nil {
				t.Fatal(err)
			}
			if err := v.Run(context.Background(), p); err != nil {
				t.Fatalf("n=%d nb=%d: %v", s.n, s.nb, err)
			}
			if r, err := p.Check(); !(r < lab.MaxRatio) || err != nil {
				t.Errorf("n=%d nb=%d: ratio %g, %v", s.n, s.nb, r, err)
			}
		}
		if !upperIntact(p) {
			t.Errorf("n=%d nb=%d: wrote to the upper triangle", s.n, s.nb)
		}
	}
	p, err := NewProblem(rt, 45, seed, false)
	if err != nil {
		t.Fatal(err)
	}
	p.With = plain{}
	if err := p.Prepare(8); err != nil {
		t.Fatal(err)
	}
	p.tiles.Tile(2, 2)[3*8+3] = -1 // element (19, 19)
	if e, ok := errors.AsType[*blas.NotPositiveDefiniteError](v.Run(context.Background(), p)); !ok || e.Minor != 20 {
		t.Errorf("error %v, want minor 20", e)
	}
}
