package blas

import (
	"math"
	"sync"
	"testing"

	"heddle/dense"
)

// 64 goroutines that compute at once, each at sizes of its own, get the bits that one gets alone.
func TestConcurrentCallsAreBitIdentical(t *testing.T) {
	const calls = 64
	want := make([][]float64, calls)
	for i := range want {
		want[i] = compute(i)
	}
	got := make([][]float64, calls)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = compute(i) })
	}
	wg.Wait()
	for i := range got {
		for j, v := range got[i] {
			if math.Float64bits(v) != math.Float64bits(want[i][j]) {
				t.Fatalf("call %d element %d: %g at once, %g alone", i, j, v, want[i][j])
			}
		}
	}
}

// compute runs every routine at sizes that depend on i and returns all that it computed.
func compute(i int) []float64 {
	n := 20 + 5*i
	if raceEnabled {
		n = 20 + i // without assembly the detector makes larger ones take minutes
	}
	a, b := dense.SPD[float64](n, uint64(i)), dense.Random[float64](n, n, uint64(i))
	c, d := dense.New[float64](n, n), dense.Random[float64](n, n, 3)
	Gemm(Trans, NoTrans, 1, a, b, 0, c)
	Syrk(Lower, NoTrans, 1, b, 1, d)
	if err := Potrf(Lower, a); err != nil {
		panic(err)
	}
	Potrs(Lower, a, b)
	Trsm(Right, Lower, NoTrans, NonUnit, 1, a, c)
	return append(append(append(a.Data, b.Data...), c.Data...), d.Data...)
}

// A call allocates nothing once its workspace exists. The pool may lose a workspace to the
// collector: hence an average below one, not zero.
func TestNoAllocation(t *testing.T) {
	if raceEnabled {
		t.Skip("the pool drops values at random under the race detector")
	}
	const n = 300
	a, b, c := dense.SPD[float64](n, 1), dense.Random[float64](n, n, 2), dense.New[float64](n, n)
	small := dense.SPD[float64](40, 1)
	for name, f := range map[string]func(){
		"Gemm":       func() { Gemm(NoTrans, Trans, 1, a, b, 0, c) },
		"Gemm small": func() { Gemm(NoTrans, NoTrans, 1, small, small, 0, c.View(0, 0, 40, 40)) },
		"Syrk":       func() { Syrk(Lower, NoTrans, 1, a, 0, c) },
		"Trsm":       func() { Trsm(Left, Lower, NoTrans, NonUnit, 1, a, c) },
		"Potrf":      func() { c.CopyFrom(a); _ = Potrf(Upper, c) },
		"Potrs":      func() { Potrs(Lower, a, c) },
	} {
		f()
		if got := testing.AllocsPerRun(5, f); got >= 1 {
			t.Errorf("%s: %g allocations a call", name, got)
		}
	}
}
