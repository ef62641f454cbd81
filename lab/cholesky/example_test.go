package cholesky_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/cholesky"
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
