package hpcg_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/hpcg"
	"heddle/task"
)

func Example() {
	p, err := hpcg.Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 4, Iterations: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Printf("%.6g %.5g\n", o.Residuals[1], o.Residuals[5])
	fmt.Println(err, o.Err)
	// Output:
	// 0.183273 0.033451
	// <nil> <nil>
}
