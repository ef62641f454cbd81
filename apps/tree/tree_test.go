package tree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"heddle/dense"
	"heddle/task"
)

// factors returns the elements of all factors.
func factors(t *Tree) []float64 {
	var all []float64
	for i := range t.nodes {
		x := &t.nodes[i]
		for r := range x.order() {
			all = append(all, x.l.Row(r)[:min(r+1, x.pivots)]...)
		}
	}
	return all
}

// TestModes: every mode gives the bits of one worker, on trees with and without large fronts, and
// of the factor that level by level leaves.
func TestModes(t *testing.T) {
	for _, p := range []Params{
		{Levels: 1, Order: 8},
		{Levels: 1, Order: 520},
		{Levels: 2, Order: 401, Growth: 1, Seed: 5},
		{Levels: 3, Order: 600, Growth: 1.2, Seed: 2},
		{Levels: 7, Order: 60, Spread: 0.9, Seed: 3},
	} {
		tr, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		var want []float64
		for _, workers := range []int{1, 2, 8} {
			rt := task.New(task.Config{Workers: workers})
			for _, mode := range Modes() {
				name := fmt.Sprintf("%+v, %d workers, %s", p, workers, mode)
				tr.Reset()
				if err := tr.Factor(context.Background(), rt, mode); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if ratio := tr.Residual(); !(ratio < 30) {
					t.Errorf("%s: residual ratio %g", name, ratio)
				}
				got := factors(tr)
				if want == nil {
					want = got
				}
				same(t, name, got, want)
				tr.Reset()
				for level := tr.params.Levels - 1; level >= 0; level-- {
					if err := tr.FactorLevel(context.Background(), rt, mode, level); err != nil {
						t.Fatalf("%s, level %d: %v", name, level, err)
					}
				}
				same(t, name+", level by level", factors(tr), want)
			}
			rt.Close()
		}
	}
}

func same(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: element %d is %v, want %v", name, i, got[i], want[i])
		}
	}
}

// TestResidualSees: one wrong element of one factor shows.
func TestResidualSees(t *testing.T) {
	tr, err := New(Params{Levels: 4, Order: 100})
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Factor(context.Background(), task.Default(), Malleable); err != nil {
		t.Fatal(err)
	}
	for at := range tr.nodes {
		x := &tr.nodes[at].l.Data[0]
		keep := *x
		*x *= 1 + 1e-6
		if ratio := tr.Residual(); ratio < 30 {
			t.Errorf("front %d: a wrong element has ratio %g", at, ratio)
		}
		*x = keep
	}
}

// TestNotPositiveDefinite: a bad pivot in any front is an error in every mode.
func TestNotPositiveDefinite(t *testing.T) {
	tr, err := New(Params{Levels: 2, Order: 450, Growth: 1.1})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		rt := task.New(task.Config{Workers: workers})
		for _, mode := range Modes() {
			for at := range tr.nodes {
				tr.Reset()
				x := &tr.nodes[at]
				last := x.pivots - 1
				x.l.Set(last, last, math.NaN())
				err := tr.Factor(context.Background(), rt, mode)
				want := fmt.Sprintf("front %d, pivot ", at)
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %d workers: %v, want %q", mode, workers, err, want)
				}
			}
		}
		rt.Close()
	}
}

func TestCancelled(t *testing.T) {
	tr, err := New(Params{Levels: 3, Order: 100})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	for _, mode := range Modes() {
		tr.Reset()
		if err := tr.Factor(ctx, task.Default(), mode); !errors.Is(err, cause) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// front returns a front of order n, the blocks of one that is large.
func front(n, pivots int) *blocks {
	l, u := shape(n, pivots), shape(n-pivots, n-pivots)
	l.Data, u.Data = dense.Aligned[float64](n*l.Stride), dense.Aligned[float64](u.Rows*u.Stride)
	l.FillSPDBlock(1, n, 0, 0)
	u.FillSPDBlock(1, n, pivots, pivots)
	b := newBlocks(l, u)
	b.place(make([]float64, b.size()))
	return b
}

// TestBoard does the steps of a front in odd orders, one worker: all are done once.
func TestBoard(t *testing.T) {
	for _, pivots := range []int{1, 130, 300, 520} {
		b := front(520, pivots)
		d := newBoard(b)
		leave := 0
		for d.left > 0 {
			before := d.left
			d.work(func() bool { leave++; return true }, func(int, int) {})
			if d.left == before {
				t.Fatalf("%d pivots: nothing is ready and %d steps are left", pivots, d.left)
			}
		}
		if d.failure != nil {
			t.Fatal(d.failure)
		}
		for p := range b.pivots {
			for i := p; i < b.rows(); i++ {
				if !d.final[i][p] {
					t.Errorf("%d pivots: block (%d, %d) is not the factor's", pivots, i, p)
				}
			}
		}
	}
}

// TestPanic: a step that panics ends the front with a panic, not with a hang.
func TestPanic(t *testing.T) {
	rt := task.New(task.Config{Workers: 3})
	defer rt.Close()
	b := newBoard(front(520, 520))
	defer func() {
		var p *task.PanicError
		if err, ok := recover().(error); !ok || !errors.As(err, &p) || p.Value != "no" {
			t.Errorf("panic %v, want no", err)
		}
	}()
	rt.Malleable(func(h *task.Helper) { b.work(h.Leave, func(int, int) { panic("no") }) })
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		p    Params
		want string
	}{
		{Params{Levels: -1}, "levels"},
		{Params{Levels: 40}, "levels"},
		{Params{Order: 3}, "order 3"},
		{Params{Growth: 9}, "growth"},
		{Params{Spread: 1}, "spread"},
		{Params{Spread: math.NaN()}, "spread"},
		{Params{Order: 1 << (bits.UintSize/2 + 8)}, "root's of order"},
		{Params{Levels: 20, Order: 5000, Growth: 1}, "all fronts of 20 levels"}, // each of which could be had
	} {
		if _, err := New(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.p, err, c.want)
		}
	}
	tr, err := New(Params{Levels: 2, Order: 50})
	if err != nil {
		t.Fatal(err)
	}
	ctx, rt := context.Background(), task.Default()
	for name, err := range map[string]error{
		"another mode":        tr.Factor(ctx, rt, "greedy"),
		"a level too early":   tr.FactorLevel(ctx, rt, Stealing, 0),
		"another level mode":  tr.FactorLevel(ctx, rt, "greedy", 1),
		"a level of its own":  tr.FactorLevel(ctx, rt, Stealing, 1),
		"twice without Reset": tr.Factor(ctx, rt, Stealing),
	} {
		if (err == nil) != (name == "a level of its own") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
