package report

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"heddle/lab"
)

// gobenchSink prints one line for each repetition in the format of `go test -bench`, with
// the conditions as key=value parts of the name, which benchstat can select and compare:
//
//	benchstat -col /variant FILE
type gobenchSink struct {
	w     io.Writer
	begun bool
}

func (s *gobenchSink) Write(r lab.Record) error {
	var b strings.Builder
	if !s.begun {
		s.begun = true
		fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: heddle\n", runtime.GOOS, runtime.GOARCH)
		if r.CPU != "" {
			fmt.Fprintf(&b, "cpu: %s\n", r.CPU)
		}
	}
	name := benchName(r)
	switch {
	case !r.OK:
		fmt.Fprintf(&b, "# %s failed: %s\n", name, oneLine(r.Error))
	case r.Quantity != "" && r.Unit != "":
		fmt.Fprintf(&b, "%s 1 %g %s\n", name, r.Value, strings.ReplaceAll(r.Unit, " ", ""))
	}
	for _, seconds := range r.Samples {
		fmt.Fprintf(&b, "%s 1 %.1f ns/op", name, seconds*1e9)
		if r.GFlops > 0 {
			fmt.Fprintf(&b, " %.2f GFLOP/s", r.GFlops*r.MedianS/seconds)
		}
		if r.NsPerTask > 0 {
			fmt.Fprintf(&b, " %.2f ns/task", r.NsPerTask*seconds/r.MedianS)
		}
		if r.AllocsPerTask != nil {
			fmt.Fprintf(&b, " %.3f allocs/task", *r.AllocsPerTask)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(s.w, b.String())
	return err
}

func (s *gobenchSink) Flush() error { return nil }

// benchName is Benchmark<Experiment>/key=value/...-<workers>.
func benchName(r lab.Record) string {
	name := "Benchmark"
	if r.Experiment != "" {
		name += strings.ToUpper(r.Experiment[:1]) + r.Experiment[1:]
	}
	add := func(key, value string) {
		if value != "" {
			name += "/" + key + "=" + strings.Join(strings.Fields(value), "_")
		}
	}
	number := func(key string, value int) {
		if value != 0 {
			add(key, fmt.Sprint(value))
		}
	}
	if r.Runtime != "heddle" {
		add("runtime", r.Runtime)
	}
	add("app", r.App)
	add("variant", r.Variant)
	add("routine", r.Routine)
	add("pattern", r.Pattern)
	add("quantity", r.Quantity)
	add("kernel", r.Kernel)
	add("round", r.Round)
	add("queue", r.Queue)
	add("form", r.Form)
	if r.Noop {
		add("noop", "true")
	}
	number("n", r.N)
	number("tiles", r.Tiles)
	number("tile", r.Tile)
	add("size", extents(r.Size))
	number("block", r.Block)
	number("iterations", r.Iterations)
	if r.BodyNs != nil {
		add("body", fmt.Sprintf("%dns", *r.BodyNs))
	}
	return fmt.Sprintf("%s-%d", name, max(1, r.Workers))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
