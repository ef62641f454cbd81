package reproduce

import (
	"context"
	"time"

	"heddle/lab"
	"heddle/lab/cholesky"
)

// sizesHeddle is larger and larger orders in fixed numbers of tiles.
func sizesHeddle() Experiment {
	return Experiment{
		Name: "cb-sizes-heddle", Paper: "Figures 6 and 7",
		Doc:   "problem-size scaling at fixed numbers of tiles, with the cost of the tasks alone beside it",
		Takes: takes("sizes", "tiles", "variants"),
		Quick: Params{Sizes: doubling(512, 4096), Tiles: doubling(16, 128), Reps: 20, Seed: 1,
			Variants: []string{"for-*", "task-*", "future-*"}, Budget: 3 * time.Second, Patience: 110 * time.Second},
		Full: Params{Sizes: doubling(1024, 1<<16), Tiles: doubling(16, 128), Workers: []int{128}, Reps: 20, Seed: 1,
			Variants: []string{"for-*", "task-*", "future-*"}},
		Run: sizes,
	}
}

// sizes measures the smallest problems first. A number of tiles that an order cannot be cut
// into is left out there.
func sizes(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison()
	if err != nil {
		return err
	}
	most := 0
	for _, n := range p.Sizes {
		c.Sizes, c.Tiles = []int{n}, cholesky.Possible(n, p.Tiles)
		if len(c.Tiles) < len(p.Tiles) {
			session.Remark("n = %d is too small for some of the tiles: measured in %v", n, c.Tiles)
		}
		if len(c.Tiles) == 0 {
			continue
		}
		if err := c.Run(ctx, session); err != nil {
			return err
		}
		most = max(most, n)
	}
	c.Sizes, c.Tiles, c.Noop = []int{most}, cholesky.Possible(most, p.Tiles), true
	if len(c.Tiles) == 0 {
		return lab.Refuse("none of the orders %v can be cut into any of %v tiles a side", p.Sizes, p.Tiles)
	}
	return c.Run(ctx, session)
}
