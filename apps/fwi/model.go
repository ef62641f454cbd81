package fwi

import (
	"context"
	"math"

	"heddle/dense"
)

// place cuts the blocks, and puts the source, the receivers and the model in their places.
func (p *problem) place() {
	p.blocks = make([]block, p.by*p.bz)
	sx, sy, sz := (p.nx+1)/2, (p.ny+1)/2, max(1, (p.nz+1)/4)
	receivers := 0
	for l := range p.bz {
		for j := range p.by {
			size := p.params.Block
			b := block{y0: j*size + 1, z0: l*size + 1}
			b.y1, b.z1 = min(b.y0+size, p.ny+1), min(b.z0+size, p.nz+1)
			if b.y0 <= sy && sy < b.y1 && b.z0 <= sz && sz < b.z1 {
				b.source = p.at(sx, sy, sz)
			}
			if l == 0 {
				b.receivers = p.receivers(b.y0, b.y1)
				receivers += len(b.receivers)
			}
			p.blocks[l*p.by+j] = b
		}
	}
	p.observed = dense.New[float64](p.steps, receivers)
	p.residual = dense.New[float64](p.steps, receivers)
	p.wavelet = make([]float64, p.steps)
	for t := range p.wavelet {
		a := math.Pi * float64(t-24) / 16
		p.wavelet[t] = (1 - 2*a*a) * math.Exp(-a*a)
	}
	p.setModel(0)
}

// receivers returns those with y0 <= y < y1. They are numbered along x, then y.
func (p *problem) receivers(y0, y1 int) []receiver {
	var all []receiver
	perRow := (p.nx + 3) / 4
	for y := y0; y < y1; y++ {
		if y%4 != 1 {
			continue
		}
		for x := 1; x <= p.nx; x += 4 {
			all = append(all, receiver{p.at(x, y, 1), y/4*perRow + x/4})
		}
	}
	return all
}

func (p *problem) at(x, y, z int) int { return z*p.plane + y*p.row + x }

// setModel sets k, with part of the bump that the truth has: 0 for the model, 1 for the truth.
func (p *problem) setModel(part float64) {
	s := func(i, n int) float64 { return float64(i) / float64(n+1) }
	b := func(i, n int) float64 { return 4 * s(i, n) * (1 - s(i, n)) }
	for z := 1; z <= p.nz; z++ {
		for y := 1; y <= p.ny; y++ {
			for x := 1; x <= p.nx; x++ {
				p.k[p.at(x, y, z)] = (0.1 + s(z, p.nz)/10) * (1 + part*b(x, p.nx)*b(y, p.ny)*b(z, p.nz)/4)
			}
		}
	}
}

// observe makes the observations, by a propagation through the truth, and resets all but them.
func (p *problem) observe() {
	p.setModel(1)
	p.Reset()
	p.propagate(context.Background()) // cannot be cancelled
	copy(p.observed.Data, p.residual.Data)
	p.setModel(0)
	p.Reset()
}
