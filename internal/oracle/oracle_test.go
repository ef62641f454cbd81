package oracle

import (
	"math"
	"testing"

	"heddle/dense"
)

var triangles = []dense.Uplo{dense.Lower, dense.Upper}

func TestPotrfOnLapackTypes(t *testing.T) {
	testPotrf[float64](t)
	testPotrf[float32](t)
}

func testPotrf[T dense.Float](t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 10, 50, 100} {
		for _, c := range LapackTypes[T](n, 11) {
			for _, u := range triangles {
				f := c.A.Clone()
				minor := Potrf(u, f)
				if n == 1 && c.Minor > 0 {
					continue // its name says another row, but there is one
				}
				if minor != c.Minor {
					t.Errorf("n=%d %s %v: minor %d, want %d", n, c.Name, u, minor, c.Minor)
				} else if r := CholeskyRatio(u, c.A, f); minor == 0 && !(r < 2) {
					// Theory gives about (n+1)/n; Go fuses a*b+c on arm64 and reaches 1.2 at n = 3.
					t.Errorf("n=%d %s %v: ratio %g", n, c.Name, u, r)
				}
			}
		}
	}
	for _, c := range Indefinite[T](12, 3) {
		for _, u := range triangles {
			if minor := Potrf(u, c.A.Clone()); minor != c.Minor {
				t.Errorf("%s %v: minor %d, want %d", c.Name, u, minor, c.Minor)
			}
		}
	}
}

// A ratio that cannot tell right from wrong is no oracle: one element off by 1000 eps must show.
func TestRatiosSeeErrors(t *testing.T) {
	const n = 20
	a := dense.SPD[float64](n, 1)
	f := a.Clone()
	Potrf(dense.Lower, f)
	if r := CholeskyRatio(dense.Lower, a, f); r > 1 {
		t.Errorf("right factor has ratio %g", r)
	}
	f.Set(7, 3, f.At(7, 3)+1e-9)
	if r := CholeskyRatio(dense.Lower, a, f); r < Limit {
		t.Errorf("wrong factor has ratio %g", r)
	}
	f.Set(7, 3, math.NaN())
	if r := CholeskyRatio(dense.Lower, a, f); r < Limit {
		t.Errorf("factor with NaN has ratio %g", r)
	}
	b, c := dense.Random[float64](n, n, 2), dense.New[float64](n, n)
	Gemm(true, false, 0.5, a, b, 0, c)
	if r := GemmRatio(true, false, 0.5, a, b, 0, c, c); r > 1 {
		t.Errorf("right product has ratio %g", r)
	}
	c.Set(2, 2, c.At(2, 2)*(1+1e-11))
	if r := GemmRatio(true, false, 0.5, a, b, 0, c, c); r < Limit {
		t.Errorf("wrong product has ratio %g", r)
	}
}

func TestSolves(t *testing.T) {
	const n = 13
	a, b := dense.SPD[float64](n, 5), dense.Random[float64](n, 4, 6)
	for _, u := range triangles {
		f, x := a.Clone(), b.Clone()
		Potrf(u, f)
		Potrs(u, f, x)
		if r := SolveRatio(a, x, b); !(r < Limit) {
			t.Errorf("%v: solve ratio %g", u, r)
		}
		inv := dense.New[float64](n, n)
		for i := range n {
			inv.Set(i, i, 1)
		}
		Potrs(u, f, inv)
		if r := InverseRatio(a, inv); !(r < Limit) {
			t.Errorf("%v: inverse ratio %g", u, r)
		}
		for _, trans := range []bool{false, true} {
			for _, left := range []bool{false, true} {
				rhs := dense.Random[float64](n, n, 8)
				x := rhs.Clone()
				Trsm(left, u, trans, false, 2, f, x)
				if r := TrsmRatio(left, u, trans, false, 2, f, rhs, x); !(r < 1) {
					t.Errorf("%v trans=%v left=%v: ratio %g", u, trans, left, r)
				}
			}
		}
	}
}

func TestRBFIsHard(t *testing.T) {
	a := RBF[float64](60, 0.3, 1e-10, 4)
	f := a.Clone()
	if minor := Potrf(dense.Lower, f); minor != 0 {
		t.Fatalf("fails at minor %d", minor)
	}
	if f.At(59, 59) > 1e-4 {
		t.Errorf("last pivot %g: not badly conditioned", f.At(59, 59))
	}
}
