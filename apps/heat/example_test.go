package heat_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/heat"
	"heddle/task"
)

func Example() {
	p, err := heat.Program().New(apps.Params{Size: []int{60, 100}, Block: 20, Iterations: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Println(o.Iterations, p.Work().Tasks, err, o.Err)
	// Output: 10 150 <nil> <nil>
}
