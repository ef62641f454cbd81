package report

import (
	"fmt"
	"slices"
	"strings"

	"heddle/lab"
)

// winner says which row is the fastest, and how much longer every other variant takes at its
// own best row, in that order.
func (s *section) winner() string {
	w := s.rows[s.best]
	var b strings.Builder
	fmt.Fprintf(&b, "Winner: %s", w.Variant)
	if w.Tile > 0 {
		fmt.Fprintf(&b, " with tiles of %d", w.Tile)
	}
	if w.Block > 0 {
		fmt.Fprintf(&b, " with blocks of %d", w.Block)
	}
	fmt.Fprintf(&b, ", %s %s", significant(w.MedianS/s.unit), s.unitStr)
	if w.GFlops > 0 {
		fmt.Fprintf(&b, ", %s GFLOP/s", significant(w.GFlops))
	}
	if w.PeakFraction > 0 {
		fmt.Fprintf(&b, ", %.0f %% of peak", 100*w.PeakFraction)
	}
	b.WriteString(".")
	var others []string
	for _, r := range s.ranking()[1:] {
		others = append(others, fmt.Sprintf("%s %.2fx", r.Variant, r.MedianS/w.MedianS))
	}
	if len(others) > 0 {
		b.WriteString(wrap("\nThe others take, each at its best: ", others, "."))
	}
	return b.String()
}

// ranking returns the best row of every variant, the fastest first.
func (s *section) ranking() []lab.Record {
	best := map[string]int{}
	var out []lab.Record
	for _, r := range s.rows {
		if !r.OK || r.MedianS <= 0 {
			continue
		}
		at, seen := best[r.Variant]
		switch {
		case !seen:
			best[r.Variant] = len(out)
			out = append(out, r)
		case r.MedianS < out[at].MedianS:
			out[at] = r
		}
	}
	slices.SortStableFunc(out, func(a, b lab.Record) int {
		switch {
		case a.MedianS < b.MedianS:
			return -1
		case a.MedianS > b.MedianS:
			return 1
		}
		return 0
	})
	return out
}

// wrap joins words with commas after a start, in lines of 100 columns at most.
func wrap(start string, words []string, end string) string {
	const width = 100
	var b strings.Builder
	b.WriteString(start)
	column := len(start)
	for i, w := range words {
		if i < len(words)-1 {
			w += ","
		} else {
			w += end
		}
		if column+1+len(w) > width {
			b.WriteString("\n ")
			column = 1
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		column += 1 + len(w)
	}
	return b.String()
}
