package lab

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Ratio is how many times as long one case takes as another, and where 95 % of the intervals
// made in this way hold the true ratio. The zero Ratio says that nothing is known.
type Ratio struct{ Value, Low, High float64 }

// Known reports whether there were samples to compare.
func (r Ratio) Known() bool { return r.Value > 0 }

// Differs reports whether the interval excludes 1: only then is one case called faster.
func (r Ratio) Differs() bool { return r.Known() && (r.Low > 1 || r.High < 1) }

// Bounded reports whether the interval says anything: one sample has none.
func (r Ratio) Bounded() bool { return r.Known() && r.Low > 0 && !math.IsInf(r.High, 1) }

// widest is the quotient of its limits from which on an interval tells nothing: of two repetitions
// it may reach over ten orders of magnitude.
const widest = 1e4

// Telling reports whether the interval is worth printing: it is bounded, and not absurdly wide.
func (r Ratio) Telling() bool { return r.Bounded() && r.High < widest*r.Low }

// Inverse returns the ratio seen from the other case.
func (r Ratio) Inverse() Ratio {
	if !r.Known() {
		return r
	}
	return Ratio{Value: 1 / r.Value, Low: 1 / r.High, High: 1 / r.Low}
}

// resamples is how often the bootstrap draws: enough that the limits of the interval move by
// less than they are printed with.
const resamples = 1000

// Compare returns the ratio of a to b, samples of two cases whose repetitions were interleaved:
// a[i] and b[i] are of the same round, and drifts of the clock hit both. The value is the
// median of the rounds' ratios, the interval that of the bootstrap over rounds (Efron 1979,
// percentiles), widened below lordMax rounds, of which too few resamples can be made. Rounds
// that only one of the two has are left out. The same samples give the same interval.
func Compare(a, b []float64) Ratio {
	logs := make([]float64, min(len(a), len(b)))
	for i := range logs {
		logs[i] = math.Log(a[i] / b[i])
	}
	if !usable(logs) {
		return Ratio{}
	}
	draw := newDraw(len(logs))
	medians := make([]float64, resamples)
	for i := range medians {
		medians[i] = draw.median(logs)
	}
	return interval(Summarize(logs).Median, medians, mean(logs), lord(logs))
}

// CompareApart returns the ratio of a to b, samples that were not taken in the same rounds: of
// two runs. The value is the ratio of the medians; the bootstrap draws from each by itself.
func CompareApart(a, b []float64) Ratio {
	la, lb := logarithms(a), logarithms(b)
	if !usable(la) || !usable(lb) {
		return Ratio{}
	}
	draw := newDraw(max(len(la), len(lb)))
	medians := make([]float64, resamples)
	for i := range medians {
		medians[i] = draw.median(la) - draw.median(lb)
	}
	value := Summarize(la).Median - Summarize(lb).Median
	return interval(value, medians, mean(la)-mean(lb), math.Hypot(lord(la), lord(lb)))
}

// interval returns the percentiles of the resampled logarithms, or mean +- width where that
// reaches farther.
func interval(value float64, resampled []float64, mean, width float64) Ratio {
	slices.Sort(resampled)
	low, high := quantile(resampled, 0.025), quantile(resampled, 0.975)
	if width > 0 {
		low, high = min(low, mean-width), max(high, mean+width)
	}
	return Ratio{Value: math.Exp(value), Low: math.Exp(min(low, value)), High: math.Exp(max(high, value))}
}

// draw makes samples with replacement.
type draw struct {
	rng     *rand.Rand
	scratch []float64
}

// newDraw returns a draw for samples of at most n, seeded alike every time: a report made twice
// from one file says the same twice.
func newDraw(n int) *draw {
	return &draw{rand.New(rand.NewPCG(0x1979, 0xb007)), make([]float64, n)}
}

func (d *draw) median(x []float64) float64 {
	s := d.scratch[:len(x)]
	for i := range s {
		s[i] = x[d.rng.IntN(len(x))]
	}
	slices.Sort(s)
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// lordFactors are those of Lord's u, a Student's t from the range instead of the standard
// deviation (Lord, Biometrika 34, 1947, two-sided 5 %), for samples of 2, 3, ...: with less than
// ten, a percentile bootstrap covers far less than it says, since it never leaves the range.
var lordFactors = []float64{6.353, 1.304, 0.717, 0.507, 0.399, 0.333, 0.288, 0.255, 0.230}

// lordMax is the largest sample that lordFactors serve.
var lordMax = len(lordFactors) + 1

// lord returns half the width of Lord's interval around the mean, infinite for one sample and 0
// for more than lordMax.
func lord(x []float64) float64 {
	switch {
	case len(x) < 2:
		return math.Inf(1)
	case len(x) > lordMax:
		return 0
	}
	return lordFactors[len(x)-2] * (slices.Max(x) - slices.Min(x))
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func logarithms(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log(v)
	}
	return out
}

// usable reports whether there are logarithms, and all of positive times.
func usable(logs []float64) bool {
	return len(logs) > 0 && !slices.ContainsFunc(logs, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}
