package fwi

// born returns F m, what the receivers hear of a small change m of ln k (the Born
// approximation), a row for each step as in residual:
//
//	v(t+1) = 2 v(t) - v(t-1) + k (L v(t) + m L u(t)),   F m = R v
//
// It needs the snapshots of a forward propagation. The gradient is Fᵀ r.
func (p *problem) born(m []float64) []float64 {
	v := [2][]float64{make([]float64, len(p.k)), make([]float64, len(p.k))}
	lap := make([]float64, p.nx)
	heard := make([]float64, len(p.residual.Data))
	for t := range p.steps {
		cur, next, snapshot := v[t%2], v[1-t%2], p.snapshots.Row(t)
		for z := 1; z <= p.nz; z++ {
			for y := 1; y <= p.ny; y++ {
				at, n := p.at(1, y, z), p.nx
				forward(next[at:at+n], cur[at-1:at+n+1],
					cur[at-p.row:at-p.row+n], cur[at+p.row:at+p.row+n],
					cur[at-p.plane:at-p.plane+n], cur[at+p.plane:at+p.plane+n],
					p.k[at:at+n], lap)
				for i := at; i < at+n; i++ {
					next[i] += p.k[i] * m[i] * snapshot[i]
				}
			}
		}
		for _, b := range p.blocks {
			for _, r := range b.receivers {
				heard[t*p.residual.Stride+r.no] = next[r.at]
			}
		}
	}
	return heard
}

// dot returns the inner product of a and b.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
