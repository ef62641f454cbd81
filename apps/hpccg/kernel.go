package hpccg

import (
	"math"

	"heddle/apps/stencil"
)

// kernels are the bodies of tasks: of a block, or of none.
type kernels struct {
	doStart, doSumR, doDirect, doMultiply, doSumP, doUpdate func(b, _, _ int)
}

// rows returns the rows lo <= i < hi of block b.
func (p *problem) rows(b int) (lo, hi int) {
	s := p.cut.Blocks[b][0]
	return s.Lo * p.params.Size[0], s.Hi * p.params.Size[0]
}

// next returns the first row after those up to hi, or -1: where the next block begins.
func (p *problem) next(hi int) int {
	if hi == p.a.Rows {
		return -1
	}
	return hi
}

// start computes r = b - A x and r·r of block b.
func (p *problem) start(b, _, _ int) {
	lo, hi := p.rows(b)
	p.a.Multiply(p.q, p.x, lo, hi, p.next(hi))
	r := p.r.Rows[lo:hi]
	copy(r, p.b.Rows[lo:hi])
	stencil.Axpy(r, p.q.Rows[lo:hi], -1, 0)
	p.rrs[b] = stencil.Dot(r, r)
}

// sumR computes rr and beta, and notes the residual.
func (p *problem) sumR(_, _, _ int) {
	old := p.rr
	p.rr, p.beta = sum(p.rrs), 0
	if len(p.residuals) == 0 {
		p.residuals = append(p.residuals, math.Sqrt(p.rr))
	} else if old != 0 {
		p.beta = p.rr / old
	}
	p.residuals = append(p.residuals, math.Sqrt(p.rr))
}

// direct computes p = r + beta p in block b.
func (p *problem) direct(b, _, _ int) {
	lo, hi := p.rows(b)
	stencil.Scale(p.p.Rows[lo:hi], p.r.Rows[lo:hi], p.beta, 0)
}

// multiply computes q = A p and p·q in block b.
func (p *problem) multiply(b, _, _ int) {
	lo, hi := p.rows(b)
	p.a.Multiply(p.q, p.p, lo, hi, p.next(hi))
	p.pqs[b] = stencil.Dot(p.p.Rows[lo:hi], p.q.Rows[lo:hi])
}

// sumP computes alpha, 0 if p is: if x is the solution already.
func (p *problem) sumP(_, _, _ int) {
	p.alpha = 0
	if pq := sum(p.pqs); pq != 0 {
		p.alpha = p.rr / pq
	}
}

// update computes x = x + alpha p, r = r - alpha q and r·r in block b.
func (p *problem) update(b, _, _ int) {
	lo, hi := p.rows(b)
	r := p.r.Rows[lo:hi]
	stencil.Axpy(p.x.Rows[lo:hi], p.p.Rows[lo:hi], p.alpha, 0)
	p.rrs[b] = stencil.AxpyDot(r, p.q.Rows[lo:hi], -p.alpha, 0)
}

func sum(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}
