package task

import (
	"slices"
	"testing"
)

func TestTraceNested(t *testing.T) {
	rt := New(Config{Workers: 3})
	defer rt.Close()
	rt.StartTrace(0)
	var d Datum
	err := rt.Run(background, func(s *Scope) {
		s.GoScope(func(s *Scope) {
			for range 10 {
				s.Go(func() {}, Label("sub"))
			}
		}, d.InOut(), Label("outer"))
		s.Go(func() {
			rt.Run(background, func(s *Scope) {
				for range 10 {
					s.Go(func() {}, Label("nested"))
				}
				s.Wait()
				s.Go(func() {}, Label("last"))
			})
		}, d.In(), Label("runs"))
		s.Event(func(e *Event) { e.Add(1); go e.Done() }, d.InOut(), Label("event"))
		s.Loop(0, 100, 10, func(lo, hi int) {}, d.InOut(), Label("loop"))
	})
	tr, stop := rt.StopTrace()
	if err != nil || stop != nil {
		t.Fatal(err, stop)
	}
	checkTrace(t, tr)
	l := labels(tr)
	for name, n := range map[string]int{"outer": 1, "sub": 10, "runs": 1, "nested": 10, "last": 1, "event": 1, "loop": 1} {
		if l[name] != n {
			t.Errorf("%d tasks %q, want %d", l[name], name, n)
		}
	}
	number := map[string]int{}
	for _, s := range tr.Spans {
		if s.Kind == TaskSpan {
			number[s.Label] = s.Task
		}
	}
	for _, s := range tr.Spans {
		want := map[string]string{"sub": "outer", "nested": "runs", "last": "runs"}[s.Label]
		if want != "" && s.Parent != number[want] {
			t.Errorf("task %q has parent %d, want %q, which is %d", s.Label, s.Parent, want, number[want])
		}
		if s.Label == "last" && s.Phase != 1 || s.Label == "nested" && s.Phase != 0 {
			t.Errorf("%q is in phase %d", s.Label, s.Phase)
		}
		if s.Label == "event" && !slices.Equal(s.After, []int{number["runs"]}) {
			t.Errorf("event comes after %v, want %d", s.After, number["runs"])
		}
	}
}

// A Wait that gives its seat up meanwhile has several spans, and is one all the same.
func TestTraceOfAWaitInParts(t *testing.T) {
	tr, err := traced(t, Config{Workers: 1}, func(s *Scope) {
		s.Go(func() { Blocking(func() {}); Blocking(func() {}) }, Deferred(), Label("first"))
		s.Wait()
		s.Go(func() {}, Label("last"))
	})
	if err != nil {
		t.Fatal(err)
	}
	waits, last := 0, 0
	for _, s := range tr.Spans {
		switch {
		case s.Kind == WaitSpan:
			if waits++; s.Task != -1 {
				t.Errorf("the function given to Run waits as task %d", s.Task)
			}
		case s.Label == "last":
			if last++; s.Phase != 1 {
				t.Errorf("what comes after one Wait is in phase %d", s.Phase)
			}
		}
	}
	if waits < 3 || last != 1 {
		t.Errorf("%d spans of the Wait, want 3 or more; %d of the task after it", waits, last)
	}
}

// A weak access does not wait, but what comes later waits for what it did not wait for.
func TestTraceOfWeakAccesses(t *testing.T) {
	var d Datum
	tr, err := traced(t, Config{Workers: 2}, func(s *Scope) {
		s.Go(func() {}, d.InOut(), Label("0"))
		s.GoScope(func(s *Scope) {}, d.WeakInOut(), Label("1"))
		s.GoScope(func(s *Scope) {}, d.WeakIn(), Label("2"))
		s.Go(func() {}, d.In(), Label("3"))
		s.Go(func() {}, d.InOut(), Label("4"))
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"0": {}, "1": {}, "2": {}, "3": {"0", "1"}, "4": {"0", "1", "2", "3"}}
	names := map[int]string{}
	for _, s := range tr.Spans {
		if s.Kind == TaskSpan {
			names[s.Task] = s.Label
		}
	}
	for _, s := range tr.Spans {
		if s.Kind != TaskSpan {
			continue
		}
		after := []string{}
		for _, p := range s.After {
			after = append(after, names[p])
		}
		if slices.Sort(after); !slices.Equal(after, want[s.Label]) {
			t.Errorf("task %s comes after %v, want %v", s.Label, after, want[s.Label])
		}
	}
}
