package trace

import "heddle/task"

// A Run is a trace and its name.
type Run struct {
	Name string
	*task.Trace
}

// Tasks returns the number of tasks that the trace has.
func (r Run) Tasks() int {
	n := 0
	for _, s := range r.Spans {
		if s.Kind == task.TaskSpan {
			n = max(n, s.Task+1)
		}
	}
	return n
}

// name returns what a span is shown as.
func name(s *task.Span) string {
	switch {
	case s.Label != "":
		return s.Label
	case s.Kind == task.BodySpan:
		return "submitting"
	case s.Kind == task.WaitSpan:
		return "waiting"
	case s.Kind == task.LoopSpan:
		return "loop"
	}
	return "a task"
}
