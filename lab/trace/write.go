package trace

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"heddle/task"
)

// Format names the version of what Write writes, in the file's otherData.
const Format = "heddle trace 2"

// header is otherData: what the events do not say.
type header struct {
	Format string      `json:"format"`
	Runs   []runHeader `json:"runs"`
}

type runHeader struct {
	Name     string    `json:"name"`
	Workers  int       `json:"workers"`
	Began    time.Time `json:"began"`
	LengthNs int64     `json:"length_ns"`
	Lost     int       `json:"lost"`
}

// A Writer writes runs, one after the other, in the Trace Event Format, as a JSON object:
// complete events (ph X) with ts and dur in microseconds, exact to the nanosecond, one a
// line, and metadata that names processes (runs) and threads (workers). Both count from 1: readers
// take 0 for the idle process of Linux, and Perfetto before August 2025 drew threads 0 and 1 of a
// process as one. The first run begins at 0 and the others as much later as they did.
//
// The args of a task's event are task (its number), after (the numbers of those it came
// after), ready (when it could have started, in the same microseconds), iteration, scope,
// phase, and where they apply parent, continued and rough: see [task.Span].
type Writer struct {
	out  *bufio.Writer
	head header
	enc  encoder
}

// NewWriter returns a Writer to w. Close must be called at the end.
func NewWriter(w io.Writer) *Writer {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`)
	return &Writer{out: out, head: header{Format: Format}, enc: encoder{quoted: map[string][]byte{}}}
}

// Add writes a run.
func (w *Writer) Add(r Run) error {
	// Without the monotonic clock, which the file cannot hold: Read must compute the same.
	w.head.Runs = append(w.head.Runs, runHeader{r.Name, r.Workers, r.Began.Round(0), int64(r.Length), r.Lost})
	e := &w.enc
	e.pid, e.offset = len(w.head.Runs), r.Began.Round(0).Sub(w.head.Runs[0].Began)
	if e.pid > 1 {
		w.out.WriteByte(',')
	}
	for _, line := range e.metadata(r) {
		w.out.WriteString("\n" + line)
	}
	for k := range r.Spans {
		w.out.WriteString(",\n")
		w.out.Write(e.event(&r.Spans[k]))
	}
	return w.out.Flush() // the first error of all
}

// Runs returns how many have been added.
func (w *Writer) Runs() int { return len(w.head.Runs) }

// Close ends the file, which it does not close.
func (w *Writer) Close() error {
	head, err := json.Marshal(w.head)
	if err != nil {
		return err
	}
	w.out.WriteString("\n],\"otherData\":")
	w.out.Write(head)
	w.out.WriteString("}\n")
	return w.out.Flush()
}

// Write writes runs as a file.
func Write(w io.Writer, runs []Run) error {
	out := NewWriter(w)
	for _, r := range runs {
		if err := out.Add(r); err != nil {
			return err
		}
	}
	return out.Close()
}

// encoder makes events into lines.
type encoder struct {
	pid    int
	offset time.Duration
	buf    []byte
	quoted map[string][]byte
}

func (e *encoder) metadata(r Run) []string {
	pid := strconv.Itoa(e.pid)
	lines := []string{`{"ph":"M","name":"process_name","pid":` + pid + `,"tid":1,"args":{"name":` + string(e.quote(r.Name)) + `}}`}
	for w := range r.Workers {
		at := `,"pid":` + pid + `,"tid":` + strconv.Itoa(w+1)
		lines = append(lines,
			`,{"ph":"M","name":"thread_name"`+at+`,"args":{"name":"worker `+strconv.Itoa(w)+`"}}`,
			`,{"ph":"M","name":"thread_sort_index"`+at+`,"args":{"sort_index":`+strconv.Itoa(w)+`}}`)
	}
	return lines
}

var categories = map[task.SpanKind]string{
	task.TaskSpan: "task", task.BodySpan: "body", task.WaitSpan: "wait", task.LoopSpan: "loop",
}

func (e *encoder) event(s *task.Span) []byte {
	e.buf = append(e.buf[:0], `{"ph":"X","cat":"`...)
	e.add(categories[s.Kind], `","name":`)
	e.buf = append(e.buf, e.quote(name(s))...)
	e.num(`,"pid":`, e.pid)
	e.num(`,"tid":`, s.Worker+1)
	e.micros(`,"ts":`, e.offset+s.Start)
	e.micros(`,"dur":`, s.End-s.Start)
	e.num(`,"args":{"task":`, s.Task)
	if s.Kind == task.TaskSpan {
		e.num(`,"iteration":`, s.Iteration)
		e.micros(`,"ready":`, e.offset+s.Ready)
		e.num(`,"scope":`, s.Scope)
		e.num(`,"phase":`, s.Phase)
		if s.Parent >= 0 {
			e.num(`,"parent":`, s.Parent)
		}
		e.add(`,"after":[`, "")
		for i, p := range s.After {
			if i > 0 {
				e.buf = append(e.buf, ',')
			}
			e.buf = strconv.AppendInt(e.buf, int64(p), 10)
		}
		e.buf = append(e.buf, ']')
	}
	if s.Label == "" {
		e.add(`,"unlabelled":true`, "")
	}
	if s.Continued {
		e.add(`,"continued":true`, "")
	}
	if s.Rough {
		e.add(`,"rough":true`, "")
	}
	e.buf = append(e.buf, "}}"...)
	return e.buf
}

func (e *encoder) add(a, b string) { e.buf = append(append(e.buf, a...), b...) }

func (e *encoder) num(key string, n int) {
	e.buf = strconv.AppendInt(append(e.buf, key...), int64(n), 10)
}

// micros writes a time in microseconds with three decimals.
func (e *encoder) micros(key string, d time.Duration) {
	e.buf = append(e.buf, key...)
	if d < 0 {
		e.buf = append(e.buf, '-')
		d = -d
	}
	e.buf = strconv.AppendInt(e.buf, int64(d/1000), 10)
	if rest := int64(d % 1000); rest != 0 {
		e.buf = append(e.buf, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	}
}

func (e *encoder) quote(s string) []byte {
	q, ok := e.quoted[s]
	if !ok {
		q, _ = json.Marshal(s) // of a string: cannot fail
		e.quoted[s] = q
	}
	return q
}
