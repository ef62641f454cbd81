package heat

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{1, 1}, Iterations: 3},
		apps.Params{Size: []int{32, 32}, Block: 8, Iterations: 20},
		apps.Params{Size: []int{21, 50}, Block: 7, Iterations: 9},
		apps.Params{Size: []int{50, 11}, Block: 6, Iterations: 2},
		apps.Params{Size: []int{9, 9}, Block: 1, Iterations: 4},
		apps.Params{Size: []int{9, 13}, Block: 1000, Iterations: 1},
	)
}

func TestCancelled(t *testing.T) {
	apptest.Cancelled(t, Program(), apps.Params{Size: []int{40, 40}, Block: 5, Iterations: 50})
}

func TestErrors(t *testing.T) {
	apptest.Errors(t, Program(), apps.Params{Size: []int{1 << 11, 1 << 12}, Block: 1})
}

func serial(t *testing.T, p apps.Params) *problem {
	t.Helper()
	q, err := Program().New(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	return q.(*problem)
}

// The blocks change nothing: any cut gives the bits of two plain loops.
func TestBlocksChangeNothing(t *testing.T) {
	for _, size := range [][]int{{1, 1}, {3, 30}, {17, 23}, {24, 5}} {
		plain := serial(t, apps.Params{Size: size, Block: 1})
		plain.Reset()
		for range 12 {
			for i := 1; i <= size[0]; i++ {
				for j := 1; j <= size[1]; j++ {
					u := plain.u
					v := (u.At(i-1, j) + u.At(i, j+1) + u.At(i+1, j) + u.At(i, j-1)) * 0.25
					u.Set(i, j, v)
				}
			}
		}
		for _, block := range []int{1, 2, 3, 4, 5, 7, 8, 16, 100} {
			p := serial(t, apps.Params{Size: size, Block: block, Iterations: 12})
			if !slices.Equal(p.u.Data, plain.u.Data) {
				t.Errorf("%v in blocks of %d differs from plain loops", size, block)
			}
		}
	}
}

// The steady state is that of the boundary's harmonic function.
func TestConverges(t *testing.T) {
	p := serial(t, apps.Params{Size: []int{15, 22}, Block: 4, Iterations: 2000})
	for i := range p.nx + 2 {
		for j := range p.ny + 2 {
			if d := math.Abs(p.u.At(i, j) - p.steady(i, j)); d > 1e-14 {
				t.Fatalf("u(%d,%d) is %g from the steady state", i, j, d)
			}
		}
	}
}

// A result that is wrong in one bit is found.
func TestOutcomeFindsErrors(t *testing.T) {
	p := serial(t, apps.Params{Size: []int{20, 30}, Block: 7, Iterations: 3})
	p.u.Set(19, 3, math.Nextafter(p.u.At(19, 3), 9))
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "u(19,3)") {
		t.Errorf("u(19,3) is wrong, and Outcome says %v", err)
	}
	if err := p.Run(context.Background(), nil, "openmp"); err == nil {
		t.Error("a form that does not exist runs")
	}
}

func BenchmarkSweepBlock(b *testing.B) {
	for _, block := range []string{"8", "16", "32", "64", "128"} {
		b.Run("block="+block, func(b *testing.B) {
			n := map[string]int{"8": 8, "16": 16, "32": 32, "64": 64, "128": 128}[block]
			q, err := Program().New(apps.Params{Size: []int{4 * n, 4 * n}, Block: n})
			if err != nil {
				b.Fatal(err)
			}
			p := q.(*problem)
			for b.Loop() {
				p.sweepBlock(1, 1, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*n), "ns/cell")
		})
	}
}
