package machine

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"

	"heddle/lab"
	"heddle/task"
)

// Limits is the experiment behind `heddle bench peak`: what this machine can do at best.
type Limits struct {
	Workers []int // of the figures for all workers together; none: GOMAXPROCS
	Pin     task.Pin

	elements int // of the triad's arrays; 0: what the caches ask for
}

// Run measures in session and reports what was detected. It returns the cause of a cancelled
// ctx.
func (l Limits) Run(ctx context.Context, session *lab.Session) error {
	f := Detect()
	take := func(quantity string, value float64, unit, note string, workers int) error {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		return session.Take(lab.Record{Experiment: "peak", Quantity: quantity, Value: value, Unit: unit,
			Note: note, Workers: workers, Pin: when(workers > 0, lab.PinName(l.Pin)), OK: true})
	}
	workers := l.Workers
	if len(workers) == 0 {
		workers = []int{runtime.GOMAXPROCS(0)}
	}
	if workers[0] != 1 {
		workers = append([]int{1}, workers...)
	}
	elements := cmp.Or(l.elements, triadElements(f.L3))
	arrays := fmt.Sprintf("STREAM triad, three arrays of %s", bytes(8*elements))
	for _, w := range workers {
		rt := task.New(task.Config{Workers: w, Pin: l.Pin})
		defer rt.Close()
		if err := take("fma_peak", Peak(rt), "GFLOP/s", "float64, "+f.Kernels[0]+" registers alone", w); err != nil {
			return err
		}
		if err := take("triad", Triad(rt, elements), "GB/s", arrays, w); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		quantity string
		value    int
		unit     string
	}{
		{"cores", f.Cores, ""}, {"threads", f.Threads, ""}, {"packages", f.Packages, ""}, {"numa_nodes", f.Nodes, ""},
		{"gomaxprocs", f.GOMAXPROCS, ""}, {"l1d", f.L1D, "bytes"}, {"l2", f.L2, "bytes"}, {"l3", f.L3, "bytes"},
		{"line", f.Line, "bytes"},
	} {
		note := ""
		if c.unit == "bytes" && c.value >= 1024 {
			note = bytes(c.value)
		}
		if err := take(c.quantity, float64(c.value), c.unit, note, 0); err != nil {
			return err
		}
	}
	for _, c := range []struct{ quantity, note string }{
		{"cpu", f.CPU}, {"kernels", strings.Join(f.Kernels, ", ")}, {"go", f.GoVersion + " " + f.OSArch},
	} {
		if err := take(c.quantity, 0, "", c.note, 0); err != nil {
			return err
		}
	}
	return nil
}

// triadElements is the length of the triad's arrays: four times the last cache in all, as
// STREAM asks, between 32 and 128 MiB each. A server's cache of hundreds of MiB is shared with
// neighbours that a virtual machine does not see.
func triadElements(l3 int) int {
	return min(max(4*l3/3, 32<<20), 128<<20) / 8
}

// bytes prints a size in binary units.
func bytes(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}

// when returns s if b holds.
func when(b bool, s string) string {
	if b {
		return s
	}
	return ""
}
