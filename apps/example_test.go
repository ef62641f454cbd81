package apps_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/task"
)

// sums adds 1 to each of a few cells, again and again.
type sums struct {
	params apps.Params
	cells  []int
	data   []task.Datum
}

func (p *sums) Params() apps.Params { return p.params }

func (p *sums) Reset() { clear(p.cells) }

func (p *sums) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	if f == apps.Serial {
		for range p.params.Iterations {
			for i := range p.cells {
				p.cells[i]++
			}
		}
		return nil
	}
	return rt.Run(ctx, func(s *task.Scope) {
		for range p.params.Iterations {
			for i := range p.cells {
				s.Go(func() { p.cells[i]++ }, p.data[i].InOut())
			}
		}
	})
}

func (p *sums) Outcome() apps.Outcome {
	o := apps.Outcome{Iterations: p.params.Iterations}
	for _, c := range p.cells {
		if c != p.params.Iterations {
			o.Err = fmt.Errorf("a cell is %d after %d iterations", c, p.params.Iterations)
		}
	}
	return o
}

func (p *sums) Work() apps.Work { return apps.Work{Tasks: len(p.cells) * p.params.Iterations} }

// A program of one's own: what it needs to be run and measured like the others.
func Example() {
	program := apps.Program{
		Name: "sums",
		Doc:  "adds 1 to every cell in every iteration",
		Dims: []string{"cells"},
		New: func(p apps.Params) (apps.Problem, error) {
			n := p.Size[0]
			return &sums{p, make([]int, n), make([]task.Datum, n)}, nil
		},
	}
	problem, err := program.New(apps.Params{Size: []int{50}, Iterations: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, form := range []apps.Form{apps.Serial, apps.Tasks} {
		problem.Reset()
		err := problem.Run(context.Background(), task.Default(), form)
		fmt.Println(form, err, problem.Outcome().Err)
	}
	// Output:
	// serial <nil> <nil>
	// tasks <nil> <nil>
}
