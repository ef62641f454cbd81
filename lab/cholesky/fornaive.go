package cholesky

import (
	"context"

	"heddle/task"
)

// forNaive parallelizes the loops of each step: TRSM over rows, statically; the update over rows
// as well, dynamically, though row i has i-k tiles.
func forNaive(ctx context.Context, p *Problem) error {
	t := p.Tiles()
	for k := range t {
		if err := p.begin(ctx, k); err != nil {
			return err
		}
		p.Runtime.For(k+1, t, task.Static(0), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				p.Trsm(i, k)
			}
		})
		p.Runtime.For(k+1, t, task.Dynamic(1), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				for j := k + 1; j <= i; j++ {
					p.Update(i, j, k)
				}
			}
		})
	}
	return nil
}

// begin starts step k of a variant with barriers: it looks at ctx, then factors tile (k, k).
func (p *Problem) begin(ctx context.Context, k int) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return p.Potrf(k)
}
