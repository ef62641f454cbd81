package fwi

import (
	"context"
	"fmt"
	"math"
	"slices"

	"heddle/apps"
	"heddle/dense"
)

// results is what a run leaves.
type results struct {
	gradient, residual []float64
	mismatch           float64 // of the adjoint; see Outcome
}

// Outcome compares the gradient and the residuals with those of the serial form, bit by bit.
// The serial gradient g must be the transpose of the linearised forward map F applied to the
// residuals r: for an m of random numbers in [0, 1), <F m, r> and <m, g> agree up to 1e-10 of
// either.
func (p *problem) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: p.params.Iterations}
	if p.want == nil {
		p.want, o.Err = p.reference()
		if o.Err != nil {
			return o
		}
	}
	o.Values = []apps.Value{
		{Name: "misfit", Value: dot(p.residual.Data, p.residual.Data) / 2},
		{Name: "norm of gradient", Value: math.Sqrt(dot(p.gradient, p.gradient))},
		{Name: "adjoint mismatch", Value: p.want.mismatch},
	}
	if i := firstDifference(p.residual.Data, p.want.residual); i >= 0 {
		o.Err = fmt.Errorf("the residual of receiver %d in step %d is %v, and %v in the serial form",
			i%p.residual.Stride, i/p.residual.Stride+1, p.residual.Data[i], p.want.residual[i])
	} else if i := firstDifference(p.gradient, p.want.gradient); i >= 0 {
		o.Err = fmt.Errorf("the gradient at (%d,%d,%d) is %v, and %v in the serial form",
			i%p.row, i%p.plane/p.row, i/p.plane, p.gradient[i], p.want.gradient[i])
	} else if !(p.want.mismatch <= 1e-10) {
		o.Err = fmt.Errorf("<F m, r> and <m, g> differ by %g of themselves, want 1e-10 or less", p.want.mismatch)
	}
	return o
}

// firstDifference returns where a and b differ first, or -1.
func firstDifference(a, b []float64) int {
	for i, v := range a {
		if v != b[i] {
			return i
		}
	}
	return -1
}

// reference computes the serial results in this problem's own fields, for there may be no
// memory for twice the snapshots, and leaves the results that were there.
func (p *problem) reference() (*results, error) {
	gradient, residual := slices.Clone(p.gradient), slices.Clone(p.residual.Data)
	p.Reset()
	err := p.serial(context.Background())
	want := &results{slices.Clone(p.gradient), slices.Clone(p.residual.Data), p.mismatch()}
	copy(p.gradient, gradient)
	copy(p.residual.Data, residual)
	return want, err
}

// mismatch returns |<F m, r> - <m, g>| relative to the larger of the two.
func (p *problem) mismatch() float64 {
	m := make([]float64, len(p.k))
	for i := range m {
		m[i] = dense.Uniform(p.params.Seed, 0, i)
	}
	a, b := dot(p.born(m), p.residual.Data), dot(m, p.gradient)
	if a == b {
		return 0
	}
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b))
}
