package level3

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"heddle/blas"
	"heddle/lab"
)

// Every routine with every kernel at awkward sizes must give right answers, which is what
// makes the checks worth something only if they also see wrong ones: the next test.
func TestRun(t *testing.T) {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	kernels := append([]string{"auto"}, blas.Kernels()...)
	spec := Spec{Sizes: []int{1, 7, 64, 129}, Kernels: kernels, Reps: 2, Seed: 3, Peak: func() float64 { return 50 }}
	if err := spec.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	if err := session.Err(); err != nil {
		t.Error(err)
	}
	if want := 4 * 4 * len(blas.Kernels()); len(kept.Records) != want {
		t.Fatalf("%d records, want %d: auto is one of the kernels", len(kept.Records), want)
	}
	for _, r := range kept.Records {
		if r.Residual == nil || *r.Residual >= lab.MaxRatio || r.GFlops <= 0 || r.PeakFraction != r.GFlops/50 || r.Workers != 1 {
			t.Errorf("record %+v", r)
		}
	}
}

func TestChecksSeeOneWrongElement(t *testing.T) {
	const n = 100
	for _, r := range routines {
		op, err := r.make(n, 5)
		if err != nil {
			t.Fatal(err)
		}
		tm := &timer{op: op, batch: 3}
		if !op.again {
			tm.batch = op.copies
		}
		if _, err := tm.timeBatch(); err != nil {
			t.Fatal(err)
		}
		if ratio := op.check(tm.calls); !(ratio < lab.MaxRatio) {
			t.Errorf("%s: a right answer has ratio %v", r.name, ratio)
		}
		if ratio := op.check(tm.calls + 1); op.again && ratio < lab.MaxRatio {
			t.Errorf("%s: one call too few has ratio %v", r.name, ratio)
		}
		op.restore(0)
		if ratio := op.check(1); ratio < lab.MaxRatio {
			t.Errorf("%s: no call at all has ratio %v", r.name, ratio)
		}
	}
}

func TestVectorProducts(t *testing.T) {
	a := matrix{Rows: 3, Cols: 3, Stride: 3, Data: []float64{2, 9, 9, 1, 3, 9, -1, 4, 5}}
	x := []float64{1, 2, 3}
	for _, c := range []struct {
		name string
		got  []float64
		want [3]float64
	}{
		{"times", times(a, x), [3]float64{47, 34, 22}},
		{"symmetricTimes", symmetricTimes(a, x), [3]float64{1, 19, 22}},
		{"lowerTimes", lowerTimes(a, x, false), [3]float64{2, 7, 22}},
		{"lowerTimes transposed", lowerTimes(a, x, true), [3]float64{1, 18, 15}},
	} {
		if [3]float64(c.got) != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if d := distance([]float64{1, math.NaN()}, []float64{1, 1}); !math.IsNaN(d) {
		t.Errorf("distance to NaN is %v: a wrong answer must not hide", d)
	}
}

// huge is an order whose square no int holds.
const huge = 1 << (bits.UintSize/2 + 8)

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Routines: []string{"gemn"}}, "did you mean gemm"},
		{Spec{Kernels: []string{"avx9000"}}, "unknown kernel"},
		{Spec{Sizes: []int{0}}, "order 0"},
		{Spec{Sizes: []int{64, huge}}, fmt.Sprint("n = ", huge)},
		{Spec{Sizes: []int{3_000_000}}, "n = 3000000"},
	} {
		var kept lab.Collect
		err := c.spec.Run(context.Background(), &lab.Session{Sink: &kept})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(kept.Records) > 0 {
			t.Errorf("%+v: %v with %d records, want %q and none", c.spec, err, len(kept.Records), c.want)
		}
	}
}
