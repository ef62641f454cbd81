package cholesky

import (
	"context"

	"heddle/lapack"
	"heddle/task"
)

// taskPrio is what the library itself does: the graph of taskAsync in which every task that leads
// to the next POTRF has a priority.
func taskPrio(ctx context.Context, p *Problem) error {
	return p.Runtime.Run(ctx, func(s *task.Scope) {
		lapack.PotrfGraph(s, p.tiles, lapack.PotrfTasks{Potrf: p.Potrf, Trsm: p.Trsm, Update: p.Update})
	})
}
