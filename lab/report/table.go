package report

import (
	"io"
	"slices"
	"strings"

	"heddle/lab"
)

// tableSink keeps the records and prints them at Flush as aligned tables, one for each
// problem (experiment, size, workers): what is the same in all rows stands once in the
// heading, columns that apply to no row are left out, and the fastest row is marked.
type tableSink struct {
	w    io.Writer
	rows []lab.Record
}

func (s *tableSink) Write(r lab.Record) error {
	s.rows = append(s.rows, r)
	return nil
}

func (s *tableSink) Flush() error {
	var b strings.Builder
	for i, sheet := range Sheets(s.rows) {
		if i > 0 {
			b.WriteByte('\n')
		}
		sheet.print(&b)
	}
	for i, who := range Absent(s.rows) {
		if i == 0 && b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(who + "\n")
	}
	s.rows = nil
	_, err := io.WriteString(s.w, b.String())
	return err
}

// section is one table: records whose rows can be compared.
type section struct {
	rows    []lab.Record
	best    int     // index of the fastest right row among several that compete, -1: none
	unit    float64 // seconds: what times are printed in
	unitStr string
}

// key is what the rows of a section share. Rows that name variants compete on one problem, and
// those whose kernels do nothing on one graph; others may differ in size.
type key struct {
	experiment, routine string
	round               string
	noop                bool
	n, tiles, workers   int
	app, size, quantity string
	dtype, form         string // of products
}

func sections(rows []lab.Record) []*section {
	var keys []key
	byKey := map[key]*section{}
	for _, r := range rows {
		k := key{experiment: r.Experiment, routine: r.Routine, round: r.Round, noop: r.Noop, workers: r.Workers, dtype: r.DType}
		if r.DType != "" {
			k.size, k.form = extents(r.Size), r.Form
		}
		switch {
		case r.Quantity != "" && (r.App != "" || r.Variant != ""): // a quantity over programs
			k = key{experiment: r.Experiment, quantity: r.Quantity}
		case r.App != "": // the serial form competes with those of several workers
			k = key{experiment: r.Experiment, app: r.App, size: extents(r.Size)}
		case r.Variant != "" && r.Pattern != "":
			k.tiles, k.size = r.Tiles, r.Pattern
		case r.Variant != "" && r.Noop:
			k.n, k.tiles = r.N, r.Tiles
		case r.Variant != "":
			k.n = r.N
		case r.Quantity != "":
			k = key{experiment: r.Experiment}
		}
		if byKey[k] == nil {
			byKey[k] = &section{best: -1}
			keys = append(keys, k)
		}
		byKey[k].rows = append(byKey[k].rows, r)
	}
	var out []*section
	for _, k := range keys {
		sec := byKey[k]
		sec.judge()
		out = append(out, sec)
	}
	return out
}

// judge finds the fastest row and the unit that suits it.
func (s *section) judge() {
	smallest := 0.0
	for i, r := range s.rows {
		if !r.OK || r.MedianS <= 0 {
			continue
		}
		if smallest == 0 || r.MedianS < smallest {
			smallest = r.MedianS
			if r.Variant != "" {
				s.best = i
			}
		}
	}
	if len(s.rows) < 2 {
		s.best = -1
	}
	switch {
	case smallest >= 1:
		s.unit, s.unitStr = 1, "s"
	case smallest >= 1e-3:
		s.unit, s.unitStr = 1e-3, "ms"
	default:
		s.unit, s.unitStr = 1e-6, "us"
	}
}

// grid returns the cells of the columns shown, below their heads.
func (s *section) grid(shown []column) [][]string {
	grid := make([][]string, len(s.rows)+1)
	for _, c := range shown {
		grid[0] = append(grid[0], c.title(s))
		for i := range s.rows {
			grid[i+1] = append(grid[i+1], c.cell(s, i))
		}
	}
	return grid
}

// failures says why rows failed.
func (s *section) failures() []string {
	var out []string
	for _, r := range s.rows {
		if !r.OK {
			out = append(out, rowName(r)+" FAILED: "+oneLine(strings.TrimPrefix(r.Error, "failed: ")))
		}
	}
	return out
}

// columns splits the columns that apply to some row into those shown and those that are the
// same everywhere, which become the heading.
func (s *section) columns() (heading string, shown []column) {
	facts := []string{s.rows[0].Experiment}
	for _, c := range allColumns {
		var values []string
		for i := range s.rows {
			values = append(values, c.cell(s, i))
		}
		first := values[0]
		same := !slices.ContainsFunc(values, func(v string) bool { return v != first })
		switch {
		case same && first == "":
		case same && c.fact != nil:
			if fact := c.fact(&s.rows[0]); fact != "" && !slices.Contains(facts, fact) { // routine gemm of gemm
				facts = append(facts, fact)
			}
		case !c.headingOnly:
			shown = append(shown, c)
		}
	}
	return strings.Join(facts, ", "), shown
}
