package tree_test

import (
	"context"
	"fmt"

	program "heddle/apps/tree"
	"heddle/lab"
	"heddle/lab/tree"
)

func ExampleSpec_Run() {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := tree.Spec{Modes: []string{"malleable"}, Tree: program.Params{Levels: 2, Order: 200}, Reps: 1, Levels: true}
	if err := spec.Run(context.Background(), session); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Variant, r.Pattern, r.Tasks, r.OK)
	}
	// Output:
	// malleable level 1 2 true
	// malleable level 0 1 true
	// malleable whole tree 3 true
}
