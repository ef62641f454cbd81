package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/lab"
)

// potrf is a record of a factorization.
func potrf(variant string, n, tiles int, median float64) lab.Record {
	return lab.Record{
		Experiment: "cholesky", Runtime: "heddle", Routine: "potrf", Variant: variant, Workers: 2, Pin: "close",
		N: n, Tiles: tiles, Tasks: tiles * (tiles + 1) * (tiles + 2) / 6, OK: true,
		MedianS: median, MinS: median / 2, MaxS: 2 * median, GFlops: 1 / median, PeakGFlops: 200,
	}
}

func sweep() []lab.Record {
	var records []lab.Record
	for _, n := range []int{1024, 2048, 4096} {
		for _, tiles := range []int{4, 8, 16} {
			records = append(records, potrf("task-async", n, tiles, 1e-9*float64(n*n*tiles)), potrf("for <naive>", n, tiles, 2e-9*float64(n*n*tiles)))
		}
		records = append(records, potrf("gonum", n, 0, 1e-6*float64(n)))
	}
	for _, tiles := range []int{4, 8, 16} {
		r := potrf("task-async", 4096, tiles, 1e-6*float64(tiles))
		r.Noop, r.GFlops = true, 0
		records = append(records, r)
	}
	failed := potrf("future-data", 1024, 4, 1)
	failed.Fail("wrong answer")
	return append(records, failed)
}

func titles(charts []Chart) string {
	var out []string
	for _, c := range charts {
		out = append(out, c.Title)
	}
	return strings.Join(out, "; ")
}

func names(c Chart) []string {
	var out []string
	for _, s := range c.Series {
		out = append(out, s.Name)
	}
	return out
}

func TestChartsOfCholesky(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "Cholesky in 4 tiles a side; Cholesky in 8 tiles a side; Cholesky in 16 tiles a side"},
		{Options{X: "tiles"}, "Cholesky, n = 1024; Cholesky, n = 2048; Cholesky, n = 4096"},
	} {
		charts := Charts(sweep(), c.o)
		if got := titles(charts); got != c.want {
			t.Fatalf("%+v: charts %s, want %s", c.o, got, c.want)
		}
		got := names(charts[0])
		want := []string{"task-async", "for <naive>", "gonum", "task-async (tasks alone)"}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: series %v, want %v", c.o, got, want)
		}
		for _, s := range charts[0].Series {
			if alone := strings.HasSuffix(s.Name, "(tasks alone)"); s.Dashed != alone {
				t.Errorf("%s: dashed %t", s.Name, s.Dashed)
			}
			if !slices.IsSortedFunc(s.Points, func(a, b Point) int { return int(a.X - b.X) }) {
				t.Errorf("%s: points not by rising x", s.Name)
			}
			for _, p := range s.Points {
				if !(p.Low < p.Y && p.Y < p.High) || p.Text == "" {
					t.Errorf("%s: point %+v", s.Name, p)
				}
			}
		}
	}
}

// A rate falls as the time grows: the bar's ends change places, and the machine's peak, a core, is
// the limit.
func TestRates(t *testing.T) {
	c := Charts(sweep(), Options{Y: "gflops", X: "tiles"})[0]
	if len(c.Limits) != 1 || c.Limits[0].Y != 100 || c.Y.Log {
		t.Errorf("limits %+v, log %t", c.Limits, c.Y.Log)
	}
	p := c.Series[0].Points[0]
	if ratio := p.High / p.Low; math.Abs(ratio-4) > 1e-9 || math.Abs(p.Y/p.Low-2) > 1e-9 {
		t.Errorf("point %+v", p)
	}
}

func TestOverheadIsDrawnATask(t *testing.T) {
	var noop []lab.Record
	for _, r := range sweep() {
		if r.Noop {
			noop = append(noop, r)
		}
	}
	charts := Charts(noop, Options{})
	if len(charts) != 1 || !strings.HasPrefix(charts[0].Title, "Effective overhead") {
		t.Fatalf("charts %s", titles(charts))
	}
	if p := charts[0].Series[0].Points[0]; math.Abs(p.Y-4e-6/20) > 1e-15 {
		t.Errorf("4 us of 20 tasks are %g s a task", p.Y)
	}
}

