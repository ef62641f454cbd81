package cholesky

import (
	"context"

	"heddle/task"
)

// forCollapse is forNaive with the two loops of the update collapsed into one over the triangle.
func forCollapse(ctx context.Context, p *Problem) error {
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
		p.Runtime.For2(task.Lower(k+1, t), task.Dynamic(1), func(i, j int) { p.Update(i, j, k) })
	}
	return nil
}
