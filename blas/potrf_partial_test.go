package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

func TestPotrfPartial(t *testing.T) {
	eachType(t, testPotrfPartial[float64], testPotrfPartial[float32])
}

func testPotrfPartial[T dense.Float](t *testing.T) {
	shapes := [][2]int{{potrfBlock + 9, 50}, {potrfBlock + 9, 0}}
	if !raceEnabled {
		shapes = append(shapes, [2]int{2*potrfBlock + 1, 3}, [2]int{30, 250})
	}
	for _, k := range sizes() {
		for _, r := range sizes() {
			shapes = append(shapes, [2]int{k, r})
		}
	}
	for i, s := range shapes {
		for _, u := range uplos {
			partialCase[T](t, u, s[0], s[1], i%3*5)
		}
	}
}

// partialCase factors the first k columns of a matrix of order k+r, and what is left with Potrf: that
// is the whole factor.
func partialCase[T dense.Float](t *testing.T, u Uplo, k, r, pad int) {
	t.Helper()
	n := k + r
	all := dense.SPD[T](n, 1)
	g := guard(hide(u, all), pad)
	a, c := columns(u, k, g.Matrix)
	if err := PotrfPartial(u, a, c); err != nil {
		t.Errorf("k=%d r=%d %v: %v", k, r, u, err)
		return
	}
	if err := Potrf(u, c); err != nil {
		t.Errorf("k=%d r=%d %v: the rest: %v", k, r, u, err)
		return
	}
	right(t, oracle.CholeskyRatio(u, all, g.Matrix), "k=%d r=%d %v", k, r, u)
	if err := hidden(u, g.Matrix); err != nil {
		t.Errorf("k=%d r=%d %v: %v", k, r, u, err)
	}
	if err := g.intact(); err != nil {
		t.Errorf("k=%d r=%d %v: %v", k, r, u, err)
	}
}

// columns returns the arguments of PotrfPartial that are parts of one matrix.
func columns[T dense.Float](u Uplo, k int, m dense.Matrix[T]) (a, c dense.Matrix[T]) {
	a, c = m.View(0, 0, m.Rows, k), m.View(k, k, m.Rows-k, m.Rows-k)
	if u == Upper {
		a = m.View(0, 0, k, m.Rows)
	}
	return a, c
}

// A bad pivot among the first k is named; one of the rest is the caller's to find.
func TestPotrfPartialMinors(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		k, r := potrfBlock+30, 20
		for _, bad := range []int{0, 1, 30, potrfBlock - 1, potrfBlock, k - 1, k} {
			for _, u := range uplos {
				m := dense.SPD[float64](k+r, 2)
				m.Set(bad, bad, -1)
				want := bad + 1
				if bad >= k {
					want = 0
				}
				a, c := columns(u, k, m)
				if got := minorOf(PotrfPartial(u, a, c)); got != want {
					t.Errorf("%v: bad pivot %d: minor %d, want %d", u, bad, got, want)
				}
			}
		}
	})
}
