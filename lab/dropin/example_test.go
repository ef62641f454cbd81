package dropin_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/dropin"
)

func ExampleSpec_Run() {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := dropin.Spec{Routines: []string{"mul", "lu"}, Sizes: []int{40}, Reps: 3}
	if err := spec.Run(context.Background(), session); err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Routine, r.N, r.Runtime, r.OK)
	}
	// Output:
	// mul 40 gonum true
	// mul 40 heddle true
	// lu 40 gonum true
	// lu 40 heddle true
}
