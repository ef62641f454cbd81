package level3_test

import (
	"context"
	"fmt"

	"heddle/lab"
	"heddle/lab/level3"
)

func ExampleSpec_Run() {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	err := level3.Spec{Routines: []string{"potrf", "gemm"}, Sizes: []int{32, 48}, Reps: 1}.Run(context.Background(), session)
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range kept.Records {
		fmt.Println(r.Routine, r.N, r.OK)
	}
	// Output:
	// gemm 32 true
	// gemm 48 true
	// potrf 32 true
	// potrf 48 true
}
