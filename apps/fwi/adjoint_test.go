package fwi

import (
	"context"
	"math"
	"testing"

	"heddle/dense"
)

// signed fills x with random numbers in [-1, 1).
func signed(x []float64, seed uint64) {
	for i := range x {
		x[i] = 2*dense.Uniform(seed, 7, i) - 1
	}
}

// The dot-product test: <F m, d> = <m, Fᵀ d> for any m and d, whatever the residuals were.
func TestAdjoint(t *testing.T) {
	for seed := range uint64(5) {
		p := newTest(t, 9, 10, 8, 3, 14)
		p.mustSerial(t)
		m := make([]float64, len(p.k))
		signed(m, seed)
		a := p.born(m)
		signed(p.residual.Data, seed+100)
		for b := range p.blocks {
			p.blocks[b].backward = p.steps + 1
		}
		clear(p.mu[0])
		clear(p.mu[1])
		clear(p.gradient)
		if err := p.correlate(context.Background()); err != nil {
			t.Fatal(err)
		}
		left, right := dot(a, p.residual.Data), dot(m, p.gradient)
		size := math.Sqrt(dot(a, a) * dot(p.residual.Data, p.residual.Data))
		if left == 0 || math.Abs(left-right) > 1e-12*size || math.Abs(left-right) > 1e-10*math.Abs(left) {
			t.Errorf("seed %d: <F m, d> = %v, <m, Fᵀ d> = %v", seed, left, right)
		}
	}
}

// misfitAt returns the misfit of the model with e*m added to ln k.
func misfitAt(t *testing.T, p *problem, m []float64, e float64) float64 {
	t.Helper()
	p.setModel(0)
	for i := range p.k {
		p.k[i] *= math.Exp(e * m[i])
	}
	p.mustSerial(t)
	p.setModel(0)
	return dot(p.residual.Data, p.residual.Data) / 2
}

// The gradient is that of the misfit: central differences agree, and a step down it helps.
func TestGradient(t *testing.T) {
	p := newTest(t, 8, 9, 10, 4, 25)
	p.mustSerial(t)
	g := append([]float64{}, p.gradient...)
	m := make([]float64, len(p.k))
	signed(m, 3)
	const e = 1e-4
	slope := (misfitAt(t, p, m, e) - misfitAt(t, p, m, -e)) / (2 * e)
	if want := dot(m, g); math.Abs(slope-want) > 1e-5*math.Abs(want) {
		t.Errorf("the misfit changes by %g, and the gradient says %g", slope, want)
	}
	here := misfitAt(t, p, g, 0)
	down := -0.2 * here / dot(g, g)
	if there := misfitAt(t, p, g, down); there >= 0.9*here || here == 0 {
		t.Errorf("a step down the gradient takes the misfit from %g to %g", here, there)
	}
}
