package plot

import (
	"math"
	"strconv"
)

// scale maps the values of an axis to a length of the drawing.
type scale struct {
	log      bool
	min, max float64 // values at the ends
	from, to float64 // where the ends lie
}

// at returns where a value lies. On a logarithmic scale what is not positive lies at the start.
func (s scale) at(v float64) float64 {
	low, high := s.min, s.max
	if s.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(max(v, s.min))
	}
	return s.from + (v-low)/(high-low)*(s.to-s.from)
}

// newScale covers the values from low to high with a margin, from 0 if it is linear.
func newScale(log bool, low, high float64) scale {
	if !log {
		if high <= 0 {
			high = 1
		}
		return scale{min: 0, max: high * 1.04}
	}
	if !(low > 0) {
		low, high = 0.5, 2
	}
	margin := math.Pow(high/low, 0.04)
	if high/low < 1.2 {
		margin = 1.2
	}
	return scale{log: true, min: low / margin, max: high * margin}
}

// ticks returns values to be written along the scale, at most about eight.
func (s scale) ticks() []float64 {
	if !s.log {
		return linearTicks(s.max)
	}
	for _, digits := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1, 3}, {1}} {
		if t := s.decades(digits, 1); len(t) <= 8 {
			return t
		}
	}
	return s.decades([]float64{1}, 2)
}

// decades returns the given digits times the powers of ten, every step-th, that lie on the scale.
func (s scale) decades(digits []float64, step int) []float64 {
	var out []float64
	for e := int(math.Floor(math.Log10(s.min))); e <= int(math.Ceil(math.Log10(s.max))); e++ {
		if e%step != 0 {
			continue
		}
		for _, d := range digits {
			// Parsed and not computed, so that 1e-3 is what a reader writes.
			v, err := strconv.ParseFloat(strconv.FormatFloat(d, 'f', -1, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && v >= s.min && v <= s.max {
				out = append(out, v)
			}
		}
	}
	return out
}

// linearTicks returns multiples of 1, 2 or 5 times a power of ten from 0 to high.
func linearTicks(high float64) []float64 {
	unit := math.Pow(10, math.Floor(math.Log10(high/5)))
	step := unit
	for _, f := range []float64{2, 5, 10} {
		if high/step <= 7 {
			break
		}
		step = f * unit
	}
	var out []float64
	for i := 0; float64(i)*step <= high; i++ {
		out = append(out, float64(i)*step)
	}
	return out
}

// Number prints a value as people write it: 4, 0.25, 65536.
func Number(v float64) string {
	if a := math.Abs(v); v == 0 || (a >= 1e-3 && a < 1e7) {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Seconds prints a time with a unit that suits it: 2 us, 31.5 ms, 4 s.
func Seconds(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}} {
		if v >= u.size*0.9999 || u.name == "ns" {
			return strconv.FormatFloat(v/u.size, 'g', 4, 64) + " " + u.name
		}
	}
	return ""
}
