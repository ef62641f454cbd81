package fwi

import (
	"context"

	"heddle/task"
)

// workSharing deals out the blocks of each step, with a barrier after it.
func (p *problem) workSharing(ctx context.Context, rt *task.Runtime) error {
	for _, f := range [][2]func(j, l, _ int){p.ahead, p.back} {
		for range p.params.Iterations {
			if err := ctx.Err(); err != nil {
				return err
			}
			for odd := range f {
				rt.For2(task.Rect(0, p.bz, 0, p.by), task.Static(0), func(l, j int) { f[odd](j, l, 0) })
			}
		}
	}
	return nil
}
