package multisaxpy

import (
	"context"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{1}, Iterations: 3},
		apps.Params{Size: []int{1000}, Block: 100, Iterations: 20, Seed: 1},
		apps.Params{Size: []int{1003}, Block: 17, Iterations: 9, Seed: 2},
		apps.Params{Size: []int{40}, Block: 1, Iterations: 2, Seed: 3},
		apps.Params{Size: []int{40}, Block: 1000, Iterations: 1, Seed: 4},
	)
}

func TestCancelled(t *testing.T) {
	apptest.Cancelled(t, Program(), apps.Params{Size: []int{1000}, Block: 10, Iterations: 100})
}

func TestErrors(t *testing.T) {
	apptest.Errors(t, Program(), apps.Params{Size: []int{1 << 23}, Block: 1})
}

func TestAxpy(t *testing.T) {
	for n := range 40 {
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(i), float32(2*i+1)
		}
		axpy(x, y)
		for i, v := range y {
			if v != float32(2*i+1)+a*float32(i) {
				t.Errorf("n = %d: y(%d) = %v", n, i, v)
			}
		}
	}
}

// A result that is wrong in one element is found.
func TestOutcomeFindsErrors(t *testing.T) {
	q, err := Program().New(apps.Params{Size: []int{100}, Block: 7, Iterations: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*problem)
	if err := p.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	p.y[63] += 1.0 / 512
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "y(63)") {
		t.Errorf("y(63) is wrong, and Outcome says %v", err)
	}
	if err := p.Run(context.Background(), nil, "openmp"); err == nil {
		t.Error("a form that does not exist runs")
	}
}

func BenchmarkAxpy(b *testing.B) {
	x, y := make([]float32, 4096), make([]float32, 4096)
	for b.Loop() {
		axpy(x, y)
	}
	b.ReportMetric(2*4096*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
}
