package cholesky_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/task"
)

func ExampleComparison_Run() {
	var kept lab.Collect
	c := cholesky.Comparison{Sizes: []int{96}, Tiles: []int{3}, Variants: []string{"for-naive", "task-*"}, Reps: 2}
	if err := c.Run(context.Background(), &lab.Session{Sink: &kept}); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Variant, r.Tasks, r.OK)
	}
	// Output:
	// for-naive 10 true
	// task-sync 10 true
	// task-async 10 true
	// task-prio 10 true
}

// A strategy of one's own is measured beside the others: here one that computes step by step,
// each step's updates in any order.
func ExampleComparison_extra() {
	columns := lab.Variant[*cholesky.Problem]{
		Name: "columns",
		Doc:  "a parallel loop over the columns of each step's update",
		Run: func(ctx context.Context, p *cholesky.Problem) error {
			for k := range p.Tiles() {
				if err := p.Potrf(k); err != nil {
					return err
				}
				for i := k + 1; i < p.Tiles(); i++ {
					p.Trsm(i, k)
				}
				p.Runtime.For(k+1, p.Tiles(), task.Dynamic(1), func(lo, hi int) {
					for j := lo; j < hi; j++ {
						for i := j; i < p.Tiles(); i++ {
							p.Update(i, j, k)
						}
					}
				})
			}
			return nil
		},
	}
	var kept lab.Collect
	c := cholesky.Comparison{
		Sizes: []int{96}, Tiles: []int{6}, Reps: 2,
		Variants: []string{"task-async", "columns"}, Extra: []lab.Variant[*cholesky.Problem]{columns},
	}
	if err := c.Run(context.Background(), &lab.Session{Sink: &kept}); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Variant, r.Tasks, r.OK)
	}
	// Output:
	// task-async 56 true
	// columns 56 true
}
