package cholesky

import (
	"context"
	"math"
	"strings"
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
	"heddle/lab"
	"heddle/task"
)

// The ratio of random vectors, and the exact one, must see an error that LAPACK's does.
func TestCheckSeesErrors(t *testing.T) {
	rt := task.New(task.Config{Workers: 1})
	defer rt.Close()
	for _, n := range []int{60, 400} {
		p := problem(t, rt, n, 64, false)
		a := dense.SPD[float64](n, seed)
		f := a.Clone()
		if minor := oracle.Potrf(dense.Lower, f); minor != 0 {
			t.Fatal(minor)
		}
		put(p, f)
		if r, err := p.Check(); !(r < 1) || err != nil {
			t.Errorf("n=%d: right factor has ratio %g, %v", n, r, err)
		}
		for _, e := range [][2]int{{0, 0}, {n / 2, 3}, {n - 1, n - 2}} {
			put(p, f)
			p.A.Set(e[0], e[1], p.A.At(e[0], e[1])+1e-7*math.Sqrt(float64(n)))
			if r, _ := p.Check(); r < lab.MaxRatio {
				t.Errorf("n=%d: factor wrong at %v has ratio %g", n, e, r)
			}
			p.A.Set(e[0], e[1], math.NaN())
			if r, _ := p.Check(); r < lab.MaxRatio {
				t.Errorf("n=%d: factor with NaN at %v has ratio %g", n, e, r)
			}
		}
	}
}

// collector keeps records.
type collector []lab.Record

func (c *collector) Write(r lab.Record) error { *c = append(*c, r); return nil }
func (c *collector) Flush() error             { return nil }

func TestComparison(t *testing.T) {
	var got collector
	s := &lab.Session{Sink: &got}
	c := Comparison{Sizes: []int{90}, Tiles: []int{3, 6}, Workers: []int{1, 2}, Reps: 2, Seed: 5}
	if err := c.Run(context.Background(), s); err != nil || s.Err() != nil {
		t.Fatal(err, s.Err())
	}
	tiled := len(Variants) - 1
	if want := 2 * (2*tiled + 1); len(got) != want {
		t.Errorf("%d records, want %d", len(got), want)
	}
	for _, r := range got {
		if !r.OK || r.MedianS <= 0 || r.Residual == nil || r.Seed != 5 || r.N != 90 {
			t.Errorf("record %+v", r)
		}
		if r.Variant != "gonum" && (r.Tasks != r.Tiles*(r.Tiles+1)*(r.Tiles+2)/6 || r.Tile*r.Tiles < 90 || r.NsPerTask <= 0) {
			t.Errorf("%s: %d tiles of %d, %d tasks", r.Variant, r.Tiles, r.Tile, r.Tasks)
		}
	}
	c.Noop = true
	got = nil
	if err := c.Run(context.Background(), s); err != nil || len(got) != 2*2*tiled {
		t.Errorf("noop: %d records, %v", len(got), err)
	}
}

func TestComparisonRefuses(t *testing.T) {
	s := &lab.Session{Sink: new(collector)}
	for _, c := range []Comparison{
		{Variants: []string{"task-asinc"}},
		{Sizes: []int{-1}},
		{Tiles: []int{0}},
		{Sizes: []int{1 << 30}},
		{Variants: []string{"for-collapse"}, Traversals: []string{"left"}},
		{Runtimes: []string{"tbb"}, Traversals: []string{"left", "top"}},
	} {
		if err := c.Run(context.Background(), s); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

// Traversals are measured where they are asked for, by name, by a pattern that ends so, or all
// together; otherwise never.
func TestTraversalsAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		variants, traversals, want string
	}{
		{"all", "", "for-naive for-collapse task-sync task-async task-prio future-handle future-data future-sync goroutines errgroup gonum"},
		{"task-*", "", "task-sync task-async task-prio"},
		{"task-async-left,for-*", "", "for-naive for-collapse task-async-left"},
		{"*-top", "", "for-naive-top task-sync-top task-async-top task-prio-top future-handle-top future-data-top future-sync-top goroutines-top errgroup-top"},
		{"task-async,for-collapse,gonum", "left,right", "for-collapse task-async gonum task-async-left"},
		{"task-async", "top", "task-async-top"},
		{"task_depend", "", "for-naive for-collapse task-sync task-async task-prio future-handle future-data future-sync goroutines errgroup gonum"},
	} {
		spec := Comparison{Variants: strings.Split(c.variants, ",")}
		if c.traversals != "" {
			spec.Traversals = strings.Split(c.traversals, ",")
		}
		variants, _, err := spec.named([]string{"openmp-gcc"})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		var got []string
		for _, v := range variants {
			got = append(got, v.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("--variants %s --traversals %s: %v, want %s", c.variants, c.traversals, got, c.want)
		}
	}
	for _, spec := range []Comparison{{Variants: []string{"task-async-lef"}}, {Variants: []string{"task-async"}, Traversals: []string{"down"}}} {
		if _, _, err := spec.named(nil); err == nil {
			t.Errorf("%v %v: no error", spec.Variants, spec.Traversals)
		}
	}
}
