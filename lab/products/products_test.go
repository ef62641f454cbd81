package products

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"strings"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/gemm"
	"heddle/lab"
	"heddle/task"
)

func TestRun(t *testing.T) {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := Spec{
		DTypes: []string{"all"}, Sizes: []int{150}, Shapes: []Shape{{M: 9, N: 200, K: 90, TransB: true}, {M: 60, N: 70, K: 80, TransA: true}},
		Workers: []int{1, 2}, Reps: 1, Seed: 3, Peak: func(*task.Runtime) float64 { return 100 },
	}
	if err := spec.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	if err := session.Err(); err != nil {
		t.Error(err)
	}
	if want := len(Modes()) * 2 * 3 * 2; len(kept.Records) != want {
		t.Fatalf("%d records, want %d", len(kept.Records), want)
	}
	for _, r := range kept.Records {
		peak := 100.0
		if r.DType == "f32" {
			peak = 200
		}
		if r.Residual == nil || !(*r.Residual < lab.MaxRatio) || r.GFlops <= 0 || r.PeakGFlops != peak {
			t.Errorf("record %+v", r)
		}
		if (r.Variant == prepacked) != (r.PackedBytes > 0) && r.Variant != gemm.Composable.String() && r.N == 150 {
			t.Errorf("%s %s n=%d packed %d bytes", r.Variant, r.DType, r.N, r.PackedBytes)
		}
	}
}

func TestCheckSeesOneWrongElement(t *testing.T) {
	s := Shape{M: 30, N: 40, K: 20, TransA: true}
	o, err := newOperands[float64](s, 1)
	if err != nil {
		t.Fatal(err)
	}
	blas.Gemm(o.ta, o.tb, 1, o.a, o.b, 0, o.c)
	if r := o.check(s.K); !(r < 1) {
		t.Errorf("a right answer has ratio %v", r)
	}
	for _, wrong := range []float64{o.c.At(7, 9) + 1e-6, math.NaN()} {
		o.c.Set(7, 9, wrong)
		if r := o.check(s.K); r < lab.MaxRatio {
			t.Errorf("%v in one place has ratio %v", wrong, r)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, text := range []string{"1x2x3", "16x2000x2000:nt", "4x5x6:tn", "4x5x6:tt"} {
		s, err := ParseShape(text)
		if err != nil || s.String() != text {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "1x2", "1x2x0", "1x2x3:n", "1x2x3:xx", "axbxc", "1x2x3x4"} {
		if s, err := ParseShape(text); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}

// Operands that can be had one by one are refused where they cannot be had together.
func TestOperandsFitTogether(t *testing.T) {
	n := 1024
	for dense.Fits(2*n, 2*n, 8) == nil {
		n *= 2
	}
	var refused *lab.SpecError
	if err := fits([]Shape{{M: n, N: n, K: n}}, false); !errors.As(err, &refused) {
		t.Errorf("three matrices of order %d, of which one of order %d is too large: %v", n, 2*n, err)
	}
	if err := fits([]Shape{{M: 100, N: 100, K: 100}}, true); err != nil {
		t.Error(err)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Modes: []string{"malleabel"}}, "did you mean malleable"},
		{Spec{DTypes: []string{"f16"}}, "unknown type"},
		{Spec{Against: []string{"mkl"}}, "unknown rival"},
		{Spec{Sizes: []int{0}}, "0x0x0"},
		{Spec{Sizes: []int{1 << (bits.UintSize/2 + 8)}}, "too large"},
	} {
		var kept lab.Collect
		err := c.spec.Run(context.Background(), &lab.Session{Sink: &kept})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(kept.Records) > 0 {
			t.Errorf("%+v: %v with %d records, want %q and none", c.spec, err, len(kept.Records), c.want)
		}
	}
}
