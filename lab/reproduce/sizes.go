package reproduce

import (
	"context"
	"time"

	"heddle/lab"
)

// sizesOf is larger and larger orders in fixed numbers of tiles, under the runtimes given.
func sizesOf(name, doc, figure string, runtimes ...string) Experiment {
	return Experiment{
		Name: name, Doc: "problem-size scaling at fixed numbers of tiles, the cost of the tasks alone as dashed lines: " + doc, Paper: figure,
		Takes: takes("sizes", "tiles", "runtimes", "variants", "blas"),
		Quick: Params{Sizes: doubling(512, 4096), Tiles: doubling(16, 128), Runtimes: runtimes, Variants: []string{"all"},
			Reps: 20, Seed: 1, Budget: 1500 * time.Millisecond, Patience: 22 * time.Second},
		Full: Params{Sizes: doubling(1024, 1<<16), Tiles: doubling(16, 128), Runtimes: runtimes, Variants: []string{"all"},
			Workers: []int{128}, Reps: 20, Seed: 1},
		Run: sizes,
	}
}

func sizeExperiments() []Experiment {
	return []Experiment{
		sizesOf("cb-sizes-openmp", "OpenMP under GCC and LLVM", "Figure 6", "openmp-gcc", "openmp-llvm"),
		sizesOf("cb-sizes-hpx", "HPX", "Figure 7", "hpx"),
		sizesOf("cb-sizes-heddle", "heddle", "Figures 6 and 7", "heddle"),
		smaller(sizesOf("cb-sizes-all", "every runtime", "Figures 6 and 7", "all")),
	}
}

// sizes measures a table for each order and number of tiles, the smallest problems first, and then
// each number of tiles without kernels, where the order does not matter. A number of tiles that
// an order cannot be cut into is left out there.
func sizes(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison(session)
	if err != nil {
		return err
	}
	used := map[int]int{} // an order for each number of tiles
	for _, n := range p.Sizes {
		for i, t := range possible(session, n, p.Tiles) {
			c.Sizes, c.Tiles, c.Keep = []int{n}, []int{t}, nil
			if i > 0 {
				c.Keep = func(r *lab.Record) bool { return r.Tiles > 0 }
			}
			if err := c.Run(ctx, session); err != nil {
				return err
			}
			used[t] = n
		}
	}
	c.Noop, c.Keep, c.With = true, nil, nil
	for _, t := range p.Tiles {
		if n := used[t]; n > 0 {
			c.Sizes, c.Tiles = []int{n}, []int{t}
			if err := c.Run(ctx, session); err != nil {
				return err
			}
		}
	}
	return nil
}
