package claims

import (
	"math"
	"strings"
	"testing"

	"heddle/lab"
)

// row is a record whose samples lie closely around ms.
func row(runtime, variant string, tiles int, ms float64) lab.Record {
	r := lab.Record{Experiment: "cholesky", Runtime: runtime, Routine: "potrf", Variant: variant, Workers: 2, N: 1024, Tiles: tiles,
		Tasks: tiles * (tiles + 1) * (tiles + 2) / 6, OK: true, Began: "once"}
	for i := range 9 {
		r.Samples = append(r.Samples, ms/1e3*(1+0.001*float64(i%4)))
	}
	r.MedianS = lab.Summarize(r.Samples).Median
	return r
}

func onKernels(k string, r lab.Record) lab.Record { r.Kernel = k; return r }
func noop(r lab.Record) lab.Record                { r.Noop = true; return r }
func last(r lab.Record) lab.Record                { r.Round = "final"; return r }
func claimed(claims []Claim, what ...string) []Claim {
	var out []Claim
	for _, c := range claims {
		all := c.Sentence + "; " + c.Compared + "; " + c.Paper
		ok := true
		for _, w := range what {
			ok = ok && strings.Contains(all, w)
		}
		if ok {
			out = append(out, c)
		}
	}
	return out
}

func sweep() []lab.Record {
	return []lab.Record{
		row("openmp-gcc", "for_naive", 8, 30), row("openmp-gcc", "for_naive", 16, 32),
		row("openmp-gcc", "for_collapse", 8, 26), row("openmp-gcc", "task_naive", 8, 25),
		row("openmp-gcc", "task_depend", 8, 24), row("openmp-gcc", "task_depend", 16, 22),
		row("openmp-llvm", "task_depend", 16, 21),
		onKernels("OpenBLAS 0.3.21 SkylakeX", row("heddle", "task-async", 8, 18)),
		row("heddle", "task-sync", 8, 10), row("heddle", "task-async", 8, 10.01), row("heddle", "gonum", 0, 1),
		noop(row("openmp-gcc", "task_depend", 64, 40)), noop(row("openmp-gcc", "task_depend", 32, 4)),
		noop(row("heddle", "task-async", 64, 4)), noop(row("heddle", "task-async", 32, 40)),
	}
}

func TestClaims(t *testing.T) {
	claims := Of(sweep())
	for _, c := range []struct {
		what  []string
		ratio float64
		holds string
	}{
		{[]string{"beats the naive", "openmp-gcc for_naive in 8"}, 30.0 / 26, "yes"},
		{[]string{"gap", "openmp-gcc for_collapse"}, 26.0 / 25, "yes: 80 % of it"},
		{[]string{"without barriers", "openmp-gcc", "task_depend in 16 tiles", "1.07x"}, 25.0 / 22, "yes"},
		{[]string{"without barriers", "heddle task-sync", "1.14x (HPX)"}, 10 / 10.01, "no: the other way round"},
		{[]string{"each at its best", "openmp-llvm task_depend", "over heddle task-sync"}, 2.1, "yes"},
		{[]string{"asynchronous", "openmp-llvm task_depend", "over heddle task-async in"}, 21 / 10.01, "yes"},
		{[]string{"asynchronous", "over heddle task-async on OpenBLAS"}, 21.0 / 18, "yes"},
		{[]string{"costs less", "in 64 tiles", "heddle task-async"}, 10, "yes"},
	} {
		got := claimed(claims, c.what...)
		if len(got) != 1 || math.Abs(got[0].Here.Value-c.ratio) > 1e-6 || got[0].Holds != c.holds {
			t.Errorf("%v: %+v, want %.4g, %s", c.what, got, c.ratio, c.holds)
		}
	}
	var b strings.Builder
	if err := Print(&b, claims); err != nil || strings.Count(b.String(), " there; holds: ") != len(claims) || strings.Count(b.String(), "without barriers") != 1 {
		t.Errorf("%v, printed\n%s", err, b.String())
	}
	if g := Groups(claims); len(g) != 6 || g[0].Sentence != claims[0].Sentence || len(g[0].Claims) != 1 {
		t.Errorf("groups %+v", g)
	}
}

// What is not told apart is not claimed, and runs that were not interleaved are compared apart.
func TestClaimsNeedIntervals(t *testing.T) {
	a, b := row("heddle", "task-sync", 8, 10), row("heddle", "task-async", 8, 9.9)
	for i := range a.Samples {
		a.Samples[i] *= 0.9 + 0.1*float64(i%3)
	}
	if got := Of([]lab.Record{a, b}); len(got) != 1 || got[0].Holds != "cannot be told: the interval holds 1" {
		t.Errorf("samples all over the place: %+v", got)
	}
	b.Samples = b.Samples[:1]
	if got := Of([]lab.Record{a, b}); len(got) != 1 || !strings.HasPrefix(got[0].Holds, "cannot be told: too few") {
		t.Errorf("one sample: %+v", got)
	}
}

// The final round, where there is one, is what counts, at the order with most runtimes.
func TestClaimsOfTheFinalRound(t *testing.T) {
	other := row("heddle", "task-async", 8, 1)
	other.N = 4096
	records := append(sweep(), last(row("openmp-gcc", "for_naive", 16, 50)), last(row("openmp-gcc", "for_collapse", 8, 25)), other)
	got := claimed(Of(records), "beats the naive")
	if len(got) != 1 || math.Abs(got[0].Here.Value-2) > 1e-9 {
		t.Errorf("%+v, want 2x from the final round", got)
	}
}

func TestNothingToClaim(t *testing.T) {
	failed := row("openmp-gcc", "task_depend", 8, 1)
	failed.Fail("killed")
	for _, records := range [][]lab.Record{nil, {failed}, {row("heddle", "task-async", 8, 1)}, {{Experiment: "peak", OK: true}}} {
		if got := Of(records); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	}
}
