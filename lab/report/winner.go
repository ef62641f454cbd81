package report

import (
	"fmt"
	"slices"
	"strings"

	"heddle/lab"
)

// A Sentence is a start, and a list of words that may be empty.
type Sentence struct {
	Start string
	Words []string
}

// String returns the sentence in one line.
func (s Sentence) String() string {
	if len(s.Words) == 0 {
		return s.Start + "."
	}
	return s.Start + " " + strings.Join(s.Words, ", ") + "."
}

// verdict says which row is the fastest, and how much longer every other contestant takes at its
// own best row. A row wins only if the interval of each of these ratios excludes 1; otherwise
// those that it cannot be told apart from are named with it.
func (s *section) verdict() []Sentence {
	ranking := s.ranking()
	w := ranking[0]
	var tied, others []string
	medians := false // some ratios have no interval
	for _, r := range ranking[1:] {
		ratio := versus(r, w)
		text := strings.TrimSpace(fmt.Sprintf("%s %.2fx %s", r.Contestant(), ratio.Value, Interval(ratio)))
		switch {
		case !ratio.Bounded():
			medians = true // which are then what is compared: one round in common may say the contrary
			others = append(others, fmt.Sprintf("%s %.2fx", r.Contestant(), r.MedianS/w.MedianS))
		case ratio.Low > 1:
			others = append(others, text)
		default:
			tied = append(tied, text)
		}
	}
	start := "Winner: "
	switch {
	case len(tied) > 0:
		start = "No clear winner: "
	case medians:
		start = "Fastest by the medians alone: "
	}
	out := []Sentence{{Start: start + s.feat(w)}}
	if len(tied) > 0 {
		out = append(out, Sentence{"Not told apart from it by 95 % intervals:", tied})
	}
	if len(others) > 0 {
		out = append(out, Sentence{"The others take, each at its best:", others})
	}
	return out
}

// feat says what a row achieved: "task-async with tiles of 128, 23.10 ms, 71 % of peak".
func (s *section) feat(r lab.Record) string {
	var b strings.Builder
	b.WriteString(r.Contestant())
	if r.Tile > 0 {
		fmt.Fprintf(&b, " with tiles of %d", r.Tile)
	}
	if r.Block > 0 {
		fmt.Fprintf(&b, " with blocks of %d", r.Block)
	}
	fmt.Fprintf(&b, ", %s %s", significant(r.MedianS/s.unit), s.unitStr)
	if r.GFlops > 0 {
		fmt.Fprintf(&b, ", %s GFLOP/s", significant(r.GFlops))
	}
	if r.PeakFraction > 0 {
		fmt.Fprintf(&b, ", %s %% of peak", percent(r.PeakFraction))
	}
	return b.String()
}

// percent prints a fraction in whole percents, below 1 with one digit.
func percent(x float64) string {
	if x < 0.00995 {
		return fmt.Sprintf("%.1g", 100*x)
	}
	return fmt.Sprintf("%.0f", 100*x)
}

// ranking returns the best row of every contestant, the fastest first.
func (s *section) ranking() []lab.Record {
	best := map[string]int{}
	var out []lab.Record
	for _, r := range s.rows {
		if !r.OK || r.MedianS <= 0 {
			continue
		}
		at, seen := best[r.Contestant()]
		switch {
		case !seen:
			best[r.Contestant()] = len(out)
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

// wrap prints a sentence in lines of 100 columns at most.
func (s Sentence) wrap() string {
	const width = 100
	var b strings.Builder
	b.WriteString(s.Start)
	column := len(s.Start)
	for i, w := range s.Words {
		if i < len(s.Words)-1 {
			w += ","
		}
		if column+1+len(w) > width && i > 0 {
			b.WriteString("\n ")
			column = 1
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		column += 1 + len(w)
	}
	return b.String() + "."
}
