package nbody_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/nbody"
	"heddle/task"
)

func Example() {
	p, err := nbody.Program().New(apps.Params{Size: []int{500}, Block: 50, Iterations: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Println(o.Iterations, p.Work().Tasks, err, o.Err)
	// Output: 10 650 <nil> <nil>
}
