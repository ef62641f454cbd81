package tree

import (
	"context"
	"sync"

	"heddle/task"
)

// deal factors fronts first to end in a dynamic loop, each with a team of its share of the
// workers.
func (t *Tree) deal(ctx context.Context, rt *task.Runtime, first, end int) error {
	size := max(1, rt.Workers()/(end-first))
	var mu sync.Mutex
	failed, failure := end, error(nil)
	rt.For(first, end, task.Dynamic(1), func(lo, hi int) {
		for at := lo; at < hi && ctx.Err() == nil; at++ {
			err := error(nil)
			if size > 1 && t.nodes[at].blocks != nil {
				err = t.teamed(rt, at, size)
			} else {
				err = t.alone(at)
			}
			mu.Lock()
			if err != nil && at < failed {
				failed, failure = at, err
			}
			mu.Unlock()
		}
	})
	if failure == nil {
		return context.Cause(ctx)
	}
	return failure
}

// teamed factors front number at by a team, block column by block column, with barriers.
func (t *Tree) teamed(rt *task.Runtime, at, size int) error {
	x := &t.nodes[at]
	b := x.blocks
	var failure error // written by one member before a barrier, read by all after it
	rt.Team(size, func(m *task.Member) {
		mine := func(i int) bool { return i%m.Size() == m.Rank() }
		for i := range b.rows() {
			if mine(i) {
				t.assemble(at, b.cut[i], b.cut[i+1])
			}
		}
		m.Barrier()
		for p := range b.pivots {
			if mine(p) {
				failure = b.factor(p)
			}
			m.Barrier()
			if failure != nil {
				return
			}
			for i := p + 1; i < b.rows(); i++ {
				if mine(i) {
					b.solve(i, p)
				}
			}
			m.Barrier()
			turn := 0
			for i := p + 1; i < b.rows(); i++ {
				for j := p + 1; j <= i; j++ {
					if mine(turn) {
						b.reduce(i, j, p)
					}
					turn++
				}
			}
			m.Barrier()
		}
	})
	if failure != nil {
		return t.failed(at, failure)
	}
	return nil
}
