package lab

import "fmt"

// noisy is the spread from which on a machine is called noisy: differences of a few percent,
// which is what strategies often differ by, then drown in it.
const noisy = 0.10

// Noise returns one sentence that says how noisy the machine was while records were measured,
// or "" where it was quiet: the spread of the peaks of the rounds, and that of the samples of
// the median case.
func Noise(records []Record) string {
	peak := 0.0
	var spreads []float64
	for _, r := range records {
		peak = max(peak, r.PeakSpread)
		if r.OK && len(r.Samples) >= 4 {
			spreads = append(spreads, Spread(r.Samples))
		}
	}
	samples := Summarize(spreads).Median
	switch {
	case peak > noisy && samples > noisy:
		return fmt.Sprintf("noisy machine: its peak varied by %.0f %%, the median case by %.0f %% (quartiles): trust the intervals, not the medians", 100*peak, 100*samples)
	case peak > noisy:
		return fmt.Sprintf("noisy machine: its peak varied by %.0f %% (quartiles): trust the intervals, not the medians", 100*peak)
	case samples > noisy:
		return fmt.Sprintf("noisy machine: the median case varied by %.0f %% (quartiles): trust the intervals, not the medians", 100*samples)
	}
	return ""
}
