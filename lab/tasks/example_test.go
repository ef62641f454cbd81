package tasks_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/tasks"
)

func ExampleOverhead_Run() {
	var kept lab.Collect
	o := tasks.Overhead{Patterns: []string{"cholesky"}, Tiles: []int{8, 16}, Reps: 3}
	if err := o.Run(context.Background(), &lab.Session{Sink: &kept}); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Pattern, r.Tasks, r.OK)
	}
	// Output:
	// cholesky 120 true
	// cholesky 816 true
}
