package multisaxpy

// axpyBlock computes y += a x on block b.
func (p *problem) axpyBlock(b, _, _ int) {
	lo := b * p.params.Block
	hi := min(lo+p.params.Block, len(p.y))
	axpy(p.x[lo:hi], p.y[lo:hi])
}

// axpy computes y += a x. The vectors are of one length.
func axpy(x, y []float32) {
	for len(x) >= 8 && len(y) >= 8 {
		y[0] += a * x[0]
		y[1] += a * x[1]
		y[2] += a * x[2]
		y[3] += a * x[3]
		y[4] += a * x[4]
		y[5] += a * x[5]
		y[6] += a * x[6]
		y[7] += a * x[7]
		x, y = x[8:], y[8:]
	}
	for i, xi := range x[:len(y)] {
		y[i] += a * xi
	}
}
