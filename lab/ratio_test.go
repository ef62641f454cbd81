package lab

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The interval holds the true ratio nearly as often as it says, for samples of every size,
// normal or with the long tail of an interrupted machine, in drifting rounds and apart.
func TestIntervalsCover(t *testing.T) {
	const runs, truth = 100, 1.25
	const seed = 41
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	noise := func(tailed bool) float64 {
		x := 0.03 * rng.NormFloat64()
		if tailed && rng.IntN(10) == 0 {
			x += 0.4 * rng.ExpFloat64()
		}
		return math.Exp(x)
	}
	for _, n := range []int{3, 5, 10, 11, 20} {
		for _, tailed := range []bool{false, true} {
			rounds, apart := 0, 0
			for range runs {
				a, b := make([]float64, n), make([]float64, n)
				fast, slow := make([]float64, n), make([]float64, n)
				for i := range n {
					clock := math.Exp(0.3 * rng.NormFloat64()) // hits both of a round
					a[i], b[i] = truth*clock*noise(tailed), clock*noise(tailed)
					slow[i], fast[i] = truth*noise(tailed), noise(tailed)
				}
				if r := Compare(a, b); r.Low <= truth && truth <= r.High {
					rounds++
				}
				if r := CompareApart(slow, fast); r.Low <= truth && truth <= r.High {
					apart++
				}
			}
			t.Logf("n = %d, tailed %t: %d and %d of %d", n, tailed, rounds, apart, runs)
			// 95 % less what 100 runs explain: three standard deviations.
			if rounds < runs*88/100 || apart < runs*88/100 {
				t.Errorf("n = %d, tailed %t: %d and %d of %d intervals hold the true ratio", n, tailed, rounds, apart, runs)
			}
		}
	}
}

// Two cases that take the same time are told apart rarely; a difference of a fifth with noise
// of 3 % always, from five rounds on.
func TestDiffers(t *testing.T) {
	const runs, seed = 100, 42
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{3, 5, 20} {
		same, other := 0, 0
		for range runs {
			a, b, c := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				a[i], b[i], c[i] = math.Exp(0.03*rng.NormFloat64()), math.Exp(0.03*rng.NormFloat64()), 1.2*math.Exp(0.03*rng.NormFloat64())
			}
			if Compare(a, b).Differs() {
				same++
			}
			if Compare(c, a).Differs() {
				other++
			}
		}
		if same > runs/10 {
			t.Errorf("n = %d: %d of %d pairs of equals are told apart", n, same, runs)
		}
		if n >= 5 && other < runs*99/100 {
			t.Errorf("n = %d: a difference of a fifth is seen in %d of %d", n, other, runs)
		}
	}
}

func TestCompareDrift(t *testing.T) {
	// The clock doubles in the middle; a always takes 1.1 times b's time.
	var a, b []float64
	for i := range 20 {
		clock := 1.0
		if i >= 10 {
			clock = 2
		}
		b = append(b, clock*(1+0.001*float64(i%3)))
		a = append(a, 1.1*b[i])
	}
	if r := Compare(a, b); math.Abs(r.Value-1.1) > 1e-9 || !r.Differs() || r.High-r.Low > 1e-9 {
		t.Errorf("paired: %+v", r)
	}
	if r := CompareApart(a, b); r.Differs() {
		t.Errorf("apart: %+v, which a clock that doubles does not allow to say", r)
	}
}

func TestCompareEdges(t *testing.T) {
	same := []float64{2, 2, 2}
	if r := Compare(same, same); r != (Ratio{1, 1, 1}) || r.Differs() {
		t.Errorf("ties: %+v", r)
	}
	if r := Compare([]float64{4, 4, 4, 9}, same); math.Abs(r.Value-2) > 1e-12 || !r.Differs() {
		t.Errorf("ties that differ, and a round too many: %+v", r)
	}
	for _, c := range [][2][]float64{{nil, nil}, {same, nil}, {{0, 1}, {1, 1}}, {{math.NaN()}, {1}}, {{1, 2}, {math.Inf(1), 1}}} {
		if r := Compare(c[0], c[1]); r.Known() || r.Differs() || r.Inverse().Known() {
			t.Errorf("%v: %+v, want nothing known", c, r)
		}
	}
	if r := CompareApart([]float64{1}, []float64{0}); r.Known() {
		t.Errorf("a time of 0: %+v", r)
	}
	one := Compare([]float64{9}, []float64{1})
	if math.Abs(one.Value-9) > 1e-12 || one.Differs() || one.Low != 0 || !math.IsInf(one.High, 1) {
		t.Errorf("one round: %+v, want no bounds", one)
	}
	a, b := []float64{3, 4, 5, 4.5, 3.5}, []float64{1, 1.1, 1.2, 1, 1.1}
	r, back := Compare(a, b), Compare(b, a).Inverse()
	if math.Abs(r.Value-back.Value) > 1e-9 || math.Abs(r.Low-back.Low) > 1e-2 || math.Abs(r.High-back.High) > 1e-2 {
		t.Errorf("%+v and, inverted, %+v", r, back)
	}
	if again := Compare(a, b); again != r {
		t.Errorf("%+v, then %+v", r, again)
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		want    float64
	}{
		{nil, 0}, {[]float64{1, 2, 3}, 0}, {[]float64{5, 5, 5, 5}, 0}, {[]float64{0, 0, 0, 0}, 0},
		{[]float64{5, 1, 3, 2, 4}, 2.0 / 3}, {[]float64{1, 1, 1, 1, 1, 1, 1, 99}, 0},
	} {
		if got := Spread(c.samples); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Spread(%v) = %g, want %g", c.samples, got, c.want)
		}
	}
}

func TestNoise(t *testing.T) {
	quiet := Record{OK: true, Samples: []float64{1, 1.01, 1.02, 1.01}}
	loud := Record{OK: true, Samples: []float64{1, 2, 3, 4}}
	for _, c := range []struct {
		records []Record
		noisy   bool
	}{
		{nil, false}, {[]Record{quiet, quiet, loud}, false}, {[]Record{quiet, loud, loud}, true},
		{[]Record{quiet, {PeakSpread: 0.3}}, true}, {[]Record{quiet, {PeakSpread: 0.01}}, false},
		{[]Record{{OK: true, Samples: []float64{1, 9, 20}}}, false},
	} {
		if got := Noise(c.records); (got != "") != c.noisy {
			t.Errorf("%+v: %q", c.records, got)
		}
	}
}

func TestTelling(t *testing.T) {
	for r, want := range map[Ratio]bool{
		{1, 0.9, 1.1}:       true,
		{2, 0, 4}:           false, // no lower limit
		{2, 1, math.Inf(1)}: false,
		{3, 1e-9, 5e9}:      false,
		{}:                  false,
	} {
		if got := r.Telling(); got != want {
			t.Errorf("%v: %v, want %v", r, got, want)
		}
	}
}
