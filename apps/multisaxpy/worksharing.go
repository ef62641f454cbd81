package multisaxpy

import (
	"context"

	"heddle/task"
)

// workSharing deals out the blocks of each sweep, with a barrier after it.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	for range p.params.Iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		rt.For(0, p.blocks, task.Static(0), func(lo, hi int) {
			for b := lo; b < hi; b++ {
				p.axpyBlock(b, 0, 0)
			}
		})
	}
	return nil
}
