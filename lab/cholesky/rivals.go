package cholesky

import (
	"context"
	"slices"
	"strings"

	"heddle/lab"
	"heddle/lab/peers"
	"heddle/tile"
)

// Runtimes lists the names that Comparison.Runtimes may hold: heddle and the rivals.
func Runtimes() []string { return append([]string{"heddle"}, peers.Names()...) }

// contestants is who takes part.
type contestants struct {
	heddle   bool
	fleet    *peers.Fleet // nil: no rival
	variants []lab.Variant[*Problem]
	rivals   []string // variants of rivals that are named
}

// contestants checks the names of runtimes and variants, and musters the rivals. The caller
// closes the fleet.
func (c Comparison) contestants(ctx context.Context, session *lab.Session) (contestants, error) {
	var who contestants
	names, err := lab.Choose("runtime", Runtimes(), c.Runtimes)
	if err != nil {
		return who, err
	}
	var rivals []string
	for _, name := range names {
		if name == "heddle" {
			who.heddle = true
		} else {
			rivals = append(rivals, name)
		}
	}
	if who.variants, who.rivals, err = c.named(rivals); err != nil {
		return who, err
	}
	if len(c.Traversals) > 0 {
		if rivals, err = c.able(session, who, rivals); err != nil {
			return who, err
		}
	}
	if len(rivals) > 0 {
		who.fleet, err = c.Peers.Muster(ctx, session, rivals...)
	}
	return who, err
}

// able returns the rivals that have a variant in the traversals wanted, and remarks who has none.
func (c Comparison) able(session *lab.Session, who contestants, rivals []string) ([]string, error) {
	wanted := strings.Join(c.Traversals, "- or ") + "-looking"
	var some []string
	for _, name := range rivals {
		if slices.ContainsFunc(peers.Table, func(p peers.Peer) bool {
			return p.Name == name && slices.ContainsFunc(p.Cholesky, func(v peers.Variant) bool { return slices.Contains(who.rivals, v.Name) })
		}) {
			some = append(some, name)
		} else {
			session.Remark("%s is left out: none of its variants is %s", name, wanted)
		}
	}
	if len(some) == 0 && (!who.heddle || len(who.variants) == 0) {
		return nil, lab.Refuse("--traversals %s: no variant of those named is %s", strings.Join(c.Traversals, ","), wanted)
	}
	return some, nil
}

// rivalCases returns the cases of the rivals at one order.
func (c Comparison) rivalCases(ctx context.Context, session *lab.Session, who contestants, n, workers int, layouts []tile.Layout) []lab.Case {
	if who.fleet == nil {
		return nil
	}
	x := peers.Factorization{N: n, Threads: workers, Pin: lab.PinName(c.Pin), Seed: c.Seed, Noop: c.Noop, Variants: who.rivals}
	for _, with := range c.With {
		if with != nil {
			x.Kernels = func(nb int) string { return with.ForTile(nb).Name() }
		}
	}
	for _, l := range layouts {
		x.Tiles = append(x.Tiles, l.NB)
	}
	return who.fleet.Cholesky(ctx, session, x)
}
