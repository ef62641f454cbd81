package reproduce

import (
	"context"
	"time"

	"heddle/lab"
)

// overhead is the cost of a task where every kernel is replaced by nothing.
func overhead() Experiment {
	tasks := []string{"task-*", "future-*"}
	return Experiment{
		Name: "cb-overhead", Paper: "table of effective overheads: 2 us of HPX against 7.6 us of OpenMP",
		Doc:   "effective overhead of a task: the time of the graph without its kernels over its tasks; heddle's in both its ways",
		Takes: takes("tiles", "runtimes", "variants", "queue"),
		Quick: Params{Tiles: doubling(16, 128), Runtimes: []string{"all"}, Variants: tasks, Queues: []string{"adaptive", "always"},
			Reps: 20, Seed: 1, Budget: 2 * time.Second, Patience: 75 * time.Second},
		Full: Params{Tiles: doubling(4, 1024), Runtimes: []string{"all"}, Variants: tasks, Queues: []string{"adaptive", "always"},
			Workers: []int{128}, Reps: 20, Seed: 1},
		Run: runOverhead,
	}
}

// runOverhead measures one table for each number of tiles. How large the matrix would be does not
// matter, since no kernel runs.
func runOverhead(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison(session)
	if err != nil {
		return err
	}
	const rows = 64 // of a tile, if there were one
	c.Noop = true
	for _, t := range p.Tiles {
		c.Sizes, c.Tiles = []int{rows * t}, []int{t}
		if err := c.Run(ctx, session); err != nil {
			return err
		}
	}
	return nil
}
