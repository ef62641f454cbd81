package dense

import (
	"math"
	"testing"
)

func TestNorms(t *testing.T) {
	m := Of([]float64{1, -2, 3}, []float64{-4, 5, -6})
	for name, c := range map[string][2]float64{
		"max": {m.MaxNorm(), 6}, "one": {m.OneNorm(), 9}, "inf": {m.InfNorm(), 15},
		"frobenius": {m.FrobeniusNorm(), math.Sqrt(91)},
	} {
		if math.Abs(c[0]-c[1]) > 1e-14 {
			t.Errorf("%s norm is %g, want %g", name, c[0], c[1])
		}
	}
	e := New[float64](0, 3)
	if e.MaxNorm() != 0 || e.OneNorm() != 0 || e.InfNorm() != 0 || e.FrobeniusNorm() != 0 {
		t.Error("an empty matrix has a norm")
	}
}

// The symmetric norms see one triangle and equal the plain norms of the whole.
func TestSymmetricNorms(t *testing.T) {
	full := SPD[float64](17, 4)
	for _, u := range []Uplo{Lower, Upper} {
		m := full.Clone()
		for i := range 17 {
			for j := range 17 {
				if u == Lower && j > i || u == Upper && j < i {
					m.Set(i, j, math.NaN())
				}
			}
		}
		for name, c := range map[string][2]float64{
			"max": {m.SymMaxNorm(u), full.MaxNorm()}, "one": {m.SymOneNorm(u), full.OneNorm()},
			"frobenius": {m.SymFrobeniusNorm(u), full.FrobeniusNorm()},
		} {
			if !(math.Abs(c[0]-c[1]) <= 1e-14*c[1]) {
				t.Errorf("%v %s: %g, want %g", u, name, c[0], c[1])
			}
		}
	}
}

func TestFrobeniusAtTheEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		v    []float64
		want float64
	}{
		{[]float64{3e200, 4e200}, 5e200}, {[]float64{4e-200, 3e-200, 0}, 5e-200}, {[]float64{3e-320, 4e-320}, 5e-320},
		{[]float64{1, inf, 2}, inf}, {[]float64{1, inf, nan, 3}, nan}, {[]float64{nan, 1}, nan}, {[]float64{nan, inf}, nan},
		{[]float64{0, 0}, 0}, {[]float64{-math.MaxFloat64}, math.MaxFloat64},
	} {
		got := Of(c.v).FrobeniusNorm()
		if got != c.want && !(math.Abs(got-c.want) <= 1e-3*c.want && c.want < 1e-300) && !(math.Abs(got-c.want) <= 1e-15*c.want) &&
			!(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%g: %g, want %g", c.v, got, c.want)
		}
	}
	for name, n := range map[string]float64{"max": Of([]float64{1, nan, 2}).MaxNorm(), "one": Of([]float64{nan, 2}).OneNorm(),
		"inf": Of([]float64{1, nan}, []float64{7, 7}).InfNorm()} {
		if !math.IsNaN(n) {
			t.Errorf("%s norm hides NaN", name)
		}
	}
}
