package hpcg

import (
	"context"

	"heddle/task"
)

// kernels are methods of problem as values, made once.
type kernels struct {
	doPreForward, doPreBackward, doRestrict, doProlong, doPostForward, doPostBackward, doBelow func(l, b, _ int)

	doStart, doNorm, doFindBeta, doDirect, doMultiply, doFindAlpha, doUpdate func(l, b, _ int)
}

func newKernels(p *problem) kernels {
	return kernels{
		p.preForward, p.preBackward, p.restrict, p.prolong, p.postForward, p.postBackward, p.below,
		p.start, p.norm, p.findBeta, p.direct, p.multiply, p.findAlpha, p.update,
	}
}

// begin submits the computation of the first residual.
func (p *problem) begin(s *task.Scope) {
	dr := p.levels[0].dr
	for b := range dr {
		s.Go3(p.doStart, 0, b, 0, dr[b].InOut(), p.dq[b].InOut(), task.Label("start"))
	}
	s.Go3(p.doNorm, 0, 0, 0, reads(dr, all(dr), p.dnorm.InOut(), task.Label("norm"))...)
}

// step submits one iteration. A sum is a task that reads what all blocks have contributed.
func (p *problem) step(s *task.Scope) {
	p.cycle(s, 0)
	v := p.levels[0]
	s.Go3(p.doFindBeta, 0, 0, 0, reads(v.dx, all(v.dx), p.dbeta.InOut(), task.Label("sum r z"))...)
	for b := range v.dx {
		s.Go3(p.doDirect, 0, b, 0, p.dbeta.In(), v.dx[b].In(), p.dp[b].InOut(), task.Label("direction"))
	}
	for b := range v.dx {
		s.Go3(p.doMultiply, 0, b, 0, reads(p.dp, v.near[b], p.dq[b].InOut(), task.Label("multiply"))...)
	}
	s.Go3(p.doFindAlpha, 0, 0, 0, reads(p.dq, all(p.dq), p.dbeta.In(), p.dalpha.InOut(), task.Label("sum p q"))...)
	for b := range v.dx {
		s.Go3(p.doUpdate, 0, b, 0, p.dalpha.In(), p.dp[b].In(), p.dq[b].In(), v.dr[b].InOut(), task.Label("update"))
	}
	s.Go3(p.doNorm, 0, 0, 0, reads(v.dr, all(v.dr), p.dnorm.InOut(), task.Label("norm"))...)
}

// cycle submits the multigrid cycle from level l on. Only the first sweep names r: the others,
// and what computes r anew, come after it by way of x.
func (p *problem) cycle(s *task.Scope, l int) {
	v := p.levels[l]
	for b := range v.dx {
		s.Go3(p.doPreForward, l, b, 0, reads(v.dx, v.before[b], v.dr[b].In(), v.dx[b].InOut(), task.Label("pre forward"))...)
	}
	for b := len(v.dx) - 1; b >= 0; b-- {
		s.Go3(p.doPreBackward, l, b, 0, reads(v.dx, v.after[b], v.dx[b].InOut(), task.Label("pre backward"))...)
	}
	if l == levels-1 {
		return
	}
	next := p.levels[l+1]
	if l+1 >= p.tail {
		s.Go3(p.doBelow, l+1, 0, 0, reads(v.dx, all(v.dx), next.dx[0].InOut(), task.Label("coarse levels"))...)
	} else {
		for b := range next.dr {
			s.Go3(p.doRestrict, l+1, b, 0, reads(v.dx, next.finer[b], next.dr[b].InOut(), task.Label("restrict"))...)
		}
		p.cycle(s, l+1)
	}
	for b := range v.dx {
		s.Go3(p.doProlong, l, b, 0, reads(next.dx, v.coarser[b], v.dx[b].InOut(), task.Label("prolong"))...)
	}
	for b := range v.dx {
		// later blocks are read before they are swept
		cl := reads(v.dx, v.before[b], v.dx[b].InOut(), task.Label("post forward"))
		s.Go3(p.doPostForward, l, b, 0, append(cl, reads(v.dx, v.later[b])...)...)
	}
	for b := len(v.dx) - 1; b >= 0; b-- {
		s.Go3(p.doPostBackward, l, b, 0, reads(v.dx, v.after[b], v.dx[b].InOut(), task.Label("post backward"))...)
	}
}

// reads returns cl and that the given blocks of d are read.
func reads(d []task.Datum, blocks []int, cl ...task.Clause) []task.Clause {
	for _, b := range blocks {
		cl = append(cl, d[b].In())
	}
	return cl
}

// all returns the numbers of all of d.
func all(d []task.Datum) []int {
	n := make([]int, len(d))
	for b := range n {
		n[b] = b
	}
	return n
}

// tasks submits the iterations one after the other. Only if there is a residual to be met
// does it wait for it.
func (p *problem) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		p.begin(s)
		for k := 0; ; k++ {
			if p.tolerance > 0 {
				s.WaitOn(&p.dnorm)
				if s.Err() != nil || !p.more() {
					return
				}
			} else if k == p.params.Iterations {
				return
			}
			p.step(s)
		}
	})
}

// taskCache records one iteration and replays it, with a barrier after each.
func (p *problem) taskCache(ctx context.Context, rt *task.Runtime) error {
	if err := rt.Run(ctx, p.begin); err != nil {
		return err
	}
	g := task.Record(p.step)
	for p.more() {
		if err := g.Run(ctx, rt); err != nil {
			return err
		}
	}
	return nil
}

// taskIter closes one iteration into a cycle.
func (p *problem) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		p.begin(s)
		if p.tolerance > 0 {
			s.IterateWhile(p.more, p.step)
		} else {
			s.Iterate(p.params.Iterations, p.step)
		}
	})
}
