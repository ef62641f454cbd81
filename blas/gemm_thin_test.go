package blas

import (
	"testing"

	"heddle/dense"
)

func TestGemmThin(t *testing.T) {
	eachType(t, testGemmThin[float64], testGemmThin[float32])
}

// testGemmThin takes every thin path: few rows, few columns, both, and short sums, beyond the area
// of B that is multiplied without another thought.
func testGemmThin[T dense.Float](t *testing.T) {
	count := 0
	for _, s := range [][3]int{{1, 700, 330}, {3, 1100, 100}, {few, 500, 200}, {700, 1, 330}, {600, few, 200}, {2, 3, 5000}, {200, 190, 4}, {120, 1500, 1}, {90, 2100, 3}, {700, 2, 600}, {few + 1, few + 1, few + 1}} {
		for _, ta := range transposes {
			for _, tb := range transposes {
				gemmCase(t, ta, tb, s[0], s[1], s[2], []T{1, -1, 0.7}[count%3], []T{0, 1, -1, 0.3}[count%4], count%3*5)
				count++
			}
		}
	}
}

// TestThinPaths names the path of each kind of product that does not fit a small B.
func TestThinPaths(t *testing.T) {
	for _, c := range []struct {
		m, n, k int
		ta, tb  bool
		want    path
	}{
		{1, 2000, 2000, false, false, thinRows}, {16, 2000, 2000, true, true, thinRowsByDots},
		{2000, 3, 2000, false, true, thinColumns}, {2000, 16, 2000, true, true, thinColumnsByStrips},
		{2000, 1, 2000, true, false, thinColumnsByStrips}, {500, 16, 500, true, false, wholePath}, {2000, 16, 2000, false, false, wholePath},
		{2000, 2000, 4, false, true, thinColumns}, {2000, 2000, 4, false, false, wholePath}, {17, 2000, 2000, false, false, packedPath},
	} {
		g := product[float64]{m: c.m, n: c.n, k: c.k, a: operand[float64]{trans: c.ta}, b: operand[float64]{trans: c.tb, ld: c.n}}
		if got := g.path(); got != c.want {
			t.Errorf("%+v: path %d", c, got)
		}
	}
}
