package iterative

import (
	"fmt"

	"heddle/lab"
)

// rivals are what [TI] compares taskiter with the immediate successor with, and the geometric
// means that it reports at the small granularity. Its tasks without immediate successor are
// tasks-queued here: its runtime runs none in place.
var rivals = []struct {
	runtime, variant string
	paper            float64
}{
	{"heddle", "tasks-queued", 2.56},
	{"heddle", "tasks", 2.56},
	{"openmp-llvm", "tasks", 3.77},
	{"openmp-gcc", "tasks", 5.2},
}

// Summary returns how many times faster taskiter+is is than tasks without immediate successor,
// and than the tasks of OpenMP, for each program and as geometric mean, at both grains.
func Summary(studies []Study) []lab.Record {
	var out []lab.Record
	for _, g := range []Grain{Small, Optimal} {
		quantity := "taskiter+is is faster than it, " + string(g) + " granularity"
		for _, rival := range rivals {
			means := newMeans()
			for _, s := range studies {
				fast, ok1 := s.Curve("heddle", "taskiter+is")
				slow, ok2 := s.Curve(rival.runtime, rival.variant)
				if !ok1 || !ok2 {
					continue
				}
				a, ok1 := s.row(fast, g)
				b, ok2 := s.row(slow, g)
				if !ok1 || !ok2 {
					continue
				}
				ratio := over(b, a)
				out = append(out, lab.Record{Experiment: "iterative", Runtime: rival.runtime, App: s.App, Variant: rival.variant,
					Workers: s.Workers, Seed: a.Seed, Quantity: quantity, Value: ratio, Unit: "x", OK: true})
				means.add(rival.runtime, rival.variant, s.Workers, ratio)
			}
			for _, r := range means.records(quantity) {
				if g == Small {
					r.Note += fmt.Sprintf("; the paper: %v", rival.paper)
				}
				out = append(out, r)
			}
		}
	}
	return out
}
