package heat

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/dense"
)

// tolerance is the part of the first sweep's residual that ends [While].
const tolerance = 1e-3

// While returns the program that stops when a sweep's residual, the sum of the squares of its
// changes, has fallen to 1/1000 of that of the first sweep, or after Iterations sweeps.
//
// Each block's task leaves the sum over its block, and the condition adds these in the order
// of the blocks: the residuals are the same bits in every form. (They do depend on Block.)
//
// In the form taskiter the condition is a task between two sweeps, which therefore do not
// overlap. With task.Unroll(n) n sweeps would, and the loop would end after a multiple of n
// sweeps: up to n-1 more than the serial form. So it is not used here.
func While() apps.Program {
	return apps.Program{
		Name:     "heat-while",
		Doc:      "Gauss-Seidel sweeps for the heat equation in 2-D until they change next to nothing",
		Dims:     []string{"nx", "ny"},
		BlockDoc: "rows and columns of a block",
		Defaults: apps.Params{Size: []int{2048, 2048}, Block: 128, Iterations: 1000},
		New: func(p apps.Params) (apps.Problem, error) {
			p, err := While().Complete(p)
			if err != nil {
				return nil, err
			}
			return newWhile(p)
		},
	}
}

// while is heat until the residual is small.
type while struct {
	*grid
	change    func(bi, bj, _ int) // sweeps over a block and sets its element of changes
	changes   []float64           // of the blocks, by the last sweep
	sweeps    int                 // that have begun
	residuals []float64           // of the sweeps
	serial    *while              // after a serial run, once computed
}

func newWhile(p apps.Params) (*while, error) {
	g, err := newGrid(While(), p)
	if err != nil {
		return nil, err
	}
	w := &while{grid: g, changes: dense.Aligned[float64](g.bx * g.by)}
	w.change = func(bi, bj, _ int) { w.changes[bi*w.by+bj] = w.changeBlock(bi, bj) }
	return w, nil
}

// more is the condition: it is asked before each sweep, when the last one is done.
func (w *while) more() bool {
	if w.sweeps > 0 {
		sum := 0.0
		for _, c := range w.changes {
			sum += c
		}
		w.residuals = append(w.residuals, sum)
		if w.sweeps == w.params.Iterations || sum <= tolerance*w.residuals[0] {
			return false
		}
	}
	w.sweeps++
	return true
}

func (w *while) Reset() {
	w.grid.Reset()
	w.sweeps, w.residuals = 0, w.residuals[:0]
}

// Work: 3 additions and a multiplication a cell, 3 operations for the residual. Before the
// first run it counts as many sweeps as there may be, then those of the last run.
func (w *while) Work() apps.Work {
	sweeps := w.sweeps
	if sweeps == 0 {
		sweeps = w.params.Iterations
	}
	cells := float64(w.nx) * float64(w.ny) * float64(sweeps)
	return apps.Work{Tasks: w.bx * w.by * sweeps, Flops: 7 * cells, Bytes: 16 * cells}
}

// Outcome compares the sweeps, their residuals and u with those of the serial form, bit by
// bit.
func (w *while) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: w.sweeps, Residuals: w.residuals, Values: w.values()}
	if w.serial == nil {
		s, err := newWhile(w.params)
		if err == nil {
			err = s.Run(context.Background(), nil, apps.Serial)
		}
		if err != nil {
			o.Err = err
			return o
		}
		w.serial = s
	}
	if w.sweeps != w.serial.sweeps {
		o.Err = fmt.Errorf("stopped after %d sweeps, and after %d in the serial form", w.sweeps, w.serial.sweeps)
		return o
	}
	for k, r := range w.residuals {
		if want := w.serial.residuals[k]; r != want {
			o.Err = fmt.Errorf("the residual of sweep %d is %v, and %v in the serial form", k, r, want)
			return o
		}
	}
	o.Err = w.differs(w.serial.u.Data)
	return o
}
