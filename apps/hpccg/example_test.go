package hpccg_test

import (
	"context"
	"fmt"

	"heddle/apps"
	"heddle/apps/hpccg"
	"heddle/task"
)

func Example() {
	p, err := hpccg.Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 64, Iterations: 30})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Run(context.Background(), task.Default(), apps.TaskIter)
	o := p.Outcome()
	fmt.Printf("%.6g %.6g %.6g\n", o.Residuals[0], o.Residuals[15], o.Residuals[30])
	fmt.Println(err, o.Err)
	// Output:
	// 813.855 6.24995 0.00163788
	// <nil> <nil>
}
