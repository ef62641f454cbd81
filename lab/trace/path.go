package trace

import (
	"slices"
	"time"

	"heddle/task"
)

// Path is the critical path: the chain of tasks, each of which had to wait for the one before,
// that took longest together. However many workers there are, the tasks cannot be done in
// less time than that, as long as they are as long as they were.
//
// A task is taken to wait for those that it came after by its clauses, for all tasks of its
// scope before a Wait, and to begin after the body of the task that submitted it; a task with
// subtasks is done with the last of them. Calls of Run from outside count as one after the
// other if they did not overlap. The order between a cycle (Iterate) and its siblings is not
// in the trace, nor that by weak accesses.
type Path struct {
	Time  time.Duration `json:"time_ns"`
	Tasks int           `json:"tasks"`
	// Parallelism is the work over the time of the path: more workers than that are idle.
	Parallelism float64 `json:"parallelism"`
	Steps       []Step  `json:"-"` // from the first to the last
}

// Step is a task on the path.
type Step struct {
	Task  int
	Label string
	Time  time.Duration // exclusive
}

// reach is how far a chain has come: its time, and its last task.
type reach struct {
	time time.Duration
	last int
}

func (a reach) further(b reach) reach {
	if b.time > a.time {
		return b
	}
	return a
}

// node is a task on its way into the path.
type node struct {
	step   Step
	parent int
	begin  reach // the longest chain that it stands behind
	done   reach // with all subtasks
}

// domain is a scope, as far as its tasks have been seen.
type domain struct {
	phase         int
	all, barriers reach // of all tasks; of those before the last Wait
}

// finder goes through the tasks in order of their start: what a task waits for has then been
// seen, with all its subtasks. Where a file says otherwise, it goes by the order.
type finder struct {
	nodes   []node
	seen    []bool
	domains map[int]*domain
	of      []int // the scope of each task
	all     reach
	ended   time.Duration // the latest end so far
}

func criticalPath(r Run, own []time.Duration) Path {
	f := &finder{nodes: make([]node, r.Tasks()), domains: map[int]*domain{}, all: reach{last: -1}}
	f.of = make([]int, len(f.nodes))
	f.seen = make([]bool, len(f.nodes))
	var work time.Duration
	length := make([]time.Duration, len(f.nodes))
	for i, s := range r.Spans {
		if s.Kind == task.TaskSpan {
			length[s.Task] += own[i]
			work += own[i]
		}
	}
	for i := range r.Spans {
		s := &r.Spans[i]
		if s.Kind != task.TaskSpan {
			continue
		}
		if !f.seen[s.Task] {
			f.add(s, Step{s.Task, name(s), length[s.Task]})
			f.seen[s.Task] = true
		}
		f.ended = max(f.ended, s.End)
	}
	p := Path{Time: f.all.time}
	for at := f.all.last; at >= 0; at = f.nodes[at].begin.last {
		p.Steps = append(p.Steps, f.nodes[at].step)
	}
	p.Tasks = len(p.Steps)
	slices.Reverse(p.Steps)
	if p.Time > 0 {
		p.Parallelism = float64(work) / float64(p.Time)
	}
	return p
}

// add puts a task behind what it waits for.
func (f *finder) add(s *task.Span, step Step) {
	d := f.domains[s.Scope]
	if d == nil {
		d = &domain{phase: s.Phase, barriers: reach{last: -1}}
		f.domains[s.Scope] = d
		if s.Parent < 0 && s.Start >= f.ended {
			d.barriers = f.all
		}
		d.all = d.barriers
	}
	if s.Phase > d.phase {
		d.phase, d.barriers = s.Phase, d.all
	}
	begin := reach{last: -1}
	if d.barriers.time > 0 {
		begin = d.barriers
	}
	parent := s.Parent
	if parent >= 0 && !f.seen[parent] {
		parent = -1
	}
	if parent >= 0 {
		begin = begin.further(reach{f.nodes[parent].begin.time + f.nodes[parent].step.Time, parent})
	}
	for _, p := range s.After {
		if f.seen[p] {
			begin = begin.further(f.nodes[p].done)
		}
	}
	n := &f.nodes[s.Task]
	*n = node{step: step, parent: parent, begin: begin, done: reach{begin.time + step.Time, s.Task}}
	f.of[s.Task] = s.Scope
	f.done(s.Task, n.done)
}

// done carries the end of task t on to those that are not done before it.
func (f *finder) done(t int, at reach) {
	for {
		n := &f.nodes[t]
		n.done = n.done.further(at)
		d := f.domains[f.of[t]]
		d.all = d.all.further(at)
		f.all = f.all.further(at)
		if t = n.parent; t < 0 {
			return
		}
	}
}
