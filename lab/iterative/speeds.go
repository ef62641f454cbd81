package iterative

import (
	"fmt"

	"heddle/lab"
)

// Grain is a choice of rows to compare.
type Grain string

// The grains of [TI]'s experiment 1.
const (
	Optimal Grain = "optimal" // each variant at its own fastest row
	Small   Grain = "small"   // all at the block of Study.Small
)

// row returns the row of c at grain g.
func (s Study) row(c Curve, g Grain) (lab.Record, bool) {
	if g == Optimal {
		return c.Best(), true
	}
	block, _ := s.Small()
	return c.At(block)
}

// Speeds returns a record for each curve of each study: its speed at grain g over that of
// variant of (on heddle); and one for each curve over all programs, the geometric mean.
func Speeds(studies []Study, g Grain, of string) []lab.Record {
	quantity := "speed over " + of + ", " + string(g) + " granularity"
	var out []lab.Record
	means := newMeans()
	for _, s := range studies {
		base, ok := s.Curve("heddle", of)
		if !ok {
			continue
		}
		unit, ok := s.row(base, g)
		if !ok {
			continue
		}
		for _, c := range s.Curves {
			r, ok := s.row(c, g)
			if !ok {
				continue
			}
			out = append(out, lab.Record{Experiment: "iterative", Runtime: c.Runtime, App: s.App, Variant: c.Variant,
				Workers: s.Workers, Seed: r.Seed, Quantity: quantity, Value: over(unit, r), Unit: "x", OK: true})
			means.add(c.Runtime, c.Variant, s.Workers, over(unit, r))
		}
	}
	return append(out, means.records(quantity)...)
}

// over returns how many times as long a takes as b: the median of the ratios of the rounds, in
// which both were measured, or without samples the ratio of the medians.
func over(a, b lab.Record) float64 {
	if r := lab.Compare(a.Samples, b.Samples); r.Known() {
		return r.Value
	}
	return a.MedianS / b.MedianS
}

// Smalls returns a record for each study: how long a task of its small granularity is, in ns of
// the serial form.
func Smalls(studies []Study) []lab.Record {
	var out []lab.Record
	for _, s := range studies {
		block, bounded := s.Small()
		for _, c := range s.Curves {
			r, ok := c.At(block)
			if !ok || !c.ofTasks() {
				continue
			}
			note := fmt.Sprintf("block %d", block)
			if !bounded {
				note += ", the smallest measured"
			}
			out = append(out, lab.Record{Experiment: "iterative", Runtime: "heddle", App: s.App, Workers: s.Workers, Seed: r.Seed,
				Quantity: "length of a task, small granularity", Value: r.SerialNs, Unit: "ns", OK: true, Note: note})
			break
		}
	}
	return out
}

// Behind returns a record for each study: by how many percent taskiter+is is slower than the
// best other variant of heddle, each at its own best row; negative where it is faster.
func Behind(studies []Study) []lab.Record {
	var out []lab.Record
	for _, s := range studies {
		ours, ok := s.Curve("heddle", "taskiter+is")
		if !ok {
			continue
		}
		var best lab.Record
		for _, c := range s.Curves {
			if c.Runtime != "heddle" || c.Variant == ours.Variant {
				continue
			}
			if r := c.Best(); best.MedianS == 0 || r.MedianS < best.MedianS {
				best = r
			}
		}
		if best.MedianS == 0 {
			continue
		}
		out = append(out, lab.Record{Experiment: "iterative", Runtime: "heddle", App: s.App, Variant: ours.Variant, Workers: s.Workers,
			Seed: best.Seed, Quantity: "time over the best other form, optimal granularity", Unit: "%", OK: true,
			Value: 100 * (over(ours.Best(), best) - 1), Note: "the best other form is " + best.Variant})
	}
	return out
}
