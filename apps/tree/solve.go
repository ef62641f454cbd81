package tree

import (
	"math"

	"heddle/blas"
	"heddle/dense"
)

// Solve solves A*x = b with the factor, x overwriting b, whose length must be Order.
func (t *Tree) Solve(b []float64) {
	if len(b) != t.n {
		panic("tree: Solve: the right-hand side has another length than the matrix")
	}
	for at := len(t.nodes) - 1; at >= 0; at-- { // descendants first
		x := &t.nodes[at]
		y := x.gather(b)
		head := dense.Matrix[float64]{Rows: x.pivots, Cols: 1, Data: y, Stride: 1}
		blas.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 1, x.factor(), head)
		for i := x.pivots; i < x.order(); i++ {
			b[x.vars[i]] -= dot(x.l.Row(i), y)
		}
		x.putBack(b, y)
	}
	for at := range t.nodes {
		x := &t.nodes[at]
		y := x.gather(b)
		for i := x.pivots; i < x.order(); i++ {
			v := b[x.vars[i]]
			for j, l := range x.l.Row(i) {
				y[j] -= l * v
			}
		}
		head := dense.Matrix[float64]{Rows: x.pivots, Cols: 1, Data: y, Stride: 1}
		blas.Trsm(blas.Left, blas.Lower, blas.Trans, blas.NonUnit, 1, x.factor(), head)
		x.putBack(b, y)
	}
}

// factor returns the triangle of the pivots.
func (x *node) factor() dense.Matrix[float64] { return x.l.View(0, 0, x.pivots, x.pivots) }

// gather returns the elements of b that belong to the pivots.
func (x *node) gather(b []float64) []float64 {
	y := make([]float64, x.pivots)
	for i := range y {
		y[i] = b[x.vars[i]]
	}
	return y
}

func (x *node) putBack(b, y []float64) {
	for i, v := range y {
		b[x.vars[i]] = v
	}
}

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// times returns A*x, from the matrix's elements, not from the factor.
func (t *Tree) times(x []float64) []float64 {
	y := make([]float64, t.n)
	for at := range t.nodes {
		nd := &t.nodes[at]
		for i, v := range nd.vars {
			for j := range min(i+1, nd.pivots) {
				a, w := t.element(at, i, j), nd.vars[j]
				y[v] += a * x[w]
				if i != j {
					y[w] += a * x[v]
				}
			}
		}
	}
	return y
}

// Residual solves a system with the factor and returns |A*x - b| / (n eps |A| |x|), as LAPACK's
// tests do: the factor is right if it is below 30. It costs as many operations as the
// matrix has elements, and a few random numbers each.
func (t *Tree) Residual() float64 {
	b, norm := make([]float64, t.n), 0.0
	for i := range b {
		b[i] = 2*dense.Uniform(^t.params.Seed, i, 0) - 1
		norm = max(norm, 2*t.diag[i]) // the sum of a row is at most this
	}
	x := append([]float64(nil), b...)
	t.Solve(x)
	worst, largest := 0.0, 0.0
	for i, v := range t.times(x) {
		worst = math.Max(worst, math.Abs(v-b[i])) // NaN stays
		largest = math.Max(largest, math.Abs(x[i]))
	}
	return worst / (float64(t.n) * eps * norm * largest)
}

// eps is the relative machine epsilon of float64 (LAPACK: dlamch 'Epsilon').
const eps = 1.0 / (1 << 53)
