package peers

import (
	"context"
	"fmt"
	"time"

	"heddle/lab"
)

// Tree is what rivals are asked for where the supernodal tree (package heddle/apps/tree) is
// compared.
type Tree struct {
	Levels, Order  int
	Growth, Spread float64 // both are rounded to thousandths
	Block          int     // rows of a block of a large front
	Threads        int
	Pin            string // close, spread, none
	Seed           uint64
	Unknowns       int           // order of the whole matrix: the drivers must come to the same
	Limit          time.Duration // of one repetition; 0: a minute
}

// Tree returns the cases of all rivals that are ready and have variants of the tree. Before, it
// tries which of OpenBLAS's kernels are the fastest on such blocks.
func (f *Fleet) Tree(ctx context.Context, session *lab.Session, x Tree, flops float64) []lab.Case {
	f.choose(ctx, session, x.Block, "")
	args := []string{
		"-size", fmt.Sprintf("%d,%d,%.0f,%.0f", x.Levels, x.Order, 1000*x.Growth, 1000*x.Spread), "-nb", fmt.Sprint(x.Block),
	}
	var cases []lab.Case
	for _, b := range f.Ready {
		for _, v := range b.Finding.Peer.Tree {
			t := Task{Op: "tree", Variant: v.Name, Args: args, Threads: x.Threads, Pin: x.Pin, Seed: x.Seed, Limit: x.Limit}
			r := lab.Record{Experiment: "tree"}
			r.Kernel, t.coretype = f.choices[x.Block].kernels, f.choices[x.Block].coretype
			c := f.Case(b, r, t, flops)
			e := f.cases[len(f.cases)-1]
			check := c.Check
			c.Check = func() (float64, error) {
				if n := int(e.last.Value); n != x.Unknowns {
					return 0, fmt.Errorf("failed: its matrix is of order %d, want %d", n, x.Unknowns)
				}
				return check()
			}
			cases = append(cases, c)
		}
	}
	return cases
}
