package multisaxpy

import "heddle/internal/sell"

// axpyBlock computes y += a x on block b.
func (p *problem) axpyBlock(b, _, _ int) {
	lo := b * p.params.Block
	hi := min(lo+p.params.Block, len(p.y))
	axpy(p.x[lo:hi], p.y[lo:hi])
}

// axpy computes y += a x. The vectors are of one length.
func axpy(x, y []float32) { sell.Saxpy(y, x, a) }
