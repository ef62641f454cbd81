package tile

import (
	"math/big"
	"testing"
)

// The closed forms against a count of the loops. That the graph which runs has these numbers is
// tested in package lapack.
func TestCholeskyFacts(t *testing.T) {
	for n := range int64(20) {
		tasks, edges := int64(0), int64(0)
		for k := range n {
			for i := k; i < n; i++ {
				for j := k; j <= i; j++ {
					tasks++
					if k > 0 {
						edges++ // the tile's own previous step
					}
					switch {
					case j > k && i > j:
						edges += 2 // GEMM reads two
					case i > k:
						edges++ // TRSM and SYRK read one
					}
				}
			}
		}
		if tasks != CholeskyTasks(n) || edges != CholeskyEdges(n) {
			t.Errorf("t=%d: %d tasks, %d edges; formulas %d, %d", n, tasks, edges, CholeskyTasks(n), CholeskyEdges(n))
		}
	}
	if CholeskyChain(0) != 0 || CholeskyChain(1) != 1 || CholeskyChain(8) != 22 {
		t.Error("chain")
	}
}

// TestCholeskyFactsAreExact looks at the largest numbers that an int64 holds, and at the first that
// it does not.
func TestCholeskyFactsAreExact(t *testing.T) {
	for _, f := range []struct {
		name    string
		of      func(int64) int64
		last    int64    // t of the largest number
		factors [3]int64 // what is added to t
		by      int64
	}{
		{"tasks", CholeskyTasks, 3_810_777, [3]int64{0, 1, 2}, 6},
		{"edges", CholeskyEdges, 2_642_245, [3]int64{-1, 0, 1}, 2},
	} {
		for _, n := range []int64{1 << 20, 1 << 21, f.last} {
			want := big.NewInt(1)
			for _, d := range f.factors {
				want.Mul(want, big.NewInt(n+d))
			}
			if want.Div(want, big.NewInt(f.by)); want.Cmp(big.NewInt(f.of(n))) != 0 {
				t.Errorf("t=%d: %d %s, want %v", n, f.of(n), f.name, want)
			}
		}
		for _, n := range []int64{-1, f.last + 1, 1 << 31, 1<<63 - 1} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("t=%d: %s did not panic", n, f.name)
					}
				}()
				f.of(n)
			}()
		}
	}
}
