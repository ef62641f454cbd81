package dropin

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	gonumblas "gonum.org/v1/gonum/blas/gonum"

	"heddle/lab"
)

func TestRun(t *testing.T) {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := Spec{Sizes: []int{1, 2, 37, 150}, Workers: 2, Reps: 1, Seed: 3, Peak: func(int) float64 { return 50 }}
	if err := spec.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	if err := session.Err(); err != nil {
		t.Error(err)
	}
	if want := len(routines) * 4 * 2; len(kept.Records) != want {
		t.Fatalf("%d records, want %d", len(kept.Records), want)
	}
	for _, r := range kept.Records {
		if !r.OK || r.Residual == nil || r.GFlops <= 0 || r.MedianS <= 0 {
			t.Errorf("record %+v", r)
		}
	}
	if blas64.Implementation() != blas.Float64(gonumblas.Implementation{}) {
		t.Error("heddle is left installed")
	}
}

// broken multiplies and solves wrongly.
type broken struct{ gonumblas.Implementation }

func (b broken) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, x []float64, ldx int, y []float64, ldy int, beta float64, c []float64, ldc int) {
	b.Implementation.Dgemm(tA, tB, m, n, k, alpha, x, ldx, y, ldy, beta, c, ldc)
	c[0] *= 1 + 1e-6
}

// The checks see a product in which one element is wrong in the sixth digit.
func TestChecksSeeWrongAnswers(t *testing.T) {
	blas64.Use(broken{})
	defer blas64.Use(gonumblas.Implementation{})
	for _, r := range routines {
		op := r.make(150, 1) // larger than gonum's blocks, so that all use GEMM
		if err := op.call(); err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		if ratio := op.check(); ratio < lab.MaxRatio {
			t.Errorf("%s: a wrong answer has ratio %g", r.name, ratio)
		}
	}
}

// huge is an order whose square no int holds.
const huge = 1 << (bits.UintSize/2 + 8)

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Routines: []string{"mull"}}, "did you mean mul"},
		{Spec{Sizes: []int{0}}, "order 0"},
		{Spec{Sizes: []int{huge}}, fmt.Sprint("order ", huge)},
		{Spec{Workers: -1}, "workers"},
	} {
		var kept lab.Collect
		err := c.spec.Run(context.Background(), &lab.Session{Sink: &kept})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(kept.Records) > 0 {
			t.Errorf("%+v: %v with %d records, want %q and none", c.spec, err, len(kept.Records), c.want)
		}
	}
}
