package trace

import (
	"cmp"
	"slices"
	"time"

	"heddle/task"
)

// Stats sums a run up. Times of labels and workers are exclusive: what ran on top of a body
// that waited, or within a nested Run, counts for itself only. All times in JSON are in
// nanoseconds.
type Stats struct {
	Name    string        `json:"name"`
	Workers int           `json:"workers"`
	Tasks   int           `json:"tasks"`
	Lost    int           `json:"lost,omitempty"`  // tasks that are not in the trace
	Rough   int           `json:"rough,omitempty"` // tasks whose start may be early
	Span    time.Duration `json:"span_ns"`         // from the first start to the last end
	Work    time.Duration `json:"work_ns"`         // of all tasks and loops together
	Labels  []Label       `json:"labels"`          // most time first
	Crew    []Worker      `json:"crew"`
	Path    Path          `json:"critical_path"`
}

// Label is what the tasks of one label did. A loop's ranges count as tasks.
type Label struct {
	Name    string        `json:"label"`
	Count   int           `json:"count"`
	Time    time.Duration `json:"time_ns"`
	Share   float64       `json:"share"` // of the work
	Mean    time.Duration `json:"mean_ns"`
	Median  time.Duration `json:"median_ns"`
	Min     time.Duration `json:"min_ns"`
	Max     time.Duration `json:"max_ns"`
	Waiting time.Duration `json:"waiting_ns"` // mean time from ready to start
	OnPath  time.Duration `json:"on_path_ns"` // of the critical path
}

// Worker is how one worker spent its time.
type Worker struct {
	Worker     int           `json:"worker"`
	Tasks      int           `json:"tasks"`
	Busy       time.Duration `json:"busy_ns"`       // in tasks and loops
	Submitting time.Duration `json:"submitting_ns"` // in the function given to Run
	Idle       time.Duration `json:"idle_ns"`       // the rest of the span
}

// Summarize computes the Stats of a run.
func Summarize(r Run) *Stats {
	own := exclusive(r)
	st := &Stats{Name: r.Name, Workers: r.Workers, Lost: r.Lost, Tasks: r.Tasks()}
	from, to := bounds(r)
	st.Span = to - from
	for w := range r.Workers {
		st.Crew = append(st.Crew, Worker{Worker: w})
	}
	st.Path = criticalPath(r, own)
	onPath := map[string]time.Duration{}
	for _, s := range st.Path.Steps {
		onPath[s.Label] += s.Time
	}
	st.labels(r, own, onPath)
	for i := range st.Crew {
		w := &st.Crew[i]
		w.Idle = max(0, st.Span-w.Busy-w.Submitting)
	}
	return st
}

// labels fills in what is summed by label and by worker.
func (st *Stats) labels(r Run, own []time.Duration, onPath map[string]time.Duration) {
	row := map[string]*Label{}
	lengths := map[string][]time.Duration{}
	part := make([]time.Duration, st.Tasks) // of a task, so far
	for i := range r.Spans {
		s := &r.Spans[i]
		w := &st.Crew[s.Worker]
		switch s.Kind {
		case task.WaitSpan:
			continue
		case task.BodySpan:
			w.Submitting += own[i]
			continue
		}
		l := row[name(s)]
		if l == nil {
			l = &Label{Name: name(s), OnPath: onPath[name(s)]}
			row[l.Name] = l
		}
		w.Busy += own[i]
		st.Work += own[i]
		l.Time += own[i]
		length := own[i]
		if s.Kind == task.TaskSpan {
			part[s.Task] += own[i]
			length = part[s.Task]
		}
		if s.Continued {
			continue
		}
		if s.Rough {
			st.Rough++
		}
		if s.Kind == task.TaskSpan {
			w.Tasks++
			l.Waiting += s.Start - s.Ready
		}
		l.Count++
		lengths[l.Name] = append(lengths[l.Name], length)
	}
	for _, l := range row {
		of := lengths[l.Name]
		slices.Sort(of)
		if n := len(of); n > 0 {
			l.Min, l.Max, l.Median = of[0], of[n-1], of[(n-1)/2]+(of[n/2]-of[(n-1)/2])/2
			l.Mean = l.Time / time.Duration(n)
			l.Waiting /= time.Duration(n)
		}
		if st.Work > 0 {
			l.Share = float64(l.Time) / float64(st.Work)
		}
		st.Labels = append(st.Labels, *l)
	}
	slices.SortFunc(st.Labels, func(a, b Label) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	})
}

// bounds returns the first start and the last end.
func bounds(r Run) (from, to time.Duration) {
	for i, s := range r.Spans {
		if i == 0 || s.Start < from {
			from = s.Start
		}
		to = max(to, s.End)
	}
	return from, to
}

// exclusive returns how long each span lasted without the spans on top of it.
func exclusive(r Run) []time.Duration {
	own := make([]time.Duration, len(r.Spans))
	open := make([][]int, r.Workers)
	for i := range r.Spans {
		s := &r.Spans[i]
		own[i] += s.End - s.Start
		w := open[s.Worker]
		for len(w) > 0 && r.Spans[w[len(w)-1]].End <= s.Start {
			w = w[:len(w)-1]
		}
		if n := len(w); n > 0 {
			own[w[n-1]] -= s.End - s.Start
		}
		open[s.Worker] = append(w, i)
	}
	return own
}
