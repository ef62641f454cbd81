package hpcg

import (
	"math"

	"heddle/apps/stencil"
)

// The steps of conjugate gradients, for block b of the finest level. The first argument is
// that level, 0.

// dot is the part of x·y that block b has.
func (p *problem) dot(b int, x, y stencil.Vector) (sum float64) {
	for _, s := range p.levels[0].rows[b] {
		sum += stencil.Dot(x.Rows[s.lo:s.hi], y.Rows[s.lo:s.hi])
	}
	return sum
}

// start computes r = b - A x and r·r.
func (p *problem) start(_, b, _ int) {
	v := p.levels[0]
	for _, s := range v.rows[b] {
		v.a.Multiply(p.q, p.x, s.lo, s.hi, s.next)
		copy(v.r.Rows[s.lo:s.hi], p.b.Rows[s.lo:s.hi])
		stencil.Axpy(v.r.Rows[s.lo:s.hi], p.q.Rows[s.lo:s.hi], -1, 0)
	}
	p.rrs[b] = p.dot(b, v.r, v.r)
}

// norm notes the residual: r·r has been computed.
func (p *problem) norm(_, _, _ int) {
	r := math.Sqrt(sum(p.rrs))
	if len(p.residuals) == 0 {
		p.norm0 = r
	}
	scaled := 0.0
	if p.norm0 > 0 {
		scaled = r / p.norm0
	}
	p.residuals = append(p.residuals, scaled)
}

// findBeta sums r·z. The first time there is no earlier sum: rz is 0.
func (p *problem) findBeta(_, _, _ int) {
	old := p.rz
	p.rz, p.beta = sum(p.rzs), 0
	if old != 0 {
		p.beta = p.rz / old
	}
}

// direct computes p = z + beta p.
func (p *problem) direct(_, b, _ int) {
	for _, s := range p.levels[0].rows[b] {
		stencil.Scale(p.p.Rows[s.lo:s.hi], p.levels[0].x.Rows[s.lo:s.hi], p.beta, s.ahead())
	}
}

// multiply computes q = A p and p·q.
func (p *problem) multiply(_, b, _ int) {
	p.pqs[b] = 0
	for _, s := range p.levels[0].rows[b] {
		p.levels[0].a.Multiply(p.q, p.p, s.lo, s.hi, s.next)
		p.pqs[b] += stencil.Dot(p.p.Rows[s.lo:s.hi], p.q.Rows[s.lo:s.hi])
	}
}

// findAlpha sums p·q.
func (p *problem) findAlpha(_, _, _ int) {
	p.alpha = 0
	if pq := sum(p.pqs); pq != 0 {
		p.alpha = p.rz / pq
	}
}

// update computes x = x + alpha p, r = r - alpha q and r·r.
func (p *problem) update(_, b, _ int) {
	p.rrs[b] = 0
	for _, s := range p.levels[0].rows[b] {
		r := p.levels[0].r.Rows[s.lo:s.hi]
		stencil.Axpy(p.x.Rows[s.lo:s.hi], p.p.Rows[s.lo:s.hi], p.alpha, s.ahead())
		p.rrs[b] += stencil.AxpyDot(r, p.q.Rows[s.lo:s.hi], -p.alpha, s.ahead())
	}
}

func sum(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}
