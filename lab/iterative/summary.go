package iterative

import (
	"fmt"
	"math"

	"heddle/lab"
)

// METGs returns a record for each curve that is not serial: its minimum effective task
// granularity.
func METGs(studies []Study) []lab.Record {
	var out []lab.Record
	for _, s := range studies {
		for _, c := range s.Curves {
			if c.Variant == serial || c.Rows[0].VersusIdeal == 0 {
				continue
			}
			r := lab.Record{Experiment: "iterative", Runtime: c.Runtime, App: s.App, Variant: c.Variant, Workers: s.Workers,
				Quantity: "METG", Unit: "ns", Seed: c.Rows[0].Seed, OK: true}
			switch m := c.METG(); {
			case m.Never:
				r.Note = "no task size reaches 50 %"
			case m.AtMost:
				r.Value, r.Note = m.Ns, "or less: the smallest tasks measured"
			default:
				r.Value = m.Ns
			}
			out = append(out, r)
		}
	}
	return out
}

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
				Size: r.Size, Workers: s.Workers, Block: r.Block, Tasks: r.Tasks, Iterations: r.Iterations, Seed: r.Seed,
				Quantity: quantity, Value: unit.MedianS / r.MedianS, Unit: "x", OK: true, SerialNs: r.SerialNs})
			means.add(c.Runtime, c.Variant, s.Workers, unit.MedianS/r.MedianS)
		}
	}
	return append(out, means.records(quantity)...)
}

// means collects ratios of curves for their geometric means.
type means struct {
	keys []meanKey
	sum  map[meanKey]float64
	n    map[meanKey]int
}

type meanKey struct {
	runtime, variant string
	workers          int
}

func newMeans() *means { return &means{sum: map[meanKey]float64{}, n: map[meanKey]int{}} }

func (m *means) add(runtime, variant string, workers int, ratio float64) {
	k := meanKey{runtime, variant, workers}
	if m.n[k] == 0 {
		m.keys = append(m.keys, k)
	}
	m.sum[k] += math.Log(ratio)
	m.n[k]++
}

func (m *means) records(quantity string) []lab.Record {
	var out []lab.Record
	for _, k := range m.keys {
		out = append(out, lab.Record{Experiment: "iterative", Runtime: k.runtime, Variant: k.variant, Workers: k.workers,
			Quantity: quantity, Value: math.Exp(m.sum[k] / float64(m.n[k])), Unit: "x", OK: true,
			Note: fmt.Sprintf("geometric mean of %d programs", m.n[k])})
	}
	return out
}
