package blas

import (
	"errors"
	"math"
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

func TestPotrf(t *testing.T) {
	eachType(t, testPotrf[float64], testPotrf[float32])
}

func testPotrf[T dense.Float](t *testing.T) {
	orders := append(sizes(), 100, potrfBlock, potrfBlock+1, 2*tileOrder+9)
	if raceEnabled {
		orders = append(sizes(), potrfBlock+1)
	}
	for _, n := range orders {
		potrfCase(t, oracle.Case[T]{Name: "spd", A: dense.SPD[T](n, 1)}, n%3*5)
	}
}

// TestPotrfTiles factors in the tiles of every size of cache.
func TestPotrfTiles(t *testing.T) {
	oldOrder, oldStrip := tileOrder, tileStrip
	defer func() { tileOrder, tileStrip = oldOrder, oldStrip }()
	for _, l2 := range []int{1 << 20, 2 << 20} {
		tileOrder, tileStrip = tileSizes(l2)
		eachRow(t, func(t *testing.T) {
			if raceEnabled {
				potrfCase(t, oracle.Case[float64]{Name: "spd", A: dense.SPD[float64](potrfBlock+1, 1)}, 3)
				return
			}
			for _, n := range []int{potrfBlock + 1, 2*tileOrder + 9} {
				potrfCase(t, oracle.Case[float64]{Name: "spd", A: dense.SPD[float64](n, 1)}, 3)
				potrfCase(t, oracle.Case[float32]{Name: "spd", A: dense.SPD[float32](n, 1)}, 0)
			}
		})
	}
}

func TestPotrfLapackTypes(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, n := range []int{2, 3, 5, 10, 50, 100} {
			for _, c := range oracle.LapackTypes[float64](n, 11) {
				potrfCase(t, c, 0)
			}
			for _, c := range oracle.LapackTypes[float32](n, 11) {
				potrfCase(t, c, 1)
			}
		}
	})
}

// Kernel matrices of nearly singular spectra: a factorization that inverts diagonal blocks breaks
// down on them.
func TestPotrfKernelMatrices(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, n := range []int{60, 300} {
			for _, noise := range []float64{1e-6, 1e-9, 1e-11} {
				potrfCase(t, oracle.Case[float64]{Name: "rbf", A: oracle.RBF[float64](n, 0.3, noise, 4)}, 0)
			}
		}
	})
}

// potrfCase factors one matrix in both triangles, inside guards, with NaN in the other triangle,
// and solves with the factor.
func potrfCase[T dense.Float](t *testing.T, c oracle.Case[T], pad int) {
	t.Helper()
	n := c.A.Rows
	for _, u := range uplos {
		g := guard(hide(u, c.A), pad)
		err := Potrf(u, g.Matrix)
		if minor := minorOf(err); minor != c.Minor {
			t.Errorf("n=%d %s %v: minor %d, want %d", n, c.Name, u, minor, c.Minor)
			continue
		}
		if err := g.intact(); err != nil {
			t.Errorf("n=%d %s %v: %v", n, c.Name, u, err)
		}
		if err := hidden(u, g.Matrix); err != nil {
			t.Errorf("n=%d %s %v: %v", n, c.Name, u, err)
		}
		if c.Minor != 0 {
			continue
		}
		right(t, oracle.CholeskyRatio(u, c.A, g.Matrix), "n=%d %s %v: factor", n, c.Name, u)
		if norm := c.A.OneNorm(); norm > 1e-30 && norm < 1e30 { // else the right-hand side overflows
			b := dense.Random[T](n, 3, 8)
			x := guard(b, pad)
			Potrs(u, g.Matrix, x.Matrix)
			right(t, oracle.SolveRatio(c.A, x.Matrix, b), "n=%d %s %v: solution", n, c.Name, u)
			if err := x.intact(); err != nil {
				t.Errorf("n=%d %s %v: solution: %v", n, c.Name, u, err)
			}
		}
	}
}

// minorOf returns 0 for no error, the minor of the expected error, -1 for any other.
func minorOf(err error) int {
	var e *NotPositiveDefiniteError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.Minor
	}
	return -1
}

func TestPotrfEveryMinor(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, n := range []int{1, 8, 9, 37, 64} {
			for _, c := range oracle.Indefinite[float64](n, 3) {
				potrfCase(t, c, 1)
			}
			for _, c := range oracle.Indefinite[float32](n, 3) {
				potrfCase(t, c, 0)
			}
		}
		for _, n := range []int{potrfBlock, 2*tileOrder + 9} {
			spd := dense.SPD[float64](n, 1)
			for _, k := range []int{0, 1, 127, n / 2, n - 2, n - 1} {
				potrfCase(t, oracle.Case[float64]{Name: "zeroed", A: oracle.ZeroRowCol(spd, k), Minor: k + 1}, 0)
			}
		}
	})
}

// NaN or Inf anywhere in the triangle that is read is an error, never an answer.
func TestPotrfNotFinite(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, n := range []int{1, 5, 21, 40} {
			for i := range n {
				for j := range i + 1 {
					for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
						a := dense.SPD[float64](n, 1)
						a.Set(i, j, bad)
						a.Set(j, i, bad)
						for _, u := range uplos {
							f := a.Clone()
							if minor := minorOf(Potrf(u, f)); minor < 1 || minor > i+1 {
								t.Fatalf("n=%d %g at (%d,%d) %v: minor %d", n, bad, i, j, u, minor)
							}
						}
					}
				}
			}
		}
		n := 2*tileOrder + 9
		for _, at := range [][2]int{{0, 0}, {n - 1, 0}, {n - 1, n - 1}, {n / 2, n / 3}, {tileOrder, tileOrder - 1}} {
			a := dense.SPD[float64](n, 1)
			a.Set(at[0], at[1], math.NaN())
			a.Set(at[1], at[0], math.NaN())
			for _, u := range uplos {
				f := a.Clone()
				if minor := minorOf(Potrf(u, f)); minor != at[0]+1 {
					t.Errorf("n=%d NaN at %v %v: minor %d", n, at, u, minor)
				}
			}
		}
	})
}

// Pivots whose reciprocals overflow, and the largest there are.
func TestPotrfExtremePivots(t *testing.T) {
	eachRow(t, func(t *testing.T) {
		for _, d := range []float64{5e-324, 1e-310, 1e-300, 1e300, math.MaxFloat64} {
			for _, n := range []int{1, 3, 9} {
				a := dense.New[float64](n, n)
				for i := range n {
					a.Set(i, i, d)
				}
				f := a.Clone()
				if minor := minorOf(Potrf(Lower, f)); minor != 0 {
					t.Errorf("n=%d pivot %g: minor %d", n, d, minor)
					continue
				}
				for i := range n {
					if got, want := f.At(i, i), math.Sqrt(d); math.Abs(got-want) > 1e-15*want {
						t.Errorf("n=%d pivot %g: L(%d,%d) = %g, want %g", n, d, i, i, got, want)
					}
				}
			}
		}
	})
}
