package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/lab"
)

// column is one column of the table.
type column struct {
	head string
	left bool // names are aligned left, numbers right
	// value is the cell of a row, "" where the column does not apply to it.
	value func(s *section, i int) string
	// fact says the same in the heading, where all rows agree; nil: always a column.
	fact        func(r *lab.Record) string
	headingOnly bool // never a column
	timed       bool // head is followed by the unit of time
}

func (c column) title(s *section) string {
	if c.timed {
		return c.head + " " + s.unitStr
	}
	return c.head
}

func (c column) cell(s *section, i int) string { return c.value(s, i) }

// text is a column that shows a word.
func text(head string, get func(r *lab.Record) string, fact func(r *lab.Record) string) column {
	return column{head: head, left: true, fact: fact,
		value: func(s *section, i int) string { return get(&s.rows[i]) }}
}

// number is a column that shows a count; zero does not apply.
func number(head string, get func(r *lab.Record) int, fact func(r *lab.Record) string) column {
	return column{head: head, fact: fact, value: func(s *section, i int) string {
		if x := get(&s.rows[i]); x != 0 {
			return strconv.Itoa(x)
		}
		return ""
	}}
}

// float is a column that shows a number; zero does not apply.
func float(head string, get func(r *lab.Record) float64) column {
	return column{head: head, value: func(s *section, i int) string {
		if x := get(&s.rows[i]); x != 0 {
			return significant(x)
		}
		return ""
	}}
}

// seconds is a column of times in the section's unit.
func seconds(head string, get func(r *lab.Record) float64) column {
	return column{head: head, timed: true, value: func(s *section, i int) string {
		if x := get(&s.rows[i]); x > 0 {
			return significant(x / s.unit)
		}
		return ""
	}}
}

// pointer is a column that shows a number whose zero is an answer.
func pointer(head string, get func(r *lab.Record) *float64) column {
	return column{head: head, value: func(s *section, i int) string {
		if x := get(&s.rows[i]); x != nil {
			return significant(*x)
		}
		return ""
	}}
}

// allColumns are the columns of every experiment, in the order printed.
var allColumns = []column{
	text("variant", func(r *lab.Record) string { return r.Variant }, nil),
	text("routine", func(r *lab.Record) string { return r.Routine }, func(r *lab.Record) string { return r.Routine }),
	text("pattern", func(r *lab.Record) string { return r.Pattern }, func(r *lab.Record) string { return r.Pattern }),
	text("quantity", func(r *lab.Record) string { return r.Quantity }, nil),
	text("runtime", func(r *lab.Record) string { return r.Runtime }, runtimeFact),
	text("kernel", func(r *lab.Record) string { return r.Kernel }, func(r *lab.Record) string { return "kernel " + r.Kernel }),
	text("queue", func(r *lab.Record) string { return r.Queue }, func(r *lab.Record) string { return "queue " + r.Queue }),
	text("form", func(r *lab.Record) string { return r.Form }, func(r *lab.Record) string { return "form " + r.Form }),
	text("app", func(r *lab.Record) string { return r.App }, func(r *lab.Record) string { return r.App }),
	text("size", func(r *lab.Record) string { return extents(r.Size) }, func(r *lab.Record) string { return "size " + extents(r.Size) }),
	number("iterations", func(r *lab.Record) int { return r.Iterations }, func(r *lab.Record) string { return fmt.Sprintf("%d iterations", r.Iterations) }),
	number("n", func(r *lab.Record) int { return r.N }, func(r *lab.Record) string { return fmt.Sprintf("n = %d", r.N) }),
	text("type", func(r *lab.Record) string { return r.DType }, func(r *lab.Record) string { return r.DType }),
	number("workers", func(r *lab.Record) int { return r.Workers }, workersFact),
	text("noop", func(r *lab.Record) string { return when(r.Noop, "yes") }, func(*lab.Record) string { return "kernels replaced by nothing" }),
	text("round", func(r *lab.Record) string { return r.Round }, func(r *lab.Record) string { return r.Round + " round, each at its best" }),
	number("tiles", func(r *lab.Record) int { return r.Tiles }, nil),
	number("tile", func(r *lab.Record) int { return r.Tile }, nil),
	number("block", func(r *lab.Record) int { return r.Block }, nil),
	{head: "body", value: func(s *section, i int) string { return body(&s.rows[i]) }},
	number("tasks", func(r *lab.Record) int { return r.Tasks }, nil),
	number("reps", func(r *lab.Record) int { return r.Reps }, repetitions),
	{head: "FMA peak", headingOnly: true, value: onePeak, fact: peakFact},
	seconds("median", medianColumn),
	seconds("min", func(r *lab.Record) float64 { return r.MinS }),
	seconds("max", func(r *lab.Record) float64 { return r.MaxS }),
	float("GFLOP/s", func(r *lab.Record) float64 { return r.GFlops }),
	float("% peak", func(r *lab.Record) float64 { return 100 * r.PeakFraction }),
	float("ns/task", perTask),
	float("serial ns", func(r *lab.Record) float64 { return r.SerialNs }),
	float("over ns", func(r *lab.Record) float64 {
		if r.SerialNs == 0 || r.App != "" {
			return 0
		}
		return r.NsPerTask - r.SerialNs
	}),
	float("ideal ns", func(r *lab.Record) float64 { return unless(r.App != "", r.IdealNs) }),
	float("x serial", func(r *lab.Record) float64 { return unless(r.App != "", r.VersusSerial) }),
	float("x ideal", func(r *lab.Record) float64 { return r.VersusIdeal }),
	pointer("allocs/task", func(r *lab.Record) *float64 { return r.AllocsPerTask }),
	pointer("heap MiB", func(r *lab.Record) *float64 { return r.HeapMiB }),
	float("packed MiB", func(r *lab.Record) float64 { return float64(r.PackedBytes) / (1 << 20) }),
	pointer("residual", func(r *lab.Record) *float64 { return r.Residual }),
	{head: "x first", value: versusFirst},
	{head: "95 % interval", left: true, value: versusFirstInterval},
	{head: "value", value: func(s *section, i int) string { return quantity(s.rows[i].Value) }},
	text("unit", func(r *lab.Record) string { return r.Unit }, nil),
	text("note", func(r *lab.Record) string { return r.Note }, nil),
}

