package machine_test

import (
	"fmt"

	"heddle/lab/machine"
	"heddle/task"
)

func ExamplePeak() {
	rt := task.New(task.Config{Workers: 2, Pin: task.PinClose})
	defer rt.Close()
	gflops := machine.Peak(rt)
	fmt.Println(gflops > 0)
	// Output: true
}
