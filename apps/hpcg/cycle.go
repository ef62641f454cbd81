package hpcg

import (
	"slices"
)

// The steps of the multigrid cycle, for block b of level l. Each is a task, or part of a loop.

// preForward sweeps forwards, from x = 0.
func (p *problem) preForward(l, b, _ int) {
	v := p.levels[l]
	for _, s := range v.rows[b] {
		v.a.Forward(v.x, v.r, s.lo, s.hi, s.next)
	}
}

// preBackward sweeps backwards after preForward. It keeps in t what restrict needs of the old x.
func (p *problem) preBackward(l, b, _ int) {
	v := p.levels[l]
	if l < levels-1 {
		for _, s := range v.cut.Blocks[b] {
			for line := s.Lo; line < s.Hi; line++ {
				if v.shared(line) {
					copy(v.t.Rows[line*v.nx:][:v.nx], v.x.Rows[line*v.nx:])
				}
			}
		}
	}
	for _, s := range slices.Backward(v.rows[b]) {
		v.a.Backward(v.x, s.lo, s.hi, s.last)
	}
}

// restrict computes r of level l: the residual of level l-1, at every second point.
func (p *problem) restrict(l, b, _ int) {
	v, fine := p.levels[l], p.levels[l-1]
	for _, s := range v.cut.Blocks[b] {
		for line := s.Lo; line < s.Hi; line++ {
			next := -1
			if line+1 < s.Hi {
				next = fine.lineOf(v, line+1) * fine.nx
			}
			fine.a.Residual(v.r.Rows[line*v.nx:][:v.nx], fine.r, fine.x, fine.t, v.work[b], fine.lineOf(v, line)*fine.nx, next)
		}
	}
}

// prolong adds x of level l+1 to x at every second point.
func (p *problem) prolong(l, b, _ int) {
	v, coarse := p.levels[l], p.levels[l+1]
	for _, s := range v.cut.Blocks[b] {
		for line := s.Lo; line < s.Hi; line++ {
			if !v.shared(line) {
				continue
			}
			y, z := line%v.ny, line/v.ny
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
		v.a.Above(v.t, v.x, s.lo, s.hi, s.next)
		v.a.ForwardFrom(v.x, v.r, v.t, s.lo, s.hi, s.next)
	}
}

// postBackward sweeps backwards after postForward. On the finest level it also computes r·z.
func (p *problem) postBackward(l, b, _ int) {
	v := p.levels[l]
	for _, s := range slices.Backward(v.rows[b]) {
		v.a.BackwardFrom(v.x, v.t, s.lo, s.hi, s.last)
	}
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
