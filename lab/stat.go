package lab

import "slices"

// Stat summarizes the samples of one case.
type Stat struct{ Median, Min, Max float64 }

// Summarize returns median, minimum and maximum of samples, which it leaves as they are;
// zeros for none. The median of an even number of samples is the mean of the middle two.
func Summarize(samples []float64) Stat {
	if len(samples) == 0 {
		return Stat{}
	}
	s := slices.Sorted(slices.Values(samples))
	mid := len(s) / 2
	median := s[mid]
	if len(s)%2 == 0 {
		median = s[mid-1] + (s[mid]-s[mid-1])/2
	}
	return Stat{Median: median, Min: s[0], Max: s[len(s)-1]}
}

// Spread returns how far samples lie apart: the distance of their quartiles over their median,
// about 1.35 standard deviations where they are normal. Fewer than four samples, and a median
// of 0, have none. One sample in four may be as far off as it likes.
func Spread(samples []float64) float64 {
	if len(samples) < 4 {
		return 0
	}
	s := slices.Sorted(slices.Values(samples))
	median := Summarize(samples).Median
	if median == 0 {
		return 0
	}
	return (quantile(s, 0.75) - quantile(s, 0.25)) / median
}

// quantile returns the q-quantile of sorted samples, interpolated between neighbours.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
