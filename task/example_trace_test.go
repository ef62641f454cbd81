package task_test

import (
	"context"
	"fmt"

	"heddle/task"
)

// A trace has every task that ran, and what it came after.
func ExampleRuntime_StartTrace() {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()

	if err := rt.StartTrace(0); err != nil {
		fmt.Println(err)
		return
	}
	var a, b task.Datum
	rt.Run(context.Background(), func(s *task.Scope) {
		s.Go(func() {}, a.Out(), task.Label("read"))
		s.Go(func() {}, a.In(), b.Out(), task.Label("solve"))
		s.Go(func() {}, b.In(), task.Label("write"))
	})
	trace, err := rt.StopTrace()
	if err != nil {
		fmt.Println(err)
		return
	}
	name := map[int]string{}
	for _, s := range trace.Spans {
		if s.Kind == task.TaskSpan {
			name[s.Task] = s.Label
			fmt.Printf("%s, after", s.Label)
			for _, p := range s.After {
				fmt.Printf(" %s", name[p])
			}
			fmt.Println()
		}
	}
	// Output:
	// read, after
	// solve, after read
	// write, after solve
}
