package fwi_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/fwi"
	"heddle/task"
)

func Example() {
	p, err := fwi.Program().New(apps.Params{Size: []int{16, 20, 24}, Block: 8, Iterations: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Println(o.Iterations, p.Work().Tasks, err, o.Err)
	// Output: 20 720 <nil> <nil>
}
