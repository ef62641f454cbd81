package reproduce

import (
	"reflect"
	"strings"
	"time"

	"heddle/lab"
	"heddle/lab/machine"
	"heddle/task"
)

// Params are the parameters of all experiments; each takes some of them. A zero field leaves
// the choice to the experiment. The JSON name of a field is its name as a parameter, with
// underscores for hyphens.
type Params struct {
	Sizes      []int         `json:"sizes,omitempty"`       // orders of the matrix
	Tiles      []int         `json:"tiles,omitempty"`       // tiles a side
	Levels     int           `json:"levels,omitempty"`      // of a tree
	Apps       []string      `json:"apps,omitempty"`        // example programs: names, patterns, or all
	Size       []int         `json:"size,omitempty"`        // of a program: a number for each dimension, or one for all
	Blocks     []int         `json:"block,omitempty"`       // sizes of the piece that a task works on
	Iterations int           `json:"iterations,omitempty"`  // of a program
	Workers    []int         `json:"workers,omitempty"`     // workers of the runtimes; none: GOMAXPROCS
	Runtimes   []string      `json:"runtimes,omitempty"`    // heddle, or rivals
	Variants   []string      `json:"variants,omitempty"`    // names, patterns, or all
	Traversals []string      `json:"traversals,omitempty"`  // right, left, top
	BLAS       []string      `json:"blas,omitempty"`        // kernels of heddle's variants: of Libraries
	Queues     []string      `json:"queue,omitempty"`       // adaptive, always
	Reps       int           `json:"reps,omitempty"`        // repetitions; 0: lab.DefaultReps
	Seed       uint64        `json:"seed"`                  // of all data
	Pin        string        `json:"pin,omitempty"`         // how workers are tied to cores; "": the laboratory's default
	Budget     time.Duration `json:"budget_ns,omitempty"`   // of one case, which then makes fewer repetitions; 0: no bound
	Patience   time.Duration `json:"patience_ns,omitempty"` // of one table; 0: no bound
}

// A Parameter is one field of Params by the name that the command line gives it.
type Parameter struct {
	Name string // "sizes"
	Doc  string // what it says
	// Field returns a pointer to the field: *[]int, *[]string, *int, *string, *uint64 or
	// *time.Duration.
	Field func(*Params) any
}

// Parameters returns the table of parameters.
func Parameters() []Parameter {
	return []Parameter{
		{"sizes", "orders of the matrix", func(p *Params) any { return &p.Sizes }},
		{"tiles", "tiles on a side of the matrix", func(p *Params) any { return &p.Tiles }},
		{"levels", "of the tree", func(p *Params) any { return &p.Levels }},
		{"apps", "example programs: names, patterns such as h*, or all", func(p *Params) any { return &p.Apps }},
		{"size", "of a program: a number for each dimension, or one for all (default the study's)", func(p *Params) any { return &p.Size }},
		{"block", "sizes of the piece that a task works on (default the study's)", func(p *Params) any { return &p.Blocks }},
		{"iterations", "of a program, or time steps (default the study's)", func(p *Params) any { return &p.Iterations }},
		{"workers", "workers of the runtimes (default GOMAXPROCS)", func(p *Params) any { return &p.Workers }},
		{"runtimes", "who takes part: names, or all", func(p *Params) any { return &p.Runtimes }},
		{"variants", "strategies: names, patterns such as task-*, or all", func(p *Params) any { return &p.Variants }},
		{"traversals", "orders in which tiles are visited: right, left, top, or all", func(p *Params) any { return &p.Traversals }},
		{"blas", "kernels that heddle's variants run on: " + strings.Join(Libraries, ", ") + ", or all", func(p *Params) any { return &p.BLAS }},
		{"queue", "adaptive: the library decides what is queued; always: every task is", func(p *Params) any { return &p.Queues }},
		{"reps", "repetitions of each case", func(p *Params) any { return &p.Reps }},
		{"seed", "of all data", func(p *Params) any { return &p.Seed }},
		{"pin", "`how` to tie workers to cores: " + strings.Join(lab.Pins(), ", "), func(p *Params) any { return &p.Pin }},
		{"budget", "of one case, which makes fewer repetitions where they take longer", func(p *Params) any { return &p.Budget }},
		{"patience", "of one table, which ends with the round that runs when it is over", func(p *Params) any { return &p.Patience }},
	}
}

// Copy sets the parameter in to as it is in from.
func (q Parameter) Copy(to, from *Params) {
	reflect.ValueOf(q.Field(to)).Elem().Set(reflect.ValueOf(q.Field(from)).Elem())
}

// Same reports whether the parameter is the same in a and b.
func (q Parameter) Same(a, b *Params) bool { return reflect.DeepEqual(q.Field(a), q.Field(b)) }

// pin returns the policy that Pin names.
func (p Params) pin() (task.Pin, error) {
	if p.Pin == "" {
		return lab.ParsePin(lab.Pins()[0])
	}
	return lab.ParsePin(p.Pin)
}

// peak measures the FMA peak of a runtime's workers.
var peak = machine.Peak
