package iterative

import (
	"fmt"
	"strings"

	"heddle/lab"
)

// Granularity is the length of a task of r in ns as Task Bench counts it: time times workers
// over tasks, waiting and overhead included (Slaughter et al., Task Bench: A Parameterized
// Benchmark for Evaluating Parallel Runtime Performance, SC 2020, section IV).
func Granularity(r lab.Record) float64 { return r.NsPerTask * float64(max(1, r.Workers)) }

// METG is the minimum effective task granularity: the length in ns of the smallest tasks with
// which c has an efficiency of a half, which is to take twice as long as the best serial form
// over the workers. Between the two rows around it the efficiency is taken to be linear in the
// inverse of the length, as it is where each task costs the same.
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
	x0, x1 := 1/Granularity(below), 1/Granularity(above)
	y0, y1 := 1/below.VersusIdeal, 1/above.VersusIdeal
	return METG{Ns: 1 / (x1 + (x0-x1)*(0.5-y1)/(y0-y1))}
}

// metgs says in a sentence what the minimum effective task granularities are, "" where too few
// blocks were measured.
func (s Study) metgs() string {
	var words []string
	for _, c := range s.Curves {
		if c.Variant == serial || len(c.Rows) < 3 || c.Rows[0].VersusIdeal == 0 {
			continue
		}
		name := c.Variant
		if c.Runtime != "heddle" {
			name = c.Runtime + " " + name
		}
		switch m := c.METG(); {
		case m.Never:
			words = append(words, name+" none")
		case m.AtMost:
			words = append(words, fmt.Sprintf("%s at most %.0f ns", name, m.Ns))
		default:
			words = append(words, fmt.Sprintf("%s %.0f ns", name, m.Ns))
		}
	}
	if words == nil {
		return ""
	}
	return fmt.Sprintf("%s, %d workers: the smallest tasks at 50 %% efficiency (METG): %s", s.App, s.Workers, strings.Join(words, ", "))
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
