package tree_test

import (
	"context"
	"fmt"

	"heddle/apps/tree"
	"heddle/task"
)

func Example() {
	t, err := tree.New(tree.Params{Levels: 4, Order: 500, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, mode := range tree.Modes() {
		t.Reset()
		err := t.Factor(context.Background(), task.Default(), mode)
		fmt.Println(mode, err, t.Residual() < 30)
	}
	// Output:
	// coordinated <nil> true
	// stealing <nil> true
	// hybrid <nil> true
	// malleable <nil> true
}
