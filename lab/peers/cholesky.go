package peers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"heddle/lab"
)

// Factorization is what rivals are asked for where tiled Cholesky is compared.
type Factorization struct {
	N       int   // order
	Tiles   []int // rows of a tile
	Threads int
	Pin     string // close, spread, none
	Seed    uint64
	Noop    bool
	// Variants holds the names wanted; a rival of which none is named takes part with all of its
	// variants. Nil: all.
	Variants []string
	// Kernels returns the name of the OpenBLAS that others use in the same run on tiles of nb rows
	// ("OpenBLAS 0.3.21 SkylakeX"): its kernels are preferred, unless others are faster. Nil:
	// nothing is preferred.
	Kernels func(nb int) string
	Limit   time.Duration // of one repetition; 0: thirty seconds and one second for each GFLOP a thread
}

// Cholesky returns the cases of all rivals that are ready: every variant in every tile size, those
// that know no tiles once. Before, it tries which of OpenBLAS's kernels are the fastest on each size
// of tiles, a fifth of a second for each, and tells the session.
func (f *Fleet) Cholesky(ctx context.Context, session *lab.Session, x Factorization) []lab.Case {
	if !x.Noop {
		for _, nb := range x.Tiles {
			preferred := ""
			if x.Kernels != nil {
				name := x.Kernels(nb)
				preferred = name[strings.LastIndex(name, " ")+1:]
			}
			f.choose(ctx, session, nb, preferred)
		}
	}
	var cases []lab.Case
	for _, b := range f.Ready {
		for _, v := range wanted(b.Finding.Peer.Cholesky, x.Variants) {
			if x.Noop && v.Opaque {
				continue
			}
			for i, nb := range x.Tiles {
				if v.Whole {
					if i > 0 {
						break
					}
					nb = slices.Max(x.Tiles) // the kernels that are the best there
				}
				cases = append(cases, f.factorize(b, v, x, nb))
			}
		}
	}
	return cases
}

// wanted returns the variants that are named, or all right-looking ones where none is.
func wanted(all []Variant, names []string) []Variant {
	var some []Variant
	for _, v := range all {
		if slices.Contains(names, v.Name) || slices.Contains(names, v.Form) {
			some = append(some, v)
		}
	}
	if len(some) > 0 {
		return some
	}
	for _, v := range all {
		if !v.Other {
			some = append(some, v)
		}
	}
	return some
}

// choose tries OpenBLAS's kernels with the first rival that calls them on tiles.
func (f *Fleet) choose(ctx context.Context, session *lab.Session, nb int, preferred string) {
	if _, done := f.choices[nb]; done {
		return
	}
	ready := slices.Clone(f.Ready)
	whole := func(b Built) bool { return b.Finding.Peer.Cholesky[0].Whole }
	slices.SortStableFunc(ready, func(a, b Built) int { return compare(whole(a), whole(b)) })
	for _, b := range ready {
		if b.Finding.kit.lib.dir != "" {
			f.choices[nb] = calibrate(ctx, b.Driver, b.Finding.Peer.Cholesky[0].Name, nb, preferred)
			session.Remark("%s", f.choices[nb])
			return
		}
	}
}

// compare orders false before true.
func compare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (f *Fleet) factorize(b Built, v Variant, x Factorization, nb int) lab.Case {
	n := float64(x.N)
	flops := n * n * n / 3
	r := lab.Record{Experiment: "cholesky", Routine: "potrf", N: x.N, Noop: x.Noop}
	t := Task{
		Op: "potrf", Variant: v.Name, Threads: x.Threads, Pin: x.Pin, Seed: x.Seed, Whole: v.Whole, Limit: x.Limit,
		Args: []string{"-n", fmt.Sprint(x.N), "-nb", fmt.Sprint(nb)},
	}
	if b.Finding.kit.lib.dir != "" {
		r.Kernel, t.coretype = f.choices[nb].kernels, f.choices[nb].coretype
	}
	if !v.Whole {
		r.Tile, r.Tiles = nb, (x.N+nb-1)/nb
		r.Tasks = r.Tiles * (r.Tiles + 1) * (r.Tiles + 2) / 6
	}
	if t.Limit == 0 {
		t.Limit = 30*time.Second + time.Duration(flops/float64(x.Threads)) // a nanosecond a flop
	}
	if x.Noop {
		t.Args = append(t.Args, "-noop")
		flops = 0
	}
	return f.Case(b, r, t, flops)
}
