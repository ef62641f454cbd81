package apps

import (
	"context"
	"fmt"

	"heddle/task"
)

// Runs holds what a problem does in each form, for its Run to choose from.
type Runs struct {
	Serial                                  func(context.Context) error
	WorkSharing, Tasks, TaskCache, TaskIter func(context.Context, *task.Runtime) error
}

// Run calls the one for form f. The error for an f that is none names the program.
func (r Runs) Run(ctx context.Context, rt *task.Runtime, program string, f Form) error {
	switch f {
	case Serial:
		return r.Serial(ctx)
	case WorkSharing:
		return r.WorkSharing(ctx, rt)
	case Tasks:
		return r.Tasks(ctx, rt)
	case TaskCache:
		return r.TaskCache(ctx, rt)
	case TaskIter:
		return r.TaskIter(ctx, rt)
	}
	return fmt.Errorf("%s: no form %q", program, f)
}
