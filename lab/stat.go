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
