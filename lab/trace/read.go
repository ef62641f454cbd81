package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"heddle/task"
)

// mostWorkers is more than any machine has: a file that says more is damaged.
const mostWorkers = 1 << 16

// event is a line of the file, as far as it is ours.
type event struct {
	Phase    string  `json:"ph"`
	Category string  `json:"cat"`
	Name     string  `json:"name"`
	PID      int     `json:"pid"`
	TID      int     `json:"tid"`
	TS       float64 `json:"ts"`
	Dur      float64 `json:"dur"`
	Args     struct {
		Task       int     `json:"task"`
		Iteration  int     `json:"iteration"`
		Ready      float64 `json:"ready"`
		Scope      int     `json:"scope"`
		Phase      int     `json:"phase"`
		Parent     *int    `json:"parent"`
		After      []int   `json:"after"`
		Unlabelled bool    `json:"unlabelled"`
		Continued  bool    `json:"continued"`
		Rough      bool    `json:"rough"`
	} `json:"args"`
}

// Read reads what Write has written. The error says what is wrong with a file that is not,
// or not wholly, such a one.
func Read(r io.Reader) ([]Run, error) {
	var file struct {
		Other  header  `json:"otherData"`
		Events []event `json:"traceEvents"`
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return nil, fmt.Errorf("not a trace, or cut short: %w", err)
	}
	if file.Other.Format != Format {
		return nil, fmt.Errorf("not a trace of heddle: otherData.format is %q, want %q", file.Other.Format, Format)
	}
	runs := make([]Run, len(file.Other.Runs))
	for i, h := range file.Other.Runs {
		if h.Workers < 0 || h.Workers > mostWorkers {
			return nil, fmt.Errorf("run %q: %d workers, want 0 to %d", h.Name, h.Workers, mostWorkers)
		}
		runs[i] = Run{h.Name, &task.Trace{Workers: h.Workers, Began: h.Began, Length: time.Duration(h.LengthNs), Lost: h.Lost}}
	}
	for i := range file.Events {
		e := &file.Events[i]
		if e.Phase != "X" {
			continue
		}
		if e.PID < 1 || e.PID > len(runs) {
			return nil, fmt.Errorf("event %d: pid %d, of %d runs", i, e.PID, len(runs))
		}
		r := runs[e.PID-1]
		s := e.span(r.Began.Sub(runs[0].Began))
		if s.Worker < 0 || s.Worker >= r.Workers || s.End < s.Start || s.Task < -1 {
			return nil, fmt.Errorf("event %d makes no sense: worker %d of %d, duration %v, task %d", i, s.Worker, r.Workers, s.End-s.Start, s.Task)
		}
		r.Spans = append(r.Spans, s)
	}
	for _, r := range runs {
		if err := consistent(r); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// span undoes encoder.event.
func (e *event) span(offset time.Duration) task.Span {
	s := task.Span{
		Label: e.Name, Worker: e.TID - 1, Start: nanos(e.TS) - offset, Task: e.Args.Task, Parent: -1,
		Iteration: e.Args.Iteration, After: e.Args.After, Scope: e.Args.Scope, Phase: e.Args.Phase,
		Continued: e.Args.Continued, Rough: e.Args.Rough,
	}
	s.End = s.Start + nanos(e.Dur)
	s.Ready = s.Start
	for k, c := range categories {
		if c == e.Category {
			s.Kind = k
		}
	}
	if s.Kind == task.TaskSpan {
		s.Ready = nanos(e.Args.Ready) - offset
	}
	if e.Args.Parent != nil {
		s.Parent = *e.Args.Parent
	}
	if e.Args.Unlabelled {
		s.Label = ""
	}
	return s
}

func nanos(us float64) time.Duration { return time.Duration(math.Round(us * 1000)) }

// consistent tells whether the numbers of tasks that spans name are those of tasks.
func consistent(r Run) error {
	n := r.Tasks()
	if n > len(r.Spans) {
		return fmt.Errorf("run %q: a task %d in %d spans", r.Name, n-1, len(r.Spans))
	}
	for i, s := range r.Spans {
		if s.Parent >= n || s.Parent < -1 {
			return fmt.Errorf("run %q: span %d names task %d as its parent, of %d tasks", r.Name, i, s.Parent, n)
		}
		if s.Scope < 0 || s.Phase < 0 || s.Kind == task.TaskSpan && s.Task < 0 {
			return fmt.Errorf("run %q: span %d has a negative number", r.Name, i)
		}
		for _, p := range s.After {
			if p < 0 || p >= n {
				return fmt.Errorf("run %q: span %d comes after task %d, of %d tasks", r.Name, i, p, n)
			}
		}
	}
	return nil
}
