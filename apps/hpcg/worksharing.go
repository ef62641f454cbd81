package hpcg

import (
	"context"

	"heddle/task"
)

// member is one of the team that runs the form worksharing.
type member struct {
	*task.Member
	p *problem
}

// workSharing shares each loop over blocks among a team, with a barrier after it. Sweeps go
// over the blocks wave by wave.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	var err error
	more := true
	rt.Team(rt.Workers(), func(tm *task.Member) {
		m := member{tm, p}
		m.each(0, p.start)
		for {
			m.Single(func() {
				p.norm(0, 0, 0)
				err, more = ctx.Err(), p.more()
			})
			if err != nil || !more {
				return
			}
			m.cycle(0)
			m.Single(func() { p.findBeta(0, 0, 0) })
			m.each(0, p.direct)
			m.each(0, p.multiply)
			m.Single(func() { p.findAlpha(0, 0, 0) })
			m.each(0, p.update)
		}
	})
	return err
}

// cycle is the multigrid cycle from level l on.
func (m member) cycle(l int) {
	p, v := m.p, m.p.levels[l]
	m.sweep(l, v.waves, p.preForward)
	m.sweep(l, v.backWaves, p.preBackward)
	if l+1 >= p.tail {
		m.Single(func() { p.below(l+1, 0, 0) })
	} else {
		m.each(l+1, p.restrict)
		m.cycle(l + 1)
	}
	m.each(l, p.prolong)
	m.sweep(l, v.waves, p.postForward)
	m.sweep(l, v.backWaves, p.postBackward)
}

// each calls f for this member's part of the blocks of level l.
func (m member) each(l int, f func(l, b, _ int)) {
	lo, hi := m.Span(0, len(m.p.levels[l].cut.Blocks))
	for b := lo; b < hi; b++ {
		f(l, b, 0)
	}
	m.Barrier()
}

// sweep calls f for this member's part of each wave.
func (m member) sweep(l int, waves [][]int, f func(l, b, _ int)) {
	for _, w := range waves {
		lo, hi := m.Span(0, len(w))
		for _, b := range w[lo:hi] {
			f(l, b, 0)
		}
		m.Barrier()
	}
}
