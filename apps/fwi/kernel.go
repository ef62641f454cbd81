package fwi

// forwardBlock computes the next step of u in block (j, l), its snapshot and its residuals.
// The current step is that of the field even (odd = 0) or odd (odd = 1); the block's own count
// says which step it is.
func (p *problem) forwardBlock(odd, j, l int) {
	b := &p.blocks[l*p.by+j]
	cur, next, snapshot := p.u[odd], p.u[1-odd], p.snapshots.Row(b.forward)
	for z := b.z0; z < b.z1; z++ {
		for y := b.y0; y < b.y1; y++ {
			at, n := p.at(1, y, z), p.nx
			forward(next[at:at+n], cur[at-1:at+n+1],
				cur[at-p.row:at-p.row+n], cur[at+p.row:at+p.row+n],
				cur[at-p.plane:at-p.plane+n], cur[at+p.plane:at+p.plane+n],
				p.k[at:at+n], snapshot[at:at+n])
		}
	}
	if b.source != 0 {
		next[b.source] += p.wavelet[b.forward]
	}
	observed, residual := p.observed.Row(b.forward), p.residual.Row(b.forward)
	for _, r := range b.receivers {
		residual[r.no] = next[r.at] - observed[r.no]
	}
	b.forward++
}

// backwardBlock computes the step of mu before the last one in block (j, l), and adds its part
// to the gradient. The last step is that of the field odd.
func (p *problem) backwardBlock(odd, j, l int) {
	b := &p.blocks[l*p.by+j]
	b.backward--
	cur, next, snapshot := p.mu[odd], p.mu[1-odd], p.snapshots.Row(b.backward-1)
	for z := b.z0; z < b.z1; z++ {
		for y := b.y0; y < b.y1; y++ {
			at, n := p.at(1, y, z), p.nx
			backward(next[at:at+n], cur[at-1:at+n+1],
				cur[at-p.row:at-p.row+n], cur[at+p.row:at+p.row+n],
				cur[at-p.plane:at-p.plane+n], cur[at+p.plane:at+p.plane+n],
				p.k[at:at+n], snapshot[at:at+n], p.gradient[at:at+n])
		}
	}
	residual := p.residual.Row(b.backward - 1)
	for _, r := range b.receivers {
		heard := p.k[r.at] * residual[r.no]
		next[r.at] += heard
		p.gradient[r.at] += heard * snapshot[r.at]
	}
}

// forward computes, on one row, lap = L cur and next = 2 cur - next + k lap. All have the
// length of next, but cur has one element more on each side.
func forward(next, cur, ym, yp, zm, zp, k, lap []float64) {
	n := len(next)
	left, c, cur := cur[0], cur[1], cur[2:]
	cur, ym, yp, zm, zp, k, lap = cur[:n], ym[:n], yp[:n], zm[:n], zp[:n], k[:n], lap[:n]
	for i, right := range cur {
		sum := (left + right) + (ym[i] + yp[i]) + (zm[i] + zp[i]) - 6*c
		lap[i] = sum
		next[i] = 2*c - next[i] + k[i]*sum
		left, c = c, right
	}
}

// backward computes, on one row, next = 2 cur - next + k L cur and adds next*lap to gradient.
func backward(next, cur, ym, yp, zm, zp, k, lap, gradient []float64) {
	n := len(next)
	left, c, cur := cur[0], cur[1], cur[2:]
	cur, ym, yp, zm, zp, k, lap, gradient = cur[:n], ym[:n], yp[:n], zm[:n], zp[:n], k[:n], lap[:n], gradient[:n]
	for i, right := range cur {
		sum := (left + right) + (ym[i] + yp[i]) + (zm[i] + zp[i]) - 6*c
		v := 2*c - next[i] + k[i]*sum
		next[i] = v
		gradient[i] += v * lap[i]
		left, c = c, right
	}
}