func TestOtherCharts(t *testing.T) {
	records := []lab.Record{
		{Experiment: "overhead", Pattern: "chain", Queue: "always", Workers: 2, Tasks: 100, OK: true, MedianS: 1e-5},
		{Experiment: "grain", Pattern: "chain", Workers: 2, BodyNs: new(100), SerialNs: 120, NsPerTask: 60, VersusSerial: 0.5, OK: true},
		{Experiment: "blas", Runtime: "heddle", Routine: "gemm", Kernel: "avx2", N: 64, Workers: 1, GFlops: 10, PeakGFlops: 60, OK: true, MedianS: 1e-5},
		{Experiment: "iterative", App: "heat", Size: []int{64, 32}, Variant: "taskiter", Workers: 2, Tasks: 10, SerialNs: 1000, OK: true, MedianS: 6e-6},
		{Experiment: "tree", Variant: "hybrid", Pattern: "level 3", N: 99, Workers: 2, GFlops: 5, PeakGFlops: 60, OK: true, MedianS: 1e-3},
		{Experiment: "tree", Variant: "hybrid", Pattern: "whole", N: 99, Workers: 2, GFlops: 5, OK: true, MedianS: 1e-3},
		{Experiment: "peak", Quantity: "fma_peak", Value: 1, OK: true},
	}
	want := "heat, size 64 x 32, 2 workers; Cost of an empty task, 2 workers; Tasks against the plain loop, 2 workers; GEMM, 1 worker; Supernodal tree of order 99, level by level, 2 workers"
	charts := Charts(records, Options{})
	if got := titles(charts); got != want {
		t.Errorf("charts %s, want %s", got, want)
	}
	if p := charts[0].Series[0].Points[0]; math.Abs(p.Y-10000e-9/6e-6) > 1e-9 || math.Abs(p.X-1e-6) > 1e-15 {
		t.Errorf("heat: %+v", p)
	}
}

// wellFormed parses text as XML and counts its elements.
func wellFormed(t *testing.T, text string) map[string]int {
	t.Helper()
	elements := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
}

func TestSVG(t *testing.T) {
	charts := Charts(sweep(), Options{})
	var b strings.Builder
	if err := SVG(&b, charts, Size{Width: 700, Height: 400, Legend: true}); err != nil {
		t.Fatal(err)
	}
	got := wellFormed(t, b.String())
	// A bar of three lines a point, a line a series; the legend repeats each series.
	if got["svg"] != 1 || got["title"] != got["polygon"] || got["polygon"] < 3*(3+3+3+3+4) {
		t.Errorf("elements %v", got)
	}
	if !strings.Contains(b.String(), "for &lt;naive&gt;") || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Error("names are not escaped, or places are not numbers")
	}
	inline := charts[0].Inline(Size{Width: 380, Height: 300})
	if got := wellFormed(t, inline); got["g"] != len(charts[0].Series) {
		t.Errorf("%d groups inline, want one for each of %d series", got["g"], len(charts[0].Series))
	}
}

func TestPNG(t *testing.T) {
	var b bytes.Buffer
	charts := Charts(sweep(), Options{})
	if err := PNG(&b, charts, Size{Width: 300, Height: 200, Legend: true}, 2); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.X != 600 || s.Y != 3*400 {
		t.Errorf("%v dots, want 600 x 1200", s)
	}
	inked := map[bool]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			inked[r+g+b < 0x2a000]++
		}
	}
	if share := float64(inked[true]) / 720000; share < 0.01 || share > 0.5 {
		t.Errorf("%.3f of the dots have ink", share)
	}
}

// Nothing to draw, and values that no axis can hold, are drawn without harm.
func TestDegenerateCharts(t *testing.T) {
	one := []Point{{X: 1, Y: 1, Low: 1, High: 1}}
	for _, c := range []Chart{
		{},
		{X: Axis{Log: true}, Y: Axis{Log: true}},
		{Series: []Series{{Name: "a"}}},
		{Series: []Series{{Name: "a", Points: one}}, X: Axis{Log: true}, Y: Axis{Log: true}},
		{Series: []Series{{Name: "a", Level: true, Points: one}}},
		{Series: []Series{{Name: "a", Points: []Point{{X: 0, Y: 0}, {X: 5, Y: 0}}}}, X: Axis{Log: true}, Y: Axis{Log: true}},
		{Series: []Series{{Name: "a", Points: []Point{{X: 1, Y: 1e-9}, {X: 1e9, Y: 1e9}}}}, X: Axis{Log: true}, Y: Axis{Log: true}},
	} {
		text := c.Inline(Size{Width: 400, Height: 300, Legend: true})
		wellFormed(t, text)
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%+v: %s", c, text)
		}
	}
}

