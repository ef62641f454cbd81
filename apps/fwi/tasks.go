package fwi

import (
	"context"

	"heddle/task"
)

// forwardSteps submits two steps of u, from the even one to the next even one: a task for each
// block, which reads the current step in the block and around it, and writes the next.
func (p *problem) forwardSteps(s *task.Scope) {
	for odd := range 2 {
		cur, next := p.uData[odd], p.uData[1-odd]
		for l := range p.bz {
			for j := range p.by {
				at := p.datum(j, l)
				s.Go3(p.ahead[odd], j, l, 0, next[at].InOut(), cur[at].In(),
					cur[at-1].In(), cur[at+1].In(), cur[at-p.by-2].In(), cur[at+p.by+2].In(),
					task.Label("forward"))
			}
		}
	}
}

// backwardSteps submits two steps of mu likewise. A block's residuals and snapshots are there
// when its last step of u, an even one, is.
func (p *problem) backwardSteps(s *task.Scope) {
	for step := range 2 {
		odd := 1 - step
		cur, next := p.muData[odd], p.muData[1-odd]
		for l := range p.bz {
			for j := range p.by {
				at := p.datum(j, l)
				s.Go3(p.back[odd], j, l, 0, next[at].InOut(), cur[at].In(),
					cur[at-1].In(), cur[at+1].In(), cur[at-p.by-2].In(), cur[at+p.by+2].In(),
					p.uData[0][at].In(), task.Label("backward"))
			}
		}
	}
}

// datum returns where the datum of block (j, l) is.
func (p *problem) datum(j, l int) int { return (l+1)*(p.by+2) + j + 1 }

// tasks submits the steps one after the other.
func (p *problem) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		for range p.params.Iterations {
			p.forwardSteps(s)
		}
		for range p.params.Iterations {
			p.backwardSteps(s)
		}
	})
}

// taskCache records two steps of each kind and replays them, with a barrier after each replay.
func (p *problem) taskCache(ctx context.Context, rt *task.Runtime) error {
	for _, steps := range []func(*task.Scope){p.forwardSteps, p.backwardSteps} {
		g := task.Record(steps)
		for range p.params.Iterations {
			if err := g.Run(ctx, rt); err != nil {
				return err
			}
		}
	}
	return nil
}

// taskIter closes two steps of each kind into a cycle. A block goes backward when it has gone
// forward, while others may still do so.
func (p *problem) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		s.Iterate(p.params.Iterations, p.forwardSteps)
		s.Iterate(p.params.Iterations, p.backwardSteps)
	})
}
