package reproduce

import (
	"context"
	"slices"
	"time"

	"heddle/lab"
)

// overhead is the cost of a task where every kernel is replaced by nothing.
func overhead() Experiment {
	return Experiment{
		Name: "cb-overhead", Paper: "Table of effective task overheads (2 us against 7.6 us)",
		Doc:   "effective overhead of a task: the time of the graph without its kernels over its tasks",
		Takes: takes("tiles", "variants", "queue"),
		Quick: Params{Tiles: doubling(4, 128), Variants: []string{"task-*", "future-*", "for-*"}, Queues: []string{"adaptive", "always"},
			Reps: 20, Seed: 1, Budget: 3 * time.Second, Patience: 8 * time.Minute},
		Full: Params{Tiles: doubling(4, 1024), Variants: []string{"task-*", "future-*", "for-*"}, Queues: []string{"adaptive", "always"},
			Workers: []int{128}, Reps: 20, Seed: 1},
		Run: runOverhead,
	}
}

// runOverhead measures a graph as large as the largest number of tiles asks for: its size does
// not matter, since no kernel runs.
func runOverhead(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison()
	if err != nil {
		return err
	}
	if len(p.Tiles) == 0 {
		return lab.Refuse("no number of tiles given")
	}
	const rows = 64 // of a tile, if there were one
	c.Sizes, c.Noop = []int{rows * slices.Max(p.Tiles)}, true
	return c.Run(ctx, session)
}
