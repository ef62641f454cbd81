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
	n := big.NewInt(1 << 20)
	want := new(big.Int).Add(n, big.NewInt(2))
	want.Mul(want, new(big.Int).Add(n, big.NewInt(1))).Mul(want, n).Div(want, big.NewInt(6))
	if got := CholeskyTasks(1 << 20); want.Cmp(big.NewInt(got)) != 0 {
		t.Errorf("t=2^20: %d tasks, want %v", got, want)
	}
}
