package report

import (
	"fmt"
	"strings"

	"heddle/lab"
)

// winner says which row is the fastest, and by how much it beats the best of every other
// variant that comes near, and the slowest.
func (s *section) winner() string {
	w := s.rows[s.best]
	var b strings.Builder
	fmt.Fprintf(&b, "Winner: %s", w.Variant)
	if w.Tile > 0 {
		fmt.Fprintf(&b, " with tiles of %d", w.Tile)
	}
	fmt.Fprintf(&b, ", %s %s", significant(w.MedianS/s.unit), s.unitStr)
	if w.GFlops > 0 {
		fmt.Fprintf(&b, ", %s GFLOP/s", significant(w.GFlops))
	}
	if w.PeakFraction > 0 {
		fmt.Fprintf(&b, ", %.0f %% of peak", 100*w.PeakFraction)
	}
	next, last := s.rivals(w)
	if next != nil {
		fmt.Fprintf(&b, "; %.2fx as fast as %s", next.MedianS/w.MedianS, next.Variant)
	}
	if last != nil && last.Variant != next.Variant {
		fmt.Fprintf(&b, ", %.2fx as fast as %s", last.MedianS/w.MedianS, last.Variant)
	}
	b.WriteByte('.')
	return b.String()
}

// rivals returns the second and the last variant, each at its best row; nil: there is none.
func (s *section) rivals(w lab.Record) (next, last *lab.Record) {
	best := map[string]*lab.Record{}
	var order []string
	for i := range s.rows {
		r := &s.rows[i]
		if !r.OK || r.MedianS <= 0 || r.Variant == w.Variant {
			continue
		}
		if b := best[r.Variant]; b == nil {
			order = append(order, r.Variant)
			best[r.Variant] = r
		} else if r.MedianS < b.MedianS {
			best[r.Variant] = r
		}
	}
	for _, name := range order {
		r := best[name]
		if next == nil || r.MedianS < next.MedianS {
			next = r
		}
		if last == nil || r.MedianS > last.MedianS {
			last = r
		}
	}
	return next, last
}