func when(b bool, s string) string {
	if b {
		return s
	}
	return ""
}

func body(r *lab.Record) string {
	if r.BodyNs == nil {
		return ""
	}
	return strconv.Itoa(*r.BodyNs) + " ns"
}

// unless is x, or 0 where a column is to be left out.
func unless(hidden bool, x float64) float64 {
	if hidden {
		return 0
	}
	return x
}

// extents prints a size: 32x32x8.
func extents(size []int) string {
	words := make([]string, len(size))
	for i, n := range size {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, "x")
}

// medianColumn leaves out what ns/task says where that is compared with a serial loop.
func medianColumn(r *lab.Record) float64 {
	return unless(r.SerialNs > 0 && r.App == "", r.MedianS)
}

// perTask is shown where it says what a task costs: not where tasks do real work.
func perTask(r *lab.Record) float64 {
	return unless(r.GFlops > 0, r.NsPerTask)
}

// runtimeFact leaves out what goes without saying.
func runtimeFact(r *lab.Record) string {
	if r.Runtime == "heddle" {
		return ""
	}
	return "on " + r.Runtime
}

// quantity prints a measured value, or a count as such.
func quantity(x float64) string {
	switch {
	case x == 0:
		return ""
	case x == math.Trunc(x) && math.Abs(x) < 1<<53:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return significant(x)
}

func workersFact(r *lab.Record) string {
	s := fmt.Sprintf("%d workers", r.Workers)
	if r.Workers == 1 {
		s = "1 worker"
	}
	if r.Pin != "" {
		s += " (pin " + r.Pin + ")"
	}
	return s
}

// onePeak is the peak of the first row that has one: rows of a section were measured beside
// the same peak.
func onePeak(s *section, _ int) string {
	for _, r := range s.rows {
		if r.PeakGFlops > 0 {
			return significant(r.PeakGFlops)
		}
	}
	return ""
}

func peakFact(r *lab.Record) string {
	return "FMA peak " + significant(r.PeakGFlops) + " GFLOP/s"
}

// ratioToFirst is how many times faster a row is than the first of its table.
func ratioToFirst(s *section, i int) (r lab.Ratio, ok bool) {
	first, row := s.rows[0], s.rows[i]
	if row.Variant == "" || len(s.rows) < 2 || !first.OK || !row.OK || row.MedianS <= 0 {
		return lab.Ratio{}, false
	}
	return versus(first, row), true
}

func versusFirst(s *section, i int) string {
	r, ok := ratioToFirst(s, i)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.2fx", r.Value)
}

func versusFirstInterval(s *section, i int) string {
	r, ok := ratioToFirst(s, i)
	if !ok || i == 0 || !r.Bounded() {
		return ""
	}
	return Interval(r)
}

// versus returns how many times as long a takes as b: by rounds where both have samples, or the
// ratio of the medians, without limits.
func versus(a, b lab.Record) lab.Ratio {
	if r := lab.CompareRecords(a, b); r.Known() {
		return r
	}
	return lab.Ratio{Value: a.MedianS / b.MedianS, High: math.Inf(1)}
}

// Interval prints the 95 % interval of a ratio: "[1.31, 1.44]", or "" where it has no limits, or
// such that they say nothing.
func Interval(r lab.Ratio) string {
	if !r.Telling() {
		return ""
	}
	return "[" + limit(r.Low) + ", " + limit(r.High) + "]"
}

// limit prints a limit of an interval of ratios with two digits after the point, fewer where
// it is large, more where it would look like 1 without being it.
func limit(x float64) string {
	switch {
	case x >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x != 1 && math.Abs(x-1) < 0.005:
		return strconv.FormatFloat(x, 'f', 4, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// significant prints x with four significant digits and without an exponent where it is of
// everyday size.
func significant(x float64) string {
	a := math.Abs(x)
	switch {
	case x == 0:
		return "0"
	case a < 1e-3 || a >= 1e7:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case a >= 1000:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	digits := 3 - int(math.Floor(math.Log10(a)))
	return strconv.FormatFloat(x, 'f', min(max(digits, 0), 4), 64)
}

// rowName names a row in prose.
func rowName(r lab.Record) string {
	var parts []string
	for _, s := range []string{r.Contestant(), r.Routine, r.Pattern, r.Quantity} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if r.N > 0 {
		parts = append(parts, fmt.Sprintf("n = %d", r.N))
	}
	if r.Tile > 0 {
		parts = append(parts, fmt.Sprintf("tile %d", r.Tile))
	}
	return strings.Join(parts, ", ")
}

func repetitions(r *lab.Record) string {
	if r.Reps == 1 {
		return "1 repetition"
	}
	return fmt.Sprintf("%d repetitions", r.Reps)
}
