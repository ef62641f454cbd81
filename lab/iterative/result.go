package iterative

import (
	"errors"

	"heddle/apps"
)

// Result is what is known after a program has run once. Printed as JSON it is one object.
type Result struct {
	App        string   `json:"app"`
	Doc        string   `json:"-"` // what the program computes
	Runtime    string   `json:"runtime"`
	Variant    string   `json:"variant"`
	VariantDoc string   `json:"-"`
	Workers    int      `json:"workers"` // 1 for serial
	Size       []int    `json:"size"`
	Dims       []string `json:"dims"` // names of the numbers in Size
	Block      int      `json:"block"`
	BlockDoc   string   `json:"-"`
	Iterations int      `json:"iterations"` // that were computed
	Seed       uint64   `json:"seed"`
	Seconds    float64  `json:"seconds"` // of the computation alone
	Tasks      int      `json:"tasks,omitempty"`
	NsPerTask  float64  `json:"ns_per_task,omitempty"` // Seconds / Tasks
	GFlops     float64  `json:"gflops,omitempty"`      // 1e9 flop/s, where flops are counted
	GBytes     float64  `json:"gbytes_s,omitempty"`    // 1e9 bytes/s that must move if nothing stays in caches, where they are counted
	Residuals  []Number `json:"residuals,omitempty"`   // from iteration 0 on
	Values     []Value  `json:"values,omitempty"`
	OK         bool     `json:"ok"`
	Error      string   `json:"error,omitempty"` // why OK is false
}

// Value is a named result of a program.
type Value struct {
	Name  string `json:"name"`
	Value Number `json:"value"`
	Unit  string `json:"unit,omitempty"`
}

// take fills in what came out of problem's last run, and whether it is right.
func (r *Result) take(problem apps.Problem, v Variant) {
	out, work := problem.Outcome(), problem.Work()
	r.Iterations = out.Iterations
	for _, x := range out.Residuals {
		r.Residuals = append(r.Residuals, Number(x))
	}
	for _, x := range out.Values {
		r.Values = append(r.Values, Value{x.Name, Number(x.Value), x.Unit})
	}
	if out.Err != nil {
		r.Seconds, r.Error = 0, "wrong result: "+out.Err.Error()
		return
	}
	r.OK = true
	if v.Form != apps.Serial && v.Form != apps.WorkSharing && work.Tasks > 0 {
		r.Tasks, r.NsPerTask = work.Tasks, r.Seconds*1e9/float64(work.Tasks)
	}
	if work.Flops > 0 {
		r.GFlops = work.Flops / r.Seconds / 1e9
	}
	r.GBytes = work.Bytes / r.Seconds / 1e9
}

// Err returns why the result is wrong, nil if it is right.
func (r *Result) Err() error {
	if r.OK {
		return nil
	}
	return errors.New(r.App + " " + r.Variant + ": " + r.Error)
}