func TestScales(t *testing.T) {
	s := newScale(true, 1, 100)
	s.from, s.to = 0, 100
	if low, mid, high := s.at(1), s.at(10), s.at(100); !(low > 0 && low < 10 && math.Abs(mid-50) < 1e-9 && high > 90 && high < 100) {
		t.Errorf("1, 10, 100 at %g, %g, %g", low, mid, high)
	}
	for _, c := range []struct {
		log       bool
		low, high float64
		want      string
	}{
		{false, 0, 70, "0 20 40 60"},
		{false, 0, 3.1, "0 0.5 1 1.5 2 2.5 3"},
		{true, 1, 100, "1 2 5 10 20 50 100"},
		{true, 0.001, 10, "0.001 0.01 0.1 1 10"},
		{true, 10, 20, "10 15 20"},
	} {
		var got []string
		for _, v := range newScale(c.log, c.low, c.high).ticks() {
			got = append(got, Number(v))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("ticks of %g to %g, log %t: %v, want %s", c.low, c.high, c.log, got, c.want)
		}
	}
}

// The name of a limit stands above it, inside the panel, where nothing that is measured lies.
func TestLimitsAreNamedAbove(t *testing.T) {
	d := &drawing{Size: Size{Width: 400, Height: 300, Font: 13}, Chart: Chart{
		Series: []Series{{Name: "a", Points: []Point{{X: 1, Y: 5, Low: 5, High: 5}}}},
		Limits: []Limit{{Name: "most", Y: 100}},
	}}
	d.measure()
	d.place()
	if at := d.y.at(100); at-d.top < 1.4*d.Font || at-d.top > 2*d.Font {
		t.Errorf("the limit lies %g below the panel's top of %g, want room for a line of %g", at-d.top, d.top, d.Font)
	}
}

func TestSeconds(t *testing.T) {
	for v, want := range map[float64]string{1: "1 s", 2.5: "2.5 s", 0.1: "100 ms", 1e-3: "1 ms", 3e-5: "30 us", 1e-6: "1 us", 2e-7: "200 ns", 5e-10: "0.5 ns", 12345: "1.234e+04 s"} {
		if got := Seconds(v); got != want {
			t.Errorf("Seconds(%g) = %q, want %q", v, got, want)
		}
	}
}

// Few runtimes: every variant has a colour. Many: a runtime has a colour, and its variants shades
// and markers.
func TestStyles(t *testing.T) {
	record := func(runtime, variant string) lab.Record {
		r := potrf(variant, 1024, 4, 1)
		r.Runtime = runtime
		return r
	}
	records := []lab.Record{record("heddle", "a"), record("heddle", "b"), record("openmp-gcc", "a")}
	styles := func(records []lab.Record) map[string]Style {
		of := map[string]Style{}
		for _, s := range Charts(records, Options{X: "tiles"})[0].Series {
			of[s.Name] = s.Style
		}
		return of
	}
	few := styles(records)
	if few["a"].Colour() == few["b"].Colour() || few["a"].Colour() == few["openmp-gcc a"].Colour() {
		t.Errorf("two runtimes: %v", few)
	}
	many := styles(append(records, record("tbb", "a")))
	if many["a"].hue != many["b"].hue || many["a"].Colour() == many["b"].Colour() || many["a"].Colour() == many["tbb a"].Colour() || many["openmp-gcc a"].Colour() == many["tbb a"].Colour() {
		t.Errorf("three runtimes: %v", many)
	}
	if c := (Style{hue: 0}).Colour(); c != colours[0] {
		t.Errorf("the first variant has %s, want the runtime's colour %s", c, colours[0])
	}
	told := map[[2]any]bool{} // what the eye sees of 33 variants of one runtime
	for i := range len(shades) * len(markers) {
		told[[2]any{Style{shade: i}.Colour(), i % len(markers)}] = true
	}
	if len(told) != 33 {
		t.Errorf("%d of 33 variants are told apart", len(told))
	}
}
