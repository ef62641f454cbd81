package reproduce

import (
	"context"
	"time"

	"heddle/lab"
	"heddle/lab/cholesky"
)

// measuring are the parameters that every experiment takes.
var measuring = []string{"workers", "reps", "seed", "pin", "budget", "patience"}

func takes(names ...string) []string { return append(names, measuring...) }

// tilesHeddle is one order cut into more and more tiles.
func tilesHeddle() Experiment {
	return Experiment{
		Name: "cb-tiles-heddle", Paper: "Figure 4",
		Doc:   "tile-size scaling at one order: every variant of heddle, and gonum as a line",
		Takes: takes("sizes", "tiles", "variants"),
		Quick: Params{Sizes: []int{4096}, Tiles: doubling(4, 128), Reps: 20, Seed: 1, Budget: 6 * time.Second, Patience: 8 * time.Minute},
		Full:  Params{Sizes: []int{1 << 16}, Tiles: doubling(4, 1024), Workers: []int{128}, Reps: 20, Seed: 1},
		Run:   tiles,
	}
}

func tiles(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison()
	if err != nil {
		return err
	}
	return c.Run(ctx, session)
}

// comparison returns the comparison of Cholesky's variants that p asks for.
func (p Params) comparison() (cholesky.Comparison, error) {
	pin, err := p.pin()
	return cholesky.Comparison{
		Sizes: p.Sizes, Tiles: p.Tiles, Variants: p.Variants, Workers: p.Workers, Queues: p.Queues, Pin: pin,
		Reps: p.Reps, Seed: p.Seed, Budget: p.budget(), Patience: p.Patience, Peak: peak,
	}, err
}

// budget is as Comparison understands it, to which 0 is its default.
func (p Params) budget() time.Duration {
	if p.Budget == 0 {
		return 1 << 62
	}
	return p.Budget
}

// doubling returns from, 2*from, ... up to at most to.
func doubling(from, to int) []int {
	var out []int
	for n := from; n <= to; n *= 2 {
		out = append(out, n)
	}
	return out
}
