package reproduce

import (
	"cmp"
	"context"
	"slices"
	"time"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/lab/peers"
)

// measuring are the parameters that every experiment takes.
var measuring = []string{"workers", "reps", "seed", "pin", "budget", "patience"}

func takes(names ...string) []string { return append(names, measuring...) }

// tilesOf is one order cut into more and more tiles, under the runtimes given.
func tilesOf(name, doc, figure string, runtimes ...string) Experiment {
	return Experiment{
		Name: name, Doc: "tile-size scaling at one order: " + doc, Paper: figure,
		Takes: takes("sizes", "tiles", "runtimes", "variants", "blas"),
		Quick: Params{Sizes: []int{4096}, Tiles: doubling(8, 128), Runtimes: runtimes, Variants: []string{"all"},
			Reps: 20, Seed: 1, Budget: 3 * time.Second, Patience: time.Minute},
		Full: Params{Sizes: []int{1 << 16}, Tiles: doubling(4, 1024), Runtimes: runtimes, Variants: []string{"all"},
			Workers: []int{128}, Reps: 20, Seed: 1},
		Run: tiles,
	}
}

// What the paper draws across its figures: one call of a library.
const lapacke, plasma = "lapacke", "plasma"

func tileExperiments() []Experiment {
	return []Experiment{
		tilesOf("cb-tiles-openmp", "every variant of OpenMP under GCC and LLVM, LAPACKE and PLASMA as lines", "Figure 4", "openmp-gcc", "openmp-llvm", lapacke, plasma),
		tilesOf("cb-tiles-hpx", "every variant of HPX, LAPACKE and PLASMA as lines", "Figure 5", "hpx", lapacke, plasma),
		tilesOf("cb-tiles-heddle", "every variant of heddle, gonum, LAPACKE and PLASMA as lines", "Figures 4 and 5", "heddle", lapacke, plasma),
		smaller(tilesOf("cb-tiles-all", "every variant of every runtime, and the best of each once more in one table", "Figures 4 and 5", "all")),
		tilesOf("cb-compilers", "OpenMP of GCC against OpenMP of LLVM", "Figure 8", "openmp-gcc", "openmp-llvm"),
	}
}

// smaller lowers the defaults of an experiment in which some forty contestants take part.
func smaller(e Experiment) Experiment {
	e.Quick.Sizes = slices.DeleteFunc(e.Quick.Sizes, func(n int) bool { return n > 2048 })
	if len(e.Quick.Sizes) == 0 {
		e.Quick.Sizes = []int{2048}
	}
	e.Quick.Tiles = slices.DeleteFunc(e.Quick.Tiles, func(t int) bool { return t > 64 })
	e.Quick.BLAS, e.Full.BLAS = []string{"all"}, []string{"all"}
	return e
}

// tiles measures one table for each number of tiles, so that no more rivals are in memory at once
// than one table has, and then the final round: every contestant at its best number of tiles,
// interleaved in one table.
func tiles(ctx context.Context, session *lab.Session, p Params) error {
	c, err := p.comparison(session)
	if err != nil {
		return err
	}
	var kept lab.Collect
	defer func(sink lab.Sink) { session.Sink = sink }(session.Sink)
	session.Sink = lab.Tee(session.Sink, &kept)
	for _, n := range p.Sizes {
		for i, t := range possible(session, n, p.Tiles) {
			c.Sizes, c.Tiles, c.Keep = []int{n}, []int{t}, nil
			if i > 0 { // what knows no tiles has been measured
				c.Keep = func(r *lab.Record) bool { return r.Tiles > 0 }
			}
			if err := c.Run(ctx, session); err != nil {
				return err
			}
		}
	}
	for _, n := range p.Sizes {
		if err := final(ctx, session, c, n, kept.Records); err != nil {
			return err
		}
	}
	return nil
}

// possible returns those of tiles into which order n can be cut, and says which it leaves out. If
// that would be all, it leaves none out: the comparison refuses them, and says why.
func possible(session *lab.Session, n int, tiles []int) []int {
	some := cholesky.Possible(n, tiles)
	switch {
	case len(some) == 0:
		return tiles
	case len(some) < len(tiles):
		session.Remark("n = %d cannot be cut into all of %v tiles a side: measured in %v", n, tiles, some)
	}
	return some
}

// final measures, at one order, each contestant in the number of tiles in which it was the
// fastest.
func final(ctx context.Context, session *lab.Session, c cholesky.Comparison, n int, records []lab.Record) error {
	best := map[string]int{} // tiles by contestant
	several := false         // numbers of tiles to choose from
	for _, r := range bestOf(records, n) {
		best[contestant(&r)] = r.Tiles
	}
	for _, r := range records {
		several = several || r.N == n && r.Tiles > 0 && r.Tiles != records[0].Tiles
	}
	if len(best) < 2 || !several {
		return nil
	}
	c.Sizes, c.Tiles, c.Round = []int{n}, nil, "final"
	for _, t := range best {
		if t > 0 && !slices.Contains(c.Tiles, t) {
			c.Tiles = append(c.Tiles, t)
		}
	}
	slices.Sort(c.Tiles)
	c.Keep = func(r *lab.Record) bool { t, ok := best[contestant(r)]; return ok && t == r.Tiles }
	return c.Run(ctx, session)
}

// contestant is r.Contestant, before r has been stamped too.
func contestant(r *lab.Record) string {
	stamped := *r
	stamped.Runtime = cmp.Or(r.Runtime, "heddle")
	return stamped.Contestant()
}

// bestOf returns the fastest right record of each contestant at one order.
func bestOf(records []lab.Record, n int) []lab.Record {
	var out []lab.Record
	for _, r := range records {
		if !r.OK || r.Noop || r.N != n || r.MedianS <= 0 {
			continue
		}
		i := slices.IndexFunc(out, func(o lab.Record) bool { return contestant(&o) == contestant(&r) })
		switch {
		case i < 0:
			out = append(out, r)
		case r.MedianS < out[i].MedianS:
			out[i] = r
		}
	}
	return out
}

// comparison returns the comparison of Cholesky's variants that p asks for.
func (p Params) comparison(session *lab.Session) (cholesky.Comparison, error) {
	pin, err := p.pin()
	if err != nil {
		return cholesky.Comparison{}, err
	}
	with, err := available(session, p.BLAS)
	return cholesky.Comparison{
		Sizes: p.Sizes, Tiles: p.Tiles, Variants: p.participating(), Traversals: p.Traversals, Runtimes: p.Runtimes, Workers: p.Workers, Queues: p.Queues, Pin: pin,
		With: with, Reps: p.Reps, Seed: p.Seed, Budget: p.budget(), Patience: p.Patience, Peak: peak,
	}, err
}

// participating returns the variants without those that only runtimes have which take no part: an
// experiment's list names those of all.
func (p Params) participating() []string {
	runtimes, err := lab.Choose("runtime", cholesky.Runtimes(), lab.Or(p.Runtimes, []string{"heddle"}))
	if err != nil {
		return p.Variants // the comparison says what is wrong
	}
	elsewhere, here := map[string]bool{}, map[string]bool{}
	for _, rival := range peers.Table {
		for _, v := range rival.Cholesky {
			if slices.Contains(runtimes, rival.Name) {
				here[v.Name] = true
			} else {
				elsewhere[v.Name] = true
			}
		}
	}
	var out []string
	for _, name := range p.Variants {
		if here[name] || !elsewhere[name] {
			out = append(out, name)
		}
	}
	return lab.Or(out, p.Variants)
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
