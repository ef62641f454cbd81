package hpccg

import (
	"context"

	"heddle/task"
)

// begin submits the computation of the first residual.
func (p *problem) begin(s *task.Scope) {
	for b := range p.cut.Blocks {
		s.Go3(p.doStart, b, 0, 0, p.dr[b].InOut(), p.dq[b].InOut(), task.Label("start"))
	}
}

// step submits one iteration. A sum is a task that reads what all blocks have contributed.
func (p *problem) step(s *task.Scope) {
	s.Go3(p.doSumR, 0, 0, 0, all(p.dr, p.dbeta.InOut(), task.Label("sum r r"))...)
	for b := range p.cut.Blocks {
		s.Go3(p.doDirect, b, 0, 0, p.dbeta.In(), p.dr[b].In(), p.dp[b].InOut(), task.Label("direction"))
	}
	for b, near := range p.near {
		cl := []task.Clause{p.dq[b].Out(), task.Label("multiply")}
		for _, n := range near {
			cl = append(cl, p.dp[n].In())
		}
		s.Go3(p.doMultiply, b, 0, 0, cl...)
	}
	s.Go3(p.doSumP, 0, 0, 0, all(p.dq, p.dbeta.In(), p.dalpha.InOut(), task.Label("sum p q"))...)
	for b := range p.cut.Blocks {
		s.Go3(p.doUpdate, b, 0, 0, p.dalpha.In(), p.dp[b].In(), p.dq[b].In(), p.dr[b].InOut(), task.Label("update"))
	}
}

// all returns cl and that all of d are read.
func all(d []task.Datum, cl ...task.Clause) []task.Clause {
	for b := range d {
		cl = append(cl, d[b].In())
	}
	return cl
}

// tasks submits the iterations one after the other.
func (p *problem) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		p.begin(s)
		for range p.params.Iterations {
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
	for range p.params.Iterations {
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
		s.Iterate(p.params.Iterations, p.step)
	})
}
