package tree

import (
	"context"
	"math"

	program "heddle/apps/tree"
	"heddle/lab"
	"heddle/lab/peers"
)

// Runtimes lists the names that Spec.Runtimes may hold: heddle, and the rivals that know the tree.
func Runtimes() []string {
	return peers.Contestants(func(p peers.Peer) bool { return len(p.Tree) > 0 })
}

// rivalBlock is the rows of a block of a rival's large fronts, the best of 128, 192 and 256 with
// OpenBLAS on two cores, by a few percent.
const rivalBlock = 192

// rivals returns their cases of the whole tree.
func (s Spec) rivals(ctx context.Context, session *lab.Session, fleet *peers.Fleet, t *program.Tree, workers int) []lab.Case {
	if fleet == nil {
		return nil
	}
	p := t.Params()
	flops, fronts := total(t)
	cases := fleet.Tree(ctx, session, peers.Tree{
		Levels: p.Levels, Order: p.Order, Growth: p.Growth, Spread: p.Spread, Block: rivalBlock,
		Threads: workers, Pin: lab.PinName(s.Pin), Seed: p.Seed, Unknowns: t.Order(),
	}, flops)
	for i := range cases {
		c := &cases[i]
		c.Record.Pattern, c.Record.N, c.Record.Tasks = Whole, t.Order(), fronts
	}
	return cases
}

// thousandths refuses what rivals could not be told.
func thousandths(p program.Params) error {
	for _, x := range []float64{p.Growth, p.Spread} {
		if y := 1000 * x; math.Round(y)/1000 != x {
			return lab.Refuse("growth or spread %g: with rivals, want a number of thousandths", x)
		}
	}
	return nil
}
