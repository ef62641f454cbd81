package lab

import "strings"

// Record is the outcome of one case: what was run, under which conditions, and how long it
// took. Printed as JSON it is one line; fields that do not apply to the experiment are left
// out. Pointers mark fields whose zero is an answer (a residual of 0 is the best there is).
type Record struct {
	Experiment string `json:"experiment"`           // cholesky, blas, gemm, overhead, grain, iterative, tree, gonum, peak
	Runtime    string `json:"runtime"`              // "heddle", or the name of a rival
	Variant    string `json:"variant,omitempty"`    // row of the experiment's variant table
	Routine    string `json:"routine,omitempty"`    // potrf, gemm, ...
	Pattern    string `json:"pattern,omitempty"`    // shape of the task graph: chain, stencil, ...
	Kernel     string `json:"kernel,omitempty"`     // row of the kernel table: avx512, avx2, neon, go
	Queue      string `json:"queue,omitempty"`      // adaptive or always
	Form       string `json:"form,omitempty"`       // closure or args
	App        string `json:"app,omitempty"`        // example program: heat, hpcg, ...
	Size       []int  `json:"size,omitempty"`       // of the program's problem, as many numbers as it has dimensions
	Block      int    `json:"block,omitempty"`      // size of the piece that a task works on, as the program counts it
	Iterations int    `json:"iterations,omitempty"` // of the program; for a while-loop the most that it may take
	Round      string `json:"round,omitempty"`      // final: each contestant at its best, once more, in one table
	Noop       bool   `json:"noop,omitempty"`       // every kernel was replaced by nothing
	Pin        string `json:"pin,omitempty"`        // none, close, spread
	Workers    int    `json:"workers,omitempty"`    // workers of the runtime
	N          int    `json:"n,omitempty"`          // order of the matrix
	Tiles      int    `json:"tiles,omitempty"`      // tiles a side
	Tile       int    `json:"tile,omitempty"`       // rows of a tile
	Reps       int    `json:"reps,omitempty"`       // repetitions measured
	DType      string `json:"dtype,omitempty"`      // element type: f64, f32
	Seed       uint64 `json:"seed"`                 // of the problem's data
	Tasks      int    `json:"tasks,omitempty"`      // tasks of one repetition
	OK         bool   `json:"ok"`                   // the run ended without error and its answer is right
	Error      string `json:"error,omitempty"`      // why OK is false
	Note       string `json:"note,omitempty"`       // what a reader must know to judge the line
	Unit       string `json:"unit,omitempty"`       // of Value
	Quantity   string `json:"quantity,omitempty"`   // what Value is: fma_peak, triad, ...
	BodyNs     *int   `json:"body_ns,omitempty"`    // length of a task's body asked for, ns
	Partial    bool   `json:"partial,omitempty"`    // the run was interrupted before the last repetition
	Began      string `json:"began,omitempty"`      // when its table was begun, RFC 3339: what shares it shares rounds
	CPU        string `json:"cpu,omitempty"`        // model of the processor
	GoVersion  string `json:"go_version,omitempty"` // of the toolchain

	MedianS       float64  `json:"median_s,omitempty"`        // seconds of one repetition
	MinS          float64  `json:"min_s,omitempty"`           //
	MaxS          float64  `json:"max_s,omitempty"`           //
	Spread        float64  `json:"spread,omitempty"`          // of the samples: see Spread
	GFlops        float64  `json:"gflops,omitempty"`          // 1e9 flop/s at the median
	PeakGFlops    float64  `json:"peak_gflops,omitempty"`     // FMA peak of the same workers, measured in the same run
	PeakFraction  float64  `json:"peak_fraction,omitempty"`   // GFlops / PeakGFlops
	PeakSpread    float64  `json:"peak_spread,omitempty"`     // of the peaks measured in the rounds: see Spread
	NsPerTask     float64  `json:"ns_per_task,omitempty"`     // MedianS / Tasks, building included
	SerialNs      float64  `json:"serial_ns,omitempty"`       // the plain loop over the same bodies, ns a task
	IdealNs       float64  `json:"ideal_ns,omitempty"`        // SerialNs / workers, where the pattern allows it
	VersusSerial  float64  `json:"vs_serial,omitempty"`       // NsPerTask / SerialNs
	VersusIdeal   float64  `json:"vs_ideal,omitempty"`        // NsPerTask / IdealNs
	AllocsPerTask *float64 `json:"allocs_per_task,omitempty"` // heap objects
	HeapMiB       *float64 `json:"heap_mib,omitempty"`        // live heap after the run, what the runtime holds included
	PackedBytes   int      `json:"packed_bytes,omitempty"`    // of packed copies of operands, the most at a time
	Residual      *float64 `json:"residual,omitempty"`        // LAPACK's ratio; an answer is right below 30
	Value         float64  `json:"value,omitempty"`           // of an experiment that measures no time

	Samples []float64 `json:"samples_s,omitempty"` // seconds of each repetition, in the order measured
}

// Absent reports whether r says that a rival is not installed, which is no failure.
func (r *Record) Absent() bool { return !r.OK && strings.HasPrefix(r.Error, "not installed") }

// Fail marks r as failed for the given reason: it has no time any more.
func (r *Record) Fail(reason string) {
	r.OK, r.Error = false, reason
	r.Samples = nil
	r.MedianS, r.MinS, r.MaxS, r.Spread, r.GFlops, r.PeakFraction, r.NsPerTask = 0, 0, 0, 0, 0, 0, 0
	r.SerialNs, r.IdealNs, r.VersusSerial, r.VersusIdeal = 0, 0, 0, 0
}

// summarize fills the fields that follow from the samples. flops is the work of one
// repetition, 0 where a rate means nothing; peaks are those of the rounds.
func (r *Record) summarize(flops float64, peaks []float64) {
	s := Summarize(r.Samples)
	r.Reps, r.MedianS, r.MinS, r.MaxS, r.Spread = len(r.Samples), s.Median, s.Min, s.Max, Spread(r.Samples)
	if flops > 0 && s.Median > 0 {
		r.GFlops = flops / s.Median / 1e9
		if peak := Summarize(peaks).Median; peak > 0 {
			r.PeakGFlops, r.PeakFraction, r.PeakSpread = peak, r.GFlops/peak, Spread(peaks)
		}
	}
}
