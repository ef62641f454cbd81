package task

import (
	"fmt"
	"unsafe"
)

// An UpdateError says that a body under Update has not submitted the same tasks, with the
// same accesses, as in its first iteration.
type UpdateError struct {
	Iteration int
	Task      int    // the first task that differs, from 0
	Label     string // of that task, "" if it has none
	Reason    string
}

// Error names the iteration and the task, and says what differs.
func (e *UpdateError) Error() string {
	name := ""
	if e.Label != "" {
		name = " (" + e.Label + ")"
	}
	return fmt.Sprintf("task: Update: iteration %d: task %d%s %s", e.Iteration, e.Task, name, e.Reason)
}

// An audit compares the tasks of each iteration with those of the first.
type audit struct {
	closed bool // no tasks at all: another scope takes them
	first  bool
	step   int
	at     int
	kinds  []kind
	ends   []int // of each task's part of uses
	uses   []auditUse
	failed bool
}

type auditUse struct {
	d    unsafe.Pointer
	kind access
}

// check is called for each task that the body submits.
func (a *audit) check(s *Scope, k kind, cl []Clause) {
	if a.closed {
		panic("task: a recorded body used another scope than the one it was given")
	}
	if a.failed {
		return
	}
	i := a.at
	a.at++
	if a.first {
		a.kinds = append(a.kinds, k)
		for j := range cl {
			if c := &cl[j]; c.kind != none && c.kind < clausePriority {
				a.uses = append(a.uses, auditUse{c.p, c.kind})
			}
		}
		a.ends = append(a.ends, len(a.uses))
		return
	}
	switch {
	case i >= len(a.kinds):
		a.fail(s, i, cl, fmt.Sprintf("is more than the %d of the first iteration", len(a.kinds)))
	case k != a.kinds[i]:
		a.fail(s, i, cl, "is of another kind than in the first iteration")
	case !a.same(i, cl):
		a.fail(s, i, cl, "has other accesses than in the first iteration")
	}
}

func (a *audit) same(i int, cl []Clause) bool {
	from := 0
	if i > 0 {
		from = a.ends[i-1]
	}
	uses := a.uses[from:a.ends[i]]
	for j := range cl {
		c := &cl[j]
		if c.kind == none || c.kind >= clausePriority {
			continue
		}
		if len(uses) == 0 || uses[0] != (auditUse{c.p, c.kind}) {
			return false
		}
		uses = uses[1:]
	}
	return len(uses) == 0
}

func (a *audit) fail(s *Scope, i int, cl []Clause, reason string) {
	a.failed = true
	s.fail(s.here(), &UpdateError{a.step, i, labelOf(cl), reason}, nil)
}

// iteration calls body once more.
func (a *audit) iteration(s *Scope, body func(*Scope)) {
	a.first, a.at = a.kinds == nil && a.step == 0, 0
	outer, step := s.audit, s.step
	s.step = a.step
	s.auditBy(a)
	body(s)
	s.step = step
	s.auditBy(outer)
	if !a.first && !a.failed && a.at < len(a.kinds) {
		s.seq++
		a.fail(s, a.at, nil, "is missing")
	}
	a.step++
}

// iterateUpdate is Iterate with Update.
func (s *Scope) iterateUpdate(n int, body func(*Scope)) {
	var a audit
	for range n {
		if s.stopped() {
			return
		}
		a.iteration(s, body)
	}
}

// whileUpdate is IterateWhile with Update: the condition needs all tasks to be done.
func (s *Scope) whileUpdate(cond func() bool, body func(*Scope), unroll int) {
	var a audit
	for {
		s.Wait()
		if s.stopped() || !cond() {
			return
		}
		for range unroll {
			a.iteration(s, body)
		}
	}
}
