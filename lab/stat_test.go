package lab

import "testing"

func TestSummarize(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		want    Stat
	}{
		{nil, Stat{}},
		{[]float64{3}, Stat{3, 3, 3}},
		{[]float64{4, 1}, Stat{2.5, 1, 4}},
		{[]float64{9, 1, 5}, Stat{5, 1, 9}},
		{[]float64{1, 100, 2, 3}, Stat{2.5, 1, 100}},
	} {
		before := append([]float64(nil), c.samples...)
		if got := Summarize(c.samples); got != c.want {
			t.Errorf("Summarize(%v) = %+v, want %+v", c.samples, got, c.want)
		}
		for i := range before {
			if before[i] != c.samples[i] {
				t.Errorf("Summarize changed its argument: %v to %v", before, c.samples)
			}
		}
	}
}
