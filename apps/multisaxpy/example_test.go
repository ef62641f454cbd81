package multisaxpy_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/multisaxpy"
	"heddle/task"
)

func Example() {
	p, err := multisaxpy.Program().New(apps.Params{Size: []int{10000}, Block: 1000, Iterations: 50})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Println(o.Iterations, p.Work().Tasks, err, o.Err)
	// Output: 50 500 <nil> <nil>
}
