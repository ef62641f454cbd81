package iterative_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/lab/iterative"
	"heddle/task"
)

// counting is a program of one's own.
type counting struct {
	n     int
	count int
	datum task.Datum
}

func (p *counting) Params() apps.Params {
	return apps.Params{Size: []int{1}, Block: 1, Iterations: p.n}
}
func (p *counting) Reset()          { p.count = 0 }
func (p *counting) Work() apps.Work { return apps.Work{Tasks: p.n} }

func (p *counting) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return rt.Run(ctx, func(s *task.Scope) {
		s.Iterate(p.n, func(s *task.Scope) { s.Go(func() { p.count++ }, p.datum.InOut()) })
	})
}

func (p *counting) Outcome() apps.Outcome {
	return apps.Outcome{Iterations: p.n, Values: []apps.Value{{Name: "count", Value: float64(p.count)}}}
}

// A program that the laboratory does not know is run like its own.
func ExampleOnce_Run() {
	program := apps.Program{Name: "counting", Dims: []string{"n"}, New: func(p apps.Params) (apps.Problem, error) {
		return &counting{n: p.Iterations}, nil
	}}
	once := iterative.Once{App: "counting", Variant: "taskiter+is", Params: apps.Params{Iterations: 100},
		Programs: []apps.Program{program}}
	r, err := once.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.App, r.Variant, r.OK, r.Values[0].Name, r.Values[0].Value)
	// Output: counting taskiter+is true count 100
}
