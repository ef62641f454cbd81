package plot

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/lab"
)

// choleskyCharts draws factorizations: time or rate against tiles at one order, or against the
// order at one number of tiles. What has no tiles is a line across, the cost of the tasks alone
// is dashed; where nothing but that was measured, it is drawn a task.
func choleskyCharts(records []lab.Record, o Options) []Chart {
	type crew struct {
		workers int
		pin     string
	}
	crews, of := group(records, func(r *lab.Record) (crew, bool) {
		return crew{r.Workers, r.Pin}, r.Routine == "potrf" && r.Variant != ""
	})
	var charts []Chart
	for _, c := range crews {
		f := &factorizations{Options: o, records: of[c], workers: c.workers}
		f.under = crewOf(&of[c][0])
		if c.pin != "" {
			f.under += ", pinned " + c.pin
		}
		charts = append(charts, f.charts()...)
	}
	return charts
}

// factorizations are what was measured by one crew.
type factorizations struct {
	Options
	records []lab.Record
	workers int
	under   string // conditions, for subtitles
}

func n(r *lab.Record) int     { return r.N }
func tiles(r *lab.Record) int { return r.Tiles }

func (f *factorizations) charts() []Chart {
	real := f.only(func(r *lab.Record) bool { return !r.Noop })
	if len(real) == 0 {
		return f.perTask()
	}
	orders, cuts := distinct(real, n), distinct(real, tiles)
	x := f.X
	if x == "" {
		x = "tiles"
		if len(orders) > 2 || len(cuts) < 2 {
			x = "n"
		}
	}
	var charts []Chart
	if x == "tiles" {
		for _, order := range orders {
			charts = append(charts, f.againstTiles(order))
		}
		return charts
	}
	for _, cut := range cuts {
		charts = append(charts, f.againstOrder(cut))
	}
	return charts
}

func (f *factorizations) only(keep func(*lab.Record) bool) []lab.Record {
	var out []lab.Record
	for _, r := range f.records {
		if keep(&r) {
			out = append(out, r)
		}
	}
	return out
}

// againstTiles is one order cut into more and more tiles.
func (f *factorizations) againstTiles(order int) Chart {
	at := f.only(func(r *lab.Record) bool { return !r.Noop && r.N == order && r.Tiles > 0 })
	c := f.chart(fmt.Sprintf("Cholesky, n = %d", order), at, tiles)
	c.X.Label = "tiles on a side of the matrix"
	c.Series = append(c.Series, f.across(order)...)
	if f.Y != "gflops" {
		c.Series = append(c.Series, f.alone(func(r *lab.Record) bool { return slices.Contains(distinct(at, tiles), r.Tiles) }, tiles)...)
	}
	return c
}

// againstOrder is larger and larger matrices in the same number of tiles.
func (f *factorizations) againstOrder(cut int) Chart {
	at := f.only(func(r *lab.Record) bool { return !r.Noop && (r.Tiles == cut || r.Tiles == 0) })
	c := f.chart(fmt.Sprintf("Cholesky in %d tiles a side", cut), at, n)
	c.X.Label = "order n of the matrix"
	if f.Y != "gflops" { // without kernels the order does not matter
		level := f.alone(func(r *lab.Record) bool { return r.Tiles == cut }, tiles)
		for i := range level {
			level[i].Level = true
		}
		c.Series = append(c.Series, level...)
	}
	return c
}

// chart draws records against x.
func (f *factorizations) chart(title string, records []lab.Record, x func(*lab.Record) int) Chart {
	c := Chart{Title: title, Subtitle: f.under, X: Axis{Log: true, Ticks: floats(distinct(records, x))}}
	y := seconds
	c.Y = Axis{Label: "time", Log: true, Text: Seconds}
	if f.Y == "gflops" {
		y = f.rate
		c.Y = Axis{Label: "GFLOP/s a core"}
		c.Limits = f.peak(records)
	} else {
		c.Subtitle += "; bars from minimum to maximum"
	}
	c.Series = lines(records, contestant, func(r *lab.Record) (Point, bool) { return point(r, float64(x(r)), y) }, f.Styles)
	return c
}

