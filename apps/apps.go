// Package apps is the frame of the example programs below it: iterative computations that
// create the same tasks again and again, each in every form that [TI] compares (Álvarez and
// Beltran, Optimizing Iterative Data-Flow Scientific Applications Using Directed Cyclic
// Graphs, IEEE Access 2023).
//
// A [Program] makes a [Problem] of given [Params]; the problem runs in a [Form] on a runtime,
// and says afterwards what came out and whether it is right. Each program is a package that a
// reader can copy from; its README says what it computes, and how each form cuts the work.
package apps

import (
	"context"

	"heddle/task"
)

// A Form is a way of writing an iterative program for more than one worker.
type Form string

// The forms. How a worker gets its next task (the paper's immediate successor) is no form but
// a property of the runtime: task.Config.Successor.
const (
	Serial      Form = "serial"      // plain loops: the reference
	WorkSharing Form = "worksharing" // For loops or a Team with barriers
	Tasks       Form = "tasks"       // data-flow tasks, submitted anew in every iteration
	TaskCache   Form = "taskcache"   // one iteration recorded, replayed with a barrier between replays
	TaskIter    Form = "taskiter"    // one iteration closed into a cycle: iterations overlap
)

// Forms returns all forms, the reference first.
func Forms() []Form { return []Form{Serial, WorkSharing, Tasks, TaskCache, TaskIter} }

// Params says how large a problem is and how it is cut. Zero fields take the program's
// defaults.
type Params struct {
	Size       []int // one number for each of Program.Dims
	Block      int   // elements a side (or a row, or rows: the program says) of the piece that a task works on
	Iterations int   // iterations, or time steps; for a while-loop the most that it may take
	Seed       uint64
}

// A Program is one example.
type Program struct {
	Name     string
	Doc      string   // one line: what it computes
	Dims     []string // names of the numbers in Params.Size, as "nx", "ny"
	BlockDoc string   // what Params.Block counts: "rows and columns of a block"
	Defaults Params   // ends in about a second on one core
	// New allocates a problem. The error says which parameter is wrong and what would be right.
	New func(Params) (Problem, error)
}

// A Problem is a program's data for one set of parameters. It is used by one goroutine at a
// time.
type Problem interface {
	// Params returns the parameters with all defaults filled in.
	Params() Params

	// Reset makes the data what they are at the start. Untimed.
	Reset()

	// Run computes all iterations in form f; all of it is timed. Serial does not use rt,
	// which may then be nil. The results are there when it returns nil.
	Run(ctx context.Context, rt *task.Runtime, f Form) error

	// Outcome describes the results of the last Run, and checks them, by whatever it takes:
	// a comparison with the serial form (computed once and kept), or known answers. Untimed.
	Outcome() Outcome

	// Work returns what one Run computes and moves.
	Work() Work
}

// Work counts what one Run of a problem does. Fields that mean nothing are 0.
type Work struct {
	Tasks int     // in the task forms, all iterations together
	Flops float64 // counted as the program's field counts them
	Bytes float64 // that must come from or go to memory if nothing stays in cache between sweeps
}

// An Outcome is what a run of a problem came to.
type Outcome struct {
	Iterations int       // that were computed
	Residuals  []float64 // from iteration 0 on, for programs that have a residual
	Values     []Value   // the results worth printing
	Err        error     // why the results are wrong; nil if they are right
}

// A Value is a named result.
type Value struct {
	Name  string
	Value float64
	Unit  string // "" if it has none
}
