package machine

import (
	"runtime"

	"heddle/internal/cpu"
	"heddle/internal/kernel"
	"heddle/lab"
)

// Facts is what was detected about the machine that runs the program.
type Facts struct {
	CPU        string   `json:"cpu"`     // model of the processor
	Kernels    []string `json:"kernels"` // instruction sets that heddle has kernels for here, best first
	L1D        int      `json:"l1d"`     // bytes of the caches that one core sees; 0: unknown
	L2         int      `json:"l2"`      //
	L3         int      `json:"l3"`      //
	Line       int      `json:"line"`    // bytes of a cache line
	Cores      int      `json:"cores"`   // that this process may use
	Threads    int      `json:"threads"`
	Packages   int      `json:"packages"`   // sockets
	Nodes      int      `json:"numa_nodes"` //
	GOMAXPROCS int      `json:"gomaxprocs"`
	GoVersion  string   `json:"go"`
	OSArch     string   `json:"os_arch"`
}

// Detect reads the facts. They do not change while the program runs, but for GOMAXPROCS.
func Detect() Facts {
	t, c := cpu.Machine(), cpu.DataCaches()
	f := Facts{
		CPU: t.Model, L1D: c.L1D, L2: c.L2, L3: c.L3, Line: c.Line,
		Cores: t.Cores(), Threads: len(t.CPUs), Packages: t.Packages(), Nodes: len(t.Nodes()),
		GOMAXPROCS: runtime.GOMAXPROCS(0), GoVersion: runtime.Version(), OSArch: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if f.CPU == "" {
		f.CPU = cpu.Model()
	}
	for level, size := range map[int]*int{1: &f.L1D, 2: &f.L2, 3: &f.L3} {
		if s := t.CacheSize(level); s > 0 {
			*size = s // sysfs knows what a virtual machine was given
		}
	}
	for _, k := range kernel.Rows64() {
		f.Kernels = append(f.Kernels, k.Name)
	}
	return f
}

// Stamp fills in the processor and the toolchain of a record: a Stamp for lab.Session.
func Stamp(r *lab.Record) {
	r.CPU, r.GoVersion = model, runtime.Version()
}

// model is read once.
var model = Detect().CPU
