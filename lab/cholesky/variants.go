package cholesky

import "heddle/lab"

// Variants is the table of strategies, from fork-join to data flow to what Go offers by itself.
var Variants = []lab.Variant[*Problem]{
	{Name: "for-naive", Doc: "parallel for: TRSM static, rows of the update dynamic; a barrier after each", Run: forNaive},
	{Name: "for-collapse", Doc: "parallel for: TRSM static, the update's triangle collapsed, dynamic; a barrier after each", Run: forCollapse},
	{Name: "task-sync", Doc: "tasks, with a wait after POTRF, TRSM and the update of each step", Run: taskSync},
	{Name: "task-async", Doc: "tasks with data-flow clauses, no barrier", Run: taskAsync},
	{Name: "task-prio", Doc: "task-async with priorities: the chain from one POTRF to the next goes first", Run: taskPrio},
	{Name: "future-handle", Doc: "a future a tile that says only that the tile is ready", Run: futureHandle},
	{Name: "future-data", Doc: "a future a tile that carries the tile: shared by readers, moved to the writer", Run: futureData},
	{Name: "future-sync", Doc: "futures, with a wait for all of them after each phase of a step", Run: futureSync},
	{Name: "goroutines", Doc: "plain Go: a goroutine a tile, a WaitGroup a phase", Run: goroutines},
	{Name: "errgroup", Doc: "plain Go: golang.org/x/sync/errgroup with a limit, a group a phase", Run: errGroup},
	{Name: "gonum", Doc: "gonum's own Dpotrf on the row-major matrix, on all of GOMAXPROCS", Untiled: true, Run: gonum},
}
