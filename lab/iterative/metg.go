package iterative

import (
	"math"

	"heddle/lab"
)

// Granularity is the length of a task of r in ns as Task Bench counts it: time times workers
// over tasks, waiting and overhead included (Slaughter et al., Task Bench: A Parameterized
// Benchmark for Evaluating Parallel Runtime Performance, SC 2020, section IV).
func Granularity(r lab.Record) float64 { return r.NsPerTask * float64(max(1, r.Workers)) }

// METG is the minimum effective task granularity: the length in ns of the smallest tasks with
// which c has an efficiency of a half, which is to take twice as long as the best serial form
// over the workers. Between the two rows around it the logarithms are interpolated.
type METG struct {
	Ns     float64
	AtMost bool // the smallest tasks measured still have it
	Never  bool // no tasks measured have it; Ns is 0
}

// METG returns the minimum effective task granularity of c. Its rows must have been compared
// with the serial form (VersusIdeal).
func (c Curve) METG() METG {
	// Rows begin with the smallest tasks. Large ones are too few to keep all workers busy, so
	// that the search begins at the best row and goes down.
	i := 0
	for j, r := range c.Rows {
		if r.VersusIdeal > 0 && r.VersusIdeal < c.Rows[i].VersusIdeal {
			i = j
		}
	}
	if at := c.Rows[i].VersusIdeal; at <= 0 || at > 2 {
		return METG{Never: true}
	}
	for i > 0 && c.Rows[i-1].VersusIdeal <= 2 {
		i--
	}
	if i == 0 {
		return METG{Ns: Granularity(c.Rows[0]), AtMost: true}
	}
	above, below := c.Rows[i], c.Rows[i-1]
	x0, x1 := math.Log(Granularity(below)), math.Log(Granularity(above))
	y0, y1 := math.Log(below.VersusIdeal), math.Log(above.VersusIdeal)
	return METG{Ns: math.Exp(x1 + (x0-x1)*(math.Log(2)-y1)/(y0-y1))}
}

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
