package task

import (
	"testing"
	"time"
)

// Loops are in the trace, range by range, in and outside of tasks, and also when they panic.
func TestTraceLoops(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		long := func(lo, hi int) {
			for range hi - lo {
				busyFor(500)
			}
		}
		rt.StartTrace(0)
		rt.For(0, 1000, Dynamic(1), long)
		rt.For2(Lower(0, 20), Static(0), func(i, j int) {})
		Reduce(rt, 0, 100, Guided(1), 0, func(lo, hi, acc int) int { long(lo, hi); return acc }, func(a, b int) int { return a + b })
		err := rt.Run(background, func(s *Scope) {
			for range 3 {
				s.Go(func() {
					defer func() { recover() }()
					rt.For(0, 100, Dynamic(1), func(lo, hi int) { panic("x") })
				}, Label("task"))
			}
			s.Go(func() { rt.For(0, 100, Dynamic(1), long) }, Label("task"))
		})
		tr, stop := rt.StopTrace()
		if err != nil || stop != nil {
			t.Fatal(err, stop)
		}
		checkTrace(t, tr)
		if l := labels(tr); l["task"] != 4 || len(l) != 1 {
			t.Errorf("tasks by label: %v", l)
		}
		loops, within := time.Duration(0), 0
		for _, s := range tr.Spans {
			if s.Kind == LoopSpan {
				loops += s.End - s.Start
				if s.Task >= 0 {
					within++
				}
			}
		}
		if least := 1200 * 500 * time.Nanosecond; loops < least || within < 4 {
			t.Errorf("loops took %v together, want %v or more; %d spans within tasks", loops, least, within)
		}
	})
}
