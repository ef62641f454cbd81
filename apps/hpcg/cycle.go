package hpcg

import (
	"slices"

	"heddle/apps/stencil"
)

// The steps of the multigrid cycle, for block b of level l. Each is a task, or part of a loop.

// preForward sweeps forwards, from x = 0.
func (p *problem) preForward(l, b, _ int) {
	v := p.levels[l]
	for _, s := range v.rows[b] {
		v.a.Forward(v.x, v.r, s.Lo, s.Hi)
	}
}

// preBackward sweeps backwards after preForward.
func (p *problem) preBackward(l, b, _ int) { p.levels[l].backward(b, p.levels[l].r) }

// backward sweeps backwards after a forward sweep for t.
func (v *level) backward(b int, t stencil.Vector) {
	for _, s := range slices.Backward(v.rows[b]) {
		v.a.Backward(v.x, v.r, t, s.Lo, s.Hi)
	}
}

// restrict computes r of level l: the residual of level l-1, at every second point.
func (p *problem) restrict(l, b, _ int) {
	v, fine := p.levels[l], p.levels[l-1]
	for _, s := range v.cut.Blocks[b] {
		for line := s.Lo; line < s.Hi; line++ {
			fine.a.Residual(v.r.Rows[line*v.nx:][:v.nx], fine.r, fine.x, fine.lineOf(v, line)*fine.nx)
		}
	}
}

// prolong adds x of level l+1 to x at every second point.
func (p *problem) prolong(l, b, _ int) {
	v, coarse := p.levels[l], p.levels[l+1]
	for _, s := range v.cut.Blocks[b] {
		for line := s.Lo; line < s.Hi; line++ {
			y, z := line%v.ny, line/v.ny
			if y%2 != 0 || z%2 != 0 {
				continue
			}
			x := v.x.Rows[line*v.nx:][:v.nx]
			for i, c := range coarse.x.Rows[(z/2*coarse.ny+y/2)*coarse.nx:][:coarse.nx] {
				x[2*i] += c
			}
		}
	}
}

// postForward sweeps forwards, from the x that there is.
func (p *problem) postForward(l, b, _ int) {
	v := p.levels[l]
	for _, s := range v.rows[b] {
		v.a.Remainder(v.t, v.r, v.x, s.Lo, s.Hi)
		v.a.Forward(v.x, v.t, s.Lo, s.Hi)
	}
}

// postBackward sweeps backwards after postForward. On the finest level it also computes r·z.
func (p *problem) postBackward(l, b, _ int) {
	v := p.levels[l]
	v.backward(b, v.t)
	if l == 0 {
		p.rzs[b] = p.dot(b, v.r, v.x)
	}
}

// below is all of the cycle from level l on, with the restriction to it: for levels so small
// that sharing them would cost more than it gains.
func (p *problem) below(l, _, _ int) {
	p.each(l, p.restrict)
	p.serialCycle(l)
}

// serialCycle is the cycle from level l on.
func (p *problem) serialCycle(l int) {
	p.each(l, p.preForward)
	p.eachBack(l, p.preBackward)
	if l == levels-1 {
		return
	}
	p.each(l+1, p.restrict)
	p.serialCycle(l + 1)
	p.each(l, p.prolong)
	p.each(l, p.postForward)
	p.eachBack(l, p.postBackward)
}

// each calls f for all blocks of level l.
func (p *problem) each(l int, f func(l, b, _ int)) {
	for b := range p.levels[l].cut.Blocks {
		f(l, b, 0)
	}
}

// eachBack calls f for all blocks of level l, the last one first.
func (p *problem) eachBack(l int, f func(l, b, _ int)) {
	for b := len(p.levels[l].cut.Blocks) - 1; b >= 0; b-- {
		f(l, b, 0)
	}
}
