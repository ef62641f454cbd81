package iterative

import (
	"fmt"
	"math"

	"heddle/lab"
)

// means collects ratios of curves for their geometric means.
type means struct {
	keys []meanKey
	sum  map[meanKey]float64
	n    map[meanKey]int
}

type meanKey struct {
	runtime, variant string
	workers          int
}

func newMeans() *means { return &means{sum: map[meanKey]float64{}, n: map[meanKey]int{}} }

func (m *means) add(runtime, variant string, workers int, ratio float64) {
	k := meanKey{runtime, variant, workers}
	if m.n[k] == 0 {
		m.keys = append(m.keys, k)
	}
	m.sum[k] += math.Log(ratio)
	m.n[k]++
}

func (m *means) records(quantity string) []lab.Record {
	var out []lab.Record
	for _, k := range m.keys {
		out = append(out, lab.Record{Experiment: "iterative", Runtime: k.runtime, Variant: k.variant, Workers: k.workers,
			Quantity: quantity, Value: math.Exp(m.sum[k] / float64(m.n[k])), Unit: "x", OK: true,
			Note: "geometric mean of " + ofPrograms(m.n[k])})
	}
	return out
}

func ofPrograms(n int) string {
	if n == 1 {
		return "1 program"
	}
	return fmt.Sprintf("%d programs", n)
}
