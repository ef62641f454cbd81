package task

import (
	"errors"
	"time"
)

// A Trace is what the workers of a runtime did between StartTrace and StopTrace. Package
// lab/trace writes it to a file that Perfetto opens, draws it, and sums it up.
type Trace struct {
	Workers int
	Began   time.Time
	Length  time.Duration // from StartTrace to StopTrace
	Spans   []Span        // by their start; those of one worker are nested or disjoint
	Lost    int           // tasks that were not recorded, for the limit
}

// A Span is a time that a worker spent on one thing. All times are since Trace.Began.
//
// A body that gives its worker up, in Blocking or in a Wait with nothing to help with, and
// goes on later, has a span for each part; Continued is set in all but the last. So the
// spans of kind TaskSpan that are not Continued are the tasks that ran, each once.
type Span struct {
	Kind       SpanKind
	Continued  bool // the body went on later, in another span
	Rough      bool // Start may be early: see Runtime.StartTrace
	Label      string
	Worker     int
	Start, End time.Duration
	// Ready is when the last task that this one waited for was done, or when it was
	// submitted, whichever was later. Only of a TaskSpan.
	Ready     time.Duration
	Iteration int // of a task of a Graph or of Iterate; else 0
	// Task is the task's number, from 0 on, and the same in all its spans. Of a BodySpan, a
	// WaitSpan and a LoopSpan it is the task in whose body that was, -1 for none.
	Task int
	// After lists the tasks that this one was ordered after by its clauses, as far as the
	// trace has them.
	After []int
	// Scope is the number of the scope that the task was submitted to, and Parent the task
	// whose body submitted it, -1 for none. Phase counts the Waits of that scope before.
	Scope, Parent, Phase int
}

// A SpanKind says what a worker did.
type SpanKind uint8

const (
	TaskSpan SpanKind = iota // the body of a task
	BodySpan                 // the function given to Run: it submits tasks
	WaitSpan                 // a Wait: what is not covered by tasks within was spent idle
	LoopSpan                 // a range of a For, For2 or Reduce, or what the caller ran alone
)

// TraceLimit is how many tasks a worker records at most if StartTrace is not told otherwise.
const TraceLimit = 1 << 19

// StartTrace begins to record what the runtime does: the calls of Run that begin from now
// on, with all their tasks, until StopTrace. limit is how many tasks each worker records at
// most, TraceLimit if it is 0; what comes beyond is counted only. A task takes 64 bytes, and
// 16 more for each of its accesses. The runtime keeps the memory for its next trace.
//
// Recording costs some stores a task, about 20 ns, and readings of a clock, which take 8 to 25
// ns each. Of a task that was queued the end is read, and the submission if it is ready then; a
// worker that goes from one task to the next at once takes the end of the one for the start
// of the other, so that the release of successors, some tens of nanoseconds, counts for it. Where
// tasks run one after the other and are short, in place, in Go or in a cycle, or from a queue that
// no other worker has come to yet, the clock is read once
// for up to 8 of them, which get equal parts of that time: so short spans may be wrong by up to a
// microsecond. If the time turns out to be longer than that, their spans are marked Rough, and
// the next 64 tasks are measured one by one.
//
// A runtime that has not been told to trace pays nothing for it. StartTrace fails if the
// runtime is being traced already.
func (rt *Runtime) StartTrace(limit int) error {
	if limit < 0 {
		panic("task: StartTrace: limit < 0")
	}
	if limit == 0 {
		limit = TraceLimit
	}
	tr := newTracing(rt, limit)
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.tracing != nil && rt.tracing.logs != nil {
		return errors.New("task: StartTrace: the runtime is being traced already")
	}
	rt.tracing = tr
	return nil
}

// StopTrace ends what StartTrace began. It waits until the calls of Run that are being
// recorded have returned, and fails if a task of the runtime calls it, or if nothing is
// being recorded. Cost: about a microsecond for each task that was recorded.
func (rt *Runtime) StopTrace() (*Trace, error) {
	if rt.current() != nil {
		return nil, errors.New("task: StopTrace called from within the runtime")
	}
	rt.mu.Lock()
	tr := rt.tracing
	if tr == nil || tr.logs == nil {
		rt.mu.Unlock()
		return nil, errors.New("task: StopTrace without StartTrace")
	}
	rt.tracing = rt.cfg.observer()
	for tr.runs > 0 {
		rt.ended.Wait()
	}
	rt.mu.Unlock()
	return tr.harvest(), nil
}
