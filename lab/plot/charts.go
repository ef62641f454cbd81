package plot

import (
	"cmp"
	"slices"

	"heddle/lab"
)

// Options say which charts are wanted.
type Options struct {
	// Y is what the vertical axis of times shows: "time", or "gflops" a core, where the work is
	// known; "": time.
	Y string
	// X is what the horizontal axis of Cholesky's charts shows: "tiles" or "n"; "": whichever
	// was varied more.
	X string
	// Styles are shared by the charts of a report; nil: their own.
	Styles *Styles
}

// Quantities are the values of Options.Y, the default first, and Variables those of Options.X.
var (
	Quantities = []string{"time", "gflops"}
	Variables  = []string{"tiles", "n"}
)

// Charts returns the charts that records can be seen in, one for each problem of which several
// cases were measured. Records that failed are in none.
func Charts(records []lab.Record, o Options) []Chart {
	if o.Styles == nil {
		o.Styles = NewStyles(records)
	}
	var right []lab.Record
	for _, r := range records {
		if r.OK && r.Round == "" { // what a final round repeats is drawn where it was found
			right = append(right, r)
		}
	}
	charts := choleskyCharts(right, o)
	for _, v := range views {
		charts = append(charts, v.charts(right, o)...)
	}
	return charts
}

// group splits records by a key, in the order in which keys come first.
func group[K comparable](records []lab.Record, key func(*lab.Record) (K, bool)) (keys []K, of map[K][]lab.Record) {
	of = map[K][]lab.Record{}
	for _, r := range records {
		k, ok := key(&r)
		if !ok {
			continue
		}
		if of[k] == nil {
			keys = append(keys, k)
		}
		of[k] = append(of[k], r)
	}
	return keys, of
}

// distinct returns the values of f over records, sorted, without zeros.
func distinct(records []lab.Record, f func(*lab.Record) int) []int {
	var out []int
	for i := range records {
		if v := f(&records[i]); v != 0 {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lines makes a series of every name, in the order in which names come first.
func lines(records []lab.Record, name func(*lab.Record) string, point func(*lab.Record) (Point, bool), styles *Styles) []Series {
	names, of := group(records, func(r *lab.Record) (string, bool) { return name(r), true })
	var out []Series
	for _, n := range names {
		s := Series{Name: n, Group: of[n][0].Runtime, Style: styles.style(n, &of[n][0])}
		for _, r := range of[n] {
			if p, ok := point(&r); ok {
				s.Points = append(s.Points, p)
			}
		}
		slices.SortStableFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		if len(s.Points) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// floats converts ticks.
func floats(x []int) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}
