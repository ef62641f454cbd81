package reproduce

import (
	"context"
	"fmt"
	"time"

	"heddle/lab"
	"heddle/lab/tree"
)

// ppLevels is the parity study's supernodal tree, level by level.
func ppLevels() Experiment {
	return Experiment{
		Name: "pp-levels", Paper: "PP, supernodal tree: +18.7 % and +52.2 %",
		Doc:   "a tree of fronts, each level by itself and as a whole, in every mode: what fixed teams lose against modes that adapt",
		Takes: takes("sizes", "levels", "variants", "runtimes"),
		Quick: Params{Sizes: []int{1536}, Levels: 8, Runtimes: []string{"all"}, Variants: []string{"all"},
			Reps: 20, Seed: 1, Patience: 3 * time.Minute},
		Full: Params{Sizes: []int{tree.Full().Order}, Levels: 8, Runtimes: []string{"all"}, Variants: []string{"all"},
			Workers: []int{88}, Reps: 20, Seed: 1},
		Run: runLevels,
	}
}

// runLevels measures each tree and says what every mode gains over fixed teams.
func runLevels(ctx context.Context, session *lab.Session, p Params) error {
	pin, err := p.pin()
	if err != nil {
		return err
	}
	out := session.Sink
	defer func() { session.Sink = out }()
	for _, order := range p.Sizes {
		for _, workers := range lab.Or(p.Workers, []int{0}) {
			var kept lab.Collect
			session.Sink = lab.Tee(out, &kept)
			spec := tree.Spec{
				Modes: p.Variants, Runtimes: p.Runtimes, Workers: workers, Pin: pin, Reps: p.Reps, Patience: p.Patience, Levels: true,
				Tree: tree.Params{Levels: p.Levels, Order: order, Seed: p.Seed},
			}
			if err := spec.Run(ctx, session); err != nil {
				return err
			}
			for _, r := range gains(kept.Records) {
				if err := session.Take(r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// gains returns how much faster each mode was than coordinated, on each level and as a whole.
func gains(records []lab.Record) []lab.Record {
	fixed := map[string]lab.Record{}
	for _, r := range records {
		if r.OK && r.Runtime == "heddle" && r.Variant == "coordinated" {
			fixed[r.Pattern] = r
		}
	}
	var out []lab.Record
	for _, r := range records {
		base, ok := fixed[r.Pattern]
		if !ok || !r.OK || r.Variant == "coordinated" {
			continue
		}
		ratio := lab.Compare(base.Samples, r.Samples)
		if !ratio.Known() {
			continue
		}
		out = append(out, lab.Record{
			Experiment: "tree", Runtime: r.Runtime, Variant: r.Variant, Pattern: r.Pattern, Workers: r.Workers, N: r.N, Seed: r.Seed, OK: true,
			Quantity: "gain over coordinated", Value: 100 * (ratio.Value - 1), Unit: "%",
			Note: percentInterval(ratio) + "the study had +18.7 and +52.2",
		})
	}
	return out
}

// percentInterval begins a note on a gain in percent: its interval, if that tells anything.
func percentInterval(r lab.Ratio) string {
	if !r.Telling() {
		return ""
	}
	return fmt.Sprintf("95 %% interval %+.1f to %+.1f; ", 100*(r.Low-1), 100*(r.High-1))
}
