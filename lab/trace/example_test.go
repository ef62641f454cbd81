package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"heddle/lab/trace"
	"heddle/task"
)

// A program's tasks are recorded, kept in a file, and read back.
func Example() {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()

	rt.StartTrace(0)
	var x, y task.Datum
	rt.Run(context.Background(), func(s *task.Scope) {
		s.Go(func() {}, x.Out(), task.Label("make"))
		s.Go(func() {}, x.In(), y.Out(), task.Label("use"))
		s.Go(func() {}, y.In(), task.Label("use"))
	})
	recorded, _ := rt.StopTrace()

	var file bytes.Buffer // run.json, for Perfetto
	if err := trace.Write(&file, []trace.Run{{Name: "mine", Trace: recorded}}); err != nil {
		fmt.Println(err)
		return
	}
	runs, err := trace.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	st := trace.Summarize(runs[0])
	fmt.Println(st.Tasks, "tasks with", len(st.Labels), "labels,", st.Path.Tasks, "on the critical path")
	trace.SVG(io.Discard, runs, trace.View{})
	// Output: 3 tasks with 2 labels, 3 on the critical path
}
