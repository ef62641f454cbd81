package tree

import (
	"context"
	"math"
	"slices"

	program "heddle/apps/tree"
	"heddle/lab"
	"heddle/lab/peers"
)

// Runtimes lists the names that Spec.Runtimes may hold: heddle, and the rivals that know the tree.
func Runtimes() []string {
	names := []string{"heddle"}
	for _, p := range peers.Table {
		if len(p.Tree) > 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

// rivalBlock is the rows of a block of a rival's large fronts, the best of 128, 192 and 256 with
// OpenBLAS on two cores, by a few percent.
const rivalBlock = 192

// muster checks the names of runtimes, says whether heddle is one, and calls the rivals.
func (s Spec) muster(ctx context.Context, session *lab.Session) (heddle bool, fleet *peers.Fleet, err error) {
	names, err := lab.Choose("runtime", Runtimes(), lab.Or(s.Runtimes, []string{"heddle"}))
	if err != nil {
		return false, nil, err
	}
	heddle = slices.Contains(names, "heddle")
	rivals := slices.DeleteFunc(names, func(name string) bool { return name == "heddle" })
	if len(rivals) == 0 {
		return heddle, nil, nil
	}
	if fleet, err = s.Peers.Muster(ctx, session, rivals...); err != nil {
		return heddle, nil, err
	}
	return heddle, fleet, fleet.Report(session, lab.Record{Experiment: "tree", Pattern: Whole})
}

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