func contestant(r *lab.Record) string { return r.Contestant() }

// across are the lines of what works on the whole matrix.
func (f *factorizations) across(order int) []Series {
	whole := f.only(func(r *lab.Record) bool { return !r.Noop && r.N == order && r.Tiles == 0 })
	y := seconds
	if f.Y == "gflops" {
		y = f.rate
	}
	s := lines(whole, contestant, func(r *lab.Record) (Point, bool) { return point(r, 0, y) }, f.Styles)
	for i := range s {
		s[i].Level = true
	}
	return s
}

// alone are the dashed lines of runs without kernels.
func (f *factorizations) alone(keep func(*lab.Record) bool, x func(*lab.Record) int) []Series {
	noop := f.only(func(r *lab.Record) bool { return r.Noop && keep(r) })
	s := lines(noop, contestant, func(r *lab.Record) (Point, bool) { return point(r, float64(x(r)), seconds) }, f.Styles)
	for i := range s {
		s[i].Name += " (tasks alone)"
		s[i].Dashed = true
	}
	return s
}

// perTask draws what a task costs, where nothing but that was measured.
func (f *factorizations) perTask() []Chart {
	c := Chart{
		Title: "Effective overhead of a task", Subtitle: f.under + "; the graph of Cholesky without its kernels, time over tasks",
		X: Axis{Label: "tiles on a side of the matrix", Log: true, Ticks: floats(distinct(f.records, tiles))},
		Y: Axis{Label: "time a task", Log: true, Text: Seconds},
	}
	c.Series = lines(f.records, contestant, func(r *lab.Record) (Point, bool) {
		if r.Tasks == 0 {
			return Point{}, false
		}
		return point(r, float64(r.Tiles), func(_ *lab.Record, s float64) (float64, bool) { return s / float64(r.Tasks), true })
	}, f.Styles)
	return []Chart{c}
}

// rate is GFLOP/s a worker at a time of s seconds.
func (f *factorizations) rate(r *lab.Record, s float64) (float64, bool) {
	return r.GFlops * r.MedianS / s / float64(max(1, f.workers)), r.GFlops > 0
}

// peak is the highest peak that was measured beside the records.
func (f *factorizations) peak(records []lab.Record) []Limit {
	if len(records) == 0 {
		return nil
	}
	best := slices.MaxFunc(records, func(a, b lab.Record) int { return cmp.Compare(a.PeakGFlops, b.PeakGFlops) })
	if best.PeakGFlops == 0 {
		return nil
	}
	y := best.PeakGFlops / float64(max(1, f.workers))
	return []Limit{{Name: fmt.Sprintf("FMA peak %.3g GFLOP/s a core", y), Y: y}}
}

func seconds(_ *lab.Record, s float64) (float64, bool) { return s, s > 0 }

// point returns a case at x, with y of its times.
func point(r *lab.Record, x float64, y func(r *lab.Record, seconds float64) (float64, bool)) (Point, bool) {
	median, ok := y(r, r.MedianS)
	if !ok || r.MedianS <= 0 {
		return Point{}, false
	}
	p := Point{X: x, Y: median, Low: median, High: median}
	for _, s := range []float64{r.MinS, r.MaxS} {
		if s > 0 {
			v, _ := y(r, s)
			p.Low, p.High = min(p.Low, v), max(p.High, v)
		}
	}
	p.Text = tip(r)
	return p, true
}

// tip is what a reader who points at a case is told.
func tip(r *lab.Record) string {
	s := r.Contestant()
	for _, f := range []struct {
		name  string
		value int
	}{{"n", r.N}, {"tiles", r.Tiles}, {"tile", r.Tile}, {"block", r.Block}} {
		if f.value > 0 {
			s += fmt.Sprintf(", %s %d", f.name, f.value)
		}
	}
	s += fmt.Sprintf(": %s (%s to %s)", Seconds(r.MedianS), Seconds(r.MinS), Seconds(r.MaxS))
	if r.GFlops > 0 {
		s += fmt.Sprintf(", %.4g GFLOP/s", r.GFlops)
	}
	return s
}
