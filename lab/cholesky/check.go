package cholesky

import (
	"math"

	"heddle/dense"
)

// eps is the relative machine epsilon of float64 (LAPACK: dlamch 'Epsilon').
const eps = 1.0 / (1 << 53)

// exactBelow is the order up to which L*L' is formed, n^3/3 flops; above it is only applied.
const exactBelow = 256

// Check returns the residual ratio of the factor in A; see lab.MaxRatio. Up to order 256 that is
// LAPACK's |A - L*L'| / (n eps |A|) in the 1-norm (dpot01); above, the largest |A*x - L*(L'*x)| / (n eps |A| |x|) in the
// max-norm over a few random x: O(n^2), never more than LAPACK's ratio in that norm and, for random x, rarely much less.
func (p *Problem) Check() (float64, error) {
	if p.Noop || p.n == 0 {
		return 0, nil
	}
	if f, ok := p.run.(foreign); ok {
		f.gather()
	}
	if p.n <= exactBelow {
		return p.exactRatio(), nil
	}
	if p.probe == nil {
		p.probe = newProbe(p.n, p.Seed)
	}
	return p.probe.ratio(p.A), nil
}

// exactRatio forms A - L*L'.
func (p *Problem) exactRatio() float64 {
	diff, norm := dense.New[float64](p.n, p.n), dense.New[float64](p.n, p.n)
	for i := range p.n {
		for j := range i + 1 {
			a := dense.SPDAt[float64](p.Seed, p.n, i, j)
			norm.Set(i, j, a)
			for l, v := range p.A.Row(j)[:j+1] {
				a -= v * p.A.At(i, l)
			}
			diff.Set(i, j, a)
		}
	}
	return diff.SymOneNorm(dense.Lower) / (float64(p.n) * eps * norm.SymOneNorm(dense.Lower))
}

// triple holds one component of three vectors, which are multiplied by a matrix in one pass.
type triple [3]float64

func (t *triple) addScaled(a float64, x *triple) {
	t[0] += a * x[0]
	t[1] += a * x[1]
	t[2] += a * x[2]
}

// probe holds random vectors x, the products A*x, and the norm of A, all of which only the seed
// determines.
type probe struct {
	x, ax []triple
	norm  float64 // largest row sum of |A|
}

func newProbe(n int, seed uint64) *probe {
	p := &probe{x: make([]triple, n), ax: make([]triple, n)}
	for i := range n {
		for v := range p.x[i] {
			p.x[i][v] = 2*dense.Uniform(^seed, i, v) - 1
		}
	}
	sum := make([]float64, n)
	for i := range n {
		for j := range i {
			a := dense.SPDAt[float64](seed, n, i, j)
			p.ax[i].addScaled(a, &p.x[j])
			p.ax[j].addScaled(a, &p.x[i])
			sum[i] += math.Abs(a)
			sum[j] += math.Abs(a)
		}
		a := dense.SPDAt[float64](seed, n, i, i)
		p.ax[i].addScaled(a, &p.x[i])
		sum[i] += math.Abs(a)
	}
	for _, s := range sum {
		p.norm = max(p.norm, s)
	}
	return p
}

// ratio applies the factor in the lower triangle of l.
func (p *probe) ratio(l dense.Matrix[float64]) float64 {
	n := l.Rows
	y := make([]triple, n) // L'*x
	for i := range n {
		for j, v := range l.Row(i)[:i+1] {
			y[j].addScaled(v, &p.x[i])
		}
	}
	var err, size triple
	for i := range n {
		var z triple // row i of L*y
		for j, v := range l.Row(i)[:i+1] {
			z.addScaled(v, &y[j])
		}
		for v := range z {
			err[v] = max(err[v], math.Abs(z[v]-p.ax[i][v]))
			size[v] = max(size[v], math.Abs(p.x[i][v]))
		}
	}
	worst := 0.0
	for v := range err {
		worst = max(worst, err[v]/size[v])
	}
	return worst / (float64(n) * eps * p.norm)
}
