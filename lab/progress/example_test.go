package progress_test

import (
	"os"

	"heddle/lab/progress"
)

func ExampleLines() {
	p := progress.Lines(os.Stdout)
	p.Begin("measuring", 2)
	p.Step("task-sync")
	p.Remark("gonum takes 0.3 s a run: 3 repetitions instead of 20")
	p.Step("gonum")
	p.End()
	// Output:
	// gonum takes 0.3 s a run: 3 repetitions instead of 20
}
