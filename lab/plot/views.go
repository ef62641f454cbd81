package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/lab"
)

// view says how the records of an experiment become charts: one row of views.
type view struct {
	takes  func(*lab.Record) bool
	title  func(*lab.Record) string // one chart for each
	series func(*lab.Record) string
	point  func(*lab.Record) (Point, bool)
	x, y   Axis
	marked bool // the horizontal axis is marked at the values that were measured
	// limits are lines across a chart of records; nil: none.
	limits func(records []lab.Record) []Limit
}

// routine is the title of a chart of one routine; those of BLAS are written in capitals.
func routine(r *lab.Record) string {
	name := strings.ToUpper(r.Routine)
	if r.Experiment == "gonum" {
		name = "gonum, " + r.Routine
	}
	return words(name, r.DType) + ", " + crewOf(r)
}

// crewOf says how many workers a case had.
func crewOf(r *lab.Record) string {
	if r.Workers == 1 {
		return "1 worker"
	}
	return fmt.Sprintf("%d workers", r.Workers)
}

// rate is the GFLOP/s of a repetition of s seconds.
func rate(r *lab.Record, s float64) (float64, bool) { return r.GFlops * r.MedianS / s, r.GFlops > 0 }

// views are the charts of all experiments but Cholesky.
var views = []view{
	{ // performance against task size, [TI]
		takes: func(r *lab.Record) bool { return r.App != "" && r.SerialNs > 0 && r.Tasks > 0 && r.Variant != "serial" },
		title: func(r *lab.Record) string {
			return fmt.Sprintf("%s, size %s, %s", r.App, dimensions(r.Size), crewOf(r))
		},
		series: contestant,
		point: func(r *lab.Record) (Point, bool) {
			serial := r.SerialNs * float64(r.Tasks) * 1e-9
			return point(r, r.SerialNs*1e-9, func(_ *lab.Record, s float64) (float64, bool) { return serial / s, true })
		},
		x: Axis{Label: "work of a task (serial time over tasks)", Log: true, Text: Seconds},
		y: Axis{Label: "speed over the serial form"},
		limits: func(records []lab.Record) []Limit {
			return []Limit{{Name: "ideal: " + crewOf(&records[0]), Y: float64(records[0].Workers)}}
		},
	},
	{ // what an empty task costs
		takes:  func(r *lab.Record) bool { return r.Experiment == "overhead" && r.Pattern != "" && r.Tasks > 0 },
		title:  func(r *lab.Record) string { return "Cost of an empty task, " + crewOf(r) },
		series: func(r *lab.Record) string { return words(r.Pattern, r.Queue, r.Form) },
		point: func(r *lab.Record) (Point, bool) {
			tasks := float64(r.Tasks)
			return point(r, tasks, func(_ *lab.Record, s float64) (float64, bool) { return s / tasks, true })
		},
		x: Axis{Label: "tasks of the graph", Log: true},
		y: Axis{Label: "time a task", Log: true, Text: Seconds},
	},
	{ // from which length of body on tasks pay
		takes:  func(r *lab.Record) bool { return r.Experiment == "grain" && r.BodyNs != nil && r.VersusSerial > 0 },
		title:  func(r *lab.Record) string { return "Tasks against the plain loop, " + crewOf(r) },
		series: func(r *lab.Record) string { return words(r.Pattern, r.Form) },
		point: func(r *lab.Record) (Point, bool) {
			return Point{X: r.SerialNs * 1e-9, Y: 1 / r.VersusSerial, Low: 1 / r.VersusSerial, High: 1 / r.VersusSerial,
				Text: fmt.Sprintf("%s, body %d ns: %.3g ns a task, the loop %.3g", r.Pattern, *r.BodyNs, r.NsPerTask, r.SerialNs)}, r.SerialNs > 0
		},
		x: Axis{Label: "length of a task's body", Log: true, Text: Seconds},
		y: Axis{Label: "speed over the plain loop"},
		limits: func(records []lab.Record) []Limit {
			return []Limit{{Name: "the plain loop", Y: 1}, {Name: "ideal: " + crewOf(&records[0]), Y: float64(records[0].Workers)}}
		},
	},
	{ // arithmetic alone
		takes:  func(r *lab.Record) bool { return r.Routine != "" && r.Variant == "" && r.GFlops > 0 && r.N > 0 },
		title:  routine,
		series: func(r *lab.Record) string { return words(r.Runtime, r.Kernel) },
		point:  func(r *lab.Record) (Point, bool) { return point(r, float64(r.N), rate) },
		x:      Axis{Label: "order n", Log: true},
		y:      Axis{Label: "GFLOP/s"},
		marked: true,
		limits: peakOf,
	},
	{ // a tree of fronts, level by level
		takes: func(r *lab.Record) bool { _, ok := level(r); return ok && r.Experiment == "tree" },
		title: func(r *lab.Record) string {
			return fmt.Sprintf("Supernodal tree of order %d, level by level, %s", r.N, crewOf(r))
		},
		series: contestant,
		point: func(r *lab.Record) (Point, bool) {
			l, _ := level(r)
			return point(r, float64(l), rate)
		},
		x:      Axis{Label: "level (0: the root)"},
		y:      Axis{Label: "GFLOP/s"},
		marked: true,
		limits: peakOf,
	},
	{ // any other operation on matrices under several strategies
		takes: func(r *lab.Record) bool {
			return r.Routine != "" && r.Routine != "potrf" && r.Variant != "" && r.GFlops > 0 && r.N > 0 && !r.Noop
		},
		title:  routine,
		series: contestant,
		point:  func(r *lab.Record) (Point, bool) { return point(r, float64(r.N), rate) },
		x:      Axis{Label: "order n", Log: true},
		y:      Axis{Label: "GFLOP/s"},
		marked: true,
		limits: peakOf,
	},
}

// level reads the pattern "level 3".
func level(r *lab.Record) (int, bool) {
	number, ok := strings.CutPrefix(r.Pattern, "level ")
	if !ok {
		return 0, false
	}
	l, err := strconv.Atoi(number)
	return l, err == nil
}

// charts draws the records that v takes.
func (v view) charts(records []lab.Record, o Options) []Chart {
	titles, of := group(records, func(r *lab.Record) (string, bool) {
		if !v.takes(r) {
			return "", false
		}
		return v.title(r), true
	})
	var charts []Chart
	for _, t := range titles {
		c := Chart{Title: t, Subtitle: "medians; bars from minimum to maximum", X: v.x, Y: v.y, Series: lines(of[t], v.series, v.point, o.Styles)}
		if v.marked {
			c.X.Ticks = marks(c.Series)
		}
		if v.limits != nil {
			c.Limits = v.limits(of[t])
		}
		charts = append(charts, c)
	}
	return charts
}

// marks returns the values of x at which there are points.
func marks(series []Series) []float64 {
	var out []float64
	for _, s := range series {
		for _, p := range s.Points {
			out = append(out, p.X)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// peakOf is the highest peak measured beside records.
func peakOf(records []lab.Record) []Limit {
	best := slices.MaxFunc(records, func(a, b lab.Record) int { return cmp.Compare(a.PeakGFlops, b.PeakGFlops) })
	if best.PeakGFlops == 0 {
		return nil
	}
	return []Limit{{Name: fmt.Sprintf("FMA peak %.4g GFLOP/s", best.PeakGFlops), Y: best.PeakGFlops}}
}

func words(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" || s == "heddle" }), " ")
}

func dimensions(size []int) string {
	words := make([]string, len(size))
	for i, n := range size {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, " x ")
}
