package iterative

import (
	"cmp"
	"math"
	"slices"

	"heddle/lab"
)

// Study is what was measured of one program at one size on one number of workers.
type Study struct {
	App     string
	Workers int
	Curves  []Curve // one for each variant of each runtime, in the order measured
}

// Curve is one variant of a program from the smallest tasks to the largest.
type Curve struct {
	Runtime, Variant string
	Rows             []lab.Record // right ones only
}

// Studies sorts records of Spec.Measure into studies. The serial form, which has one worker, is
// part of every study of its program. What failed is left out.
func Studies(records []lab.Record) []Study {
	var all []Study
	for _, r := range records {
		if !r.OK || r.App == "" || r.Tasks == 0 || r.Variant == serial {
			continue
		}
		i := slices.IndexFunc(all, func(s Study) bool { return s.App == r.App && s.Workers == r.Workers })
		if i < 0 {
			i, all = len(all), append(all, Study{App: r.App, Workers: r.Workers})
		}
		all[i].add(r)
	}
	for i := range all {
		for _, r := range records {
			if r.OK && r.App == all[i].App && r.Variant == serial {
				all[i].add(r)
			}
		}
		for _, c := range all[i].Curves {
			slices.SortStableFunc(c.Rows, func(a, b lab.Record) int { return cmp.Compare(b.Tasks, a.Tasks) })
		}
	}
	return all
}

const serial = "serial"

func (s *Study) add(r lab.Record) {
	i := slices.IndexFunc(s.Curves, func(c Curve) bool { return c.Runtime == r.Runtime && c.Variant == r.Variant })
	if i < 0 {
		i, s.Curves = len(s.Curves), append(s.Curves, Curve{Runtime: r.Runtime, Variant: r.Variant})
	}
	s.Curves[i].Rows = append(s.Curves[i].Rows, r)
}

// Curve returns the curve of one variant of a runtime.
func (s Study) Curve(runtime, variant string) (Curve, bool) {
	for _, c := range s.Curves {
		if c.Runtime == runtime && c.Variant == variant {
			return c, true
		}
	}
	return Curve{}, false
}

// Best returns the fastest row of c, which has at least one.
func (c Curve) Best() lab.Record {
	return slices.MinFunc(c.Rows, func(a, b lab.Record) int { return cmp.Compare(a.MedianS, b.MedianS) })
}

// At returns the row of c with tasks of the given block.
func (c Curve) At(block int) (lab.Record, bool) {
	for _, r := range c.Rows {
		if r.Block == block {
			return r, true
		}
	}
	return lab.Record{}, false
}

// ofTasks reports whether c is of tasks: not of loops, whose blocks cost them next to nothing.
func (c Curve) ofTasks() bool { return c.Variant != serial && c.Variant != "worksharing" }

// Small returns the block of the small granularity ([TI], experiment 1): the smallest at which
// the best variant of tasks keeps over half of its peak. bounded is false where it does so at
// the smallest block that was measured: there might be a smaller one.
func (s Study) Small() (block int, bounded bool) {
	best := map[int]float64{} // seconds by block
	peak := math.Inf(1)
	for _, c := range s.Curves {
		if !c.ofTasks() {
			continue
		}
		for _, r := range c.Rows {
			if t, ok := best[r.Block]; !ok || r.MedianS < t {
				best[r.Block] = r.MedianS
			}
			peak = min(peak, r.MedianS)
		}
	}
	smallest := math.MaxInt
	for b, t := range best {
		smallest = min(smallest, b)
		if t < 2*peak && (block == 0 || b < block) {
			block = b
		}
	}
	return block, block != smallest
}
