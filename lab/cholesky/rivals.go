package cholesky

import (
	"context"
	"slices"

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
	var rivals, known []string
	for _, name := range names {
		if name == "heddle" {
			who.heddle = true
		} else {
			rivals = append(rivals, name)
		}
	}
	table := slices.Concat(Variants, c.Extra)
	for _, v := range table {
		known = append(known, v.Name)
	}
	for _, p := range peers.Table {
		for _, v := range p.Cholesky {
			if slices.Contains(rivals, p.Name) && !slices.Contains(known, v.Name) {
				known = append(known, v.Name)
			}
		}
	}
	if who.rivals, err = lab.Choose("variant", known, c.Variants); err != nil {
		return who, err
	}
	for _, v := range table {
		if slices.Contains(who.rivals, v.Name) {
			who.variants = append(who.variants, v)
		}
	}
	who.variants = lab.Or(who.variants, table)
	if len(rivals) > 0 {
		who.fleet, err = c.Peers.Muster(ctx, session, rivals...)
	}
	return who, err
}

// rivalCases returns the cases of the rivals at one order.
func (c Comparison) rivalCases(ctx context.Context, session *lab.Session, who contestants, n, workers int, layouts []tile.Layout) []lab.Case {
	if who.fleet == nil {
		return nil
	}
	x := peers.Factorization{N: n, Threads: workers, Pin: lab.PinName(c.Pin), Seed: c.Seed, Noop: c.Noop, Variants: who.rivals}
	for _, l := range layouts {
		x.Tiles = append(x.Tiles, l.NB)
	}
	return who.fleet.Cholesky(ctx, session, x)
}
