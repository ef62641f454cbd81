package task

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// traced returns the trace of body on a runtime of cfg.
func traced(t *testing.T, cfg Config, body func(*Scope)) (*Trace, error) {
	t.Helper()
	rt := New(cfg)
	defer rt.Close()
	if err := rt.StartTrace(0); err != nil {
		t.Fatal(err)
	}
	err := rt.Run(background, body)
	tr, stop := rt.StopTrace()
	if stop != nil {
		t.Fatal(stop)
	}
	checkTrace(t, tr)
	return tr, err
}

// checkTrace checks what is true of every trace.
func checkTrace(t *testing.T, tr *Trace) {
	t.Helper()
	open := make([][]Span, tr.Workers) // by worker: those around the present one
	last := time.Duration(0)
	for i, s := range tr.Spans {
		if s.Start < last || s.End < s.Start || s.End > tr.Length || s.Ready > s.Start || s.Ready < 0 {
			t.Fatalf("span %d: times out of order: %+v", i, s)
		}
		last = s.Start
		w := open[s.Worker]
		for len(w) > 0 && w[len(w)-1].End <= s.Start {
			w = w[:len(w)-1]
		}
		if len(w) > 0 && s.End > w[len(w)-1].End {
			t.Fatalf("span %d: overlaps with one before it on worker %d: %+v, %+v", i, s.Worker, s, w[len(w)-1])
		}
		open[s.Worker] = append(w, s)
	}
	tasks := parts(tr)
	for n, spans := range tasks {
		for i, s := range spans {
			if s.Continued != (i < len(spans)-1) {
				t.Errorf("task %d: part %d of %d: Continued is %v", n, i, len(spans), s.Continued)
			}
			for _, p := range s.After {
				if p < 0 || p >= len(tasks) {
					t.Errorf("task %d comes after task %d, which is none", n, p)
				}
			}
			if p := s.Parent; p == n || p < -1 || p >= len(tasks) || p >= 0 && tasks[p][0].Start > spans[0].Start {
				t.Errorf("task %d of task %d: %+v, %+v", n, p, spans, tasks[p])
			}
		}
	}
}

// parts returns the spans of each task.
func parts(tr *Trace) map[int][]Span {
	m := map[int][]Span{}
	for _, s := range tr.Spans {
		if s.Kind == TaskSpan {
			m[s.Task] = append(m[s.Task], s)
		}
	}
	return m
}

// labels counts the tasks of each label.
func labels(tr *Trace) map[string]int {
	m := map[string]int{}
	for _, s := range tr.Spans {
		if s.Kind == TaskSpan && !s.Continued {
			m[s.Label]++
		}
	}
	return m
}

func TestTraceEveryTaskOnce(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		if err := rt.StartTrace(0); err != nil {
			t.Fatal(err)
		}
		const n = 5000
		d := make([]Datum, 10)
		err := rt.Run(background, func(s *Scope) {
			for i := range n {
				cl := []Clause{d[i%10].InOut(), d[i*7%10].In(), Label([]string{"even", "odd"}[i%2])}
				switch i % 4 {
				case 0, 1:
					s.Go(func() { busyFor(100) }, cl...)
				case 2:
					s.Go3(func(_, _, _ int) {}, i, i, i, cl...)
				case 3:
					s.Try(func() error { return nil }, cl...)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := rt.StopTrace()
		if err != nil {
			t.Fatal(err)
		}
		checkTrace(t, tr)
		if l := labels(tr); l["even"] != n/2 || l["odd"] != n/2 || len(l) != 2 {
			t.Errorf("tasks by label: %v", l)
		}
		end := map[int]time.Duration{}
		for _, s := range tr.Spans {
			if s.Kind == TaskSpan {
				end[s.Task] = s.End
			}
		}
		edges := 0
		for _, s := range tr.Spans {
			for _, p := range s.After {
				edges++
				if end[p] > s.Start+skew {
					t.Fatalf("task %d starts at %v, before its predecessor %d ends at %v", s.Task, s.Start, p, end[p])
				}
				if s.Ready+skew < end[p] {
					t.Fatalf("task %d is ready at %v, before its predecessor %d ends at %v", s.Task, s.Ready, p, end[p])
				}
			}
		}
		if edges < n {
			t.Errorf("%d edges", edges)
		}
	})
}

// skew is what the counters of two processors may differ by.
const skew = time.Microsecond

// busyFor keeps the processor busy for about n ns.
func busyFor(n int) {
	for t := clock(); clock()-t < int64(n); {
	}
}

// A body that runs elsewhere after Blocking has several spans, the last of which is its end.
func TestTraceBlocking(t *testing.T) {
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		tr, err := traced(t, Config{Workers: 2, Inline: inline}, func(s *Scope) {
			var ch [20]chan int
			for i := range ch {
				ch[i] = make(chan int)
				s.Go(func() { Blocking(func() { <-ch[i] }) }, Label("wait"), Deferred())
				s.Go(func() { close(ch[i]) }, Label("signal"))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if l := labels(tr); l["wait"] != 20 || l["signal"] != 20 {
			t.Errorf("tasks by label: %v", l)
		}
	}
}

// What never ran is in no trace; what panicked is.
func TestTraceStopped(t *testing.T) {
	boom := errors.New("boom")
	var d, e Datum
	tr, err := traced(t, Config{Workers: 2}, func(s *Scope) {
		s.Try(func() error { return boom }, d.Out(), Label("fails"))
		for range 100 {
			s.Go(func() {}, d.InOut(), Label("never"))
		}
		s.GoScope(func(*Scope) {}, d.In(), e.WeakInOut(), Label("never"))
	})
	if err != boom {
		t.Fatal(err)
	}
	if l := labels(tr); l["fails"] != 1 || l["never"] != 0 {
		t.Errorf("tasks by label: %v", l)
	}

	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, workers := range []func(*Scope){
		func(s *Scope) { s.Go(func() { panic("x") }, Label("panics")) },
		func(s *Scope) { s.Go3(func(_, _, _ int) { panic("x") }, 1, 2, 3, Label("panics")) },
		func(s *Scope) { s.GoScope(func(*Scope) { panic("x") }, Label("panics")) },
		func(s *Scope) { s.Event(func(*Event) { panic("x") }, Label("panics")) },
	} {
		rt.StartTrace(0)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			rt.Run(background, workers)
		}()
		tr, err := rt.StopTrace()
		if err != nil {
			t.Fatal(err)
		}
		checkTrace(t, tr)
		if l := labels(tr); l["panics"] != 1 {
			t.Errorf("tasks by label: %v", l)
		}
	}
}

// Random programs of all kinds of tasks give the same results when they are traced, and
// traces in order.
func TestTraceRandomPrograms(t *testing.T) {
	seed := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", seed)
	with(t, func(t *testing.T, rt *Runtime) {
		rt.StartTrace(0)
		checkProgram(t, rt, seed)
		tr, err := rt.StopTrace()
		if err != nil {
			t.Fatal(err)
		}
		checkTrace(t, tr)
		seed++
	})
}

func TestTraceLimit(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	for _, limit := range []int{1, 10, markPiece, 3000} {
		rt.StartTrace(limit)
		rt.Run(background, func(s *Scope) {
			for range 5000 {
				s.Go(func() {})
			}
		})
		tr, err := rt.StopTrace()
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Spans) != limit || tr.Lost+len(tr.Spans) < 5000 {
			t.Errorf("limit %d: %d spans, %d lost", limit, len(tr.Spans), tr.Lost)
		}
	}
}

func TestTraceStartStop(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	if _, err := rt.StopTrace(); err == nil {
		t.Error("StopTrace without StartTrace succeeds")
	}
	rt.StartTrace(0)
	if rt.StartTrace(0) == nil {
		t.Error("a second StartTrace succeeds")
	}
	started, hold := make(chan bool), make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		rt.Run(background, func(s *Scope) {
			s.Go(func() { close(started); <-hold }, Label("long"))
			s.Go(func() {
				if _, err := rt.StopTrace(); err == nil {
					t.Error("StopTrace from a task succeeds")
				}
			})
		})
	})
	<-started
	wg.Go(func() { close(hold) })
	tr, err := rt.StopTrace() // waits for the run
	if err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if l := labels(tr); l["long"] != 1 {
		t.Errorf("tasks by label: %v", l)
	}
	rt.Run(context.Background(), func(s *Scope) { s.Go(func() {}) })
}

// Tasks with more clauses than a piece of a log has room for are recorded like others.
func TestTraceManyClauses(t *testing.T) {
	d := make([]Datum, 3*usePiece/2)
	tr, err := traced(t, Config{Workers: 2}, func(s *Scope) {
		for i := range d {
			s.Go(func() {}, d[i].Out(), Label("each"))
		}
		cl := []Clause{Label("all")}
		for i := range d {
			cl = append(cl, d[i].In())
		}
		s.Go(func() {}, cl...)
		s.Go(func() {}, cl[:usePiece/2]...)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tr.Spans {
		if n := len(s.After); s.Label == "each" && n != 0 || s.Label == "all" && n != len(d) && n != usePiece/2-1 {
			t.Errorf("task %q comes after %d tasks", s.Label, n)
		}
	}
	if l := labels(tr); l["each"] != len(d) || l["all"] != 2 {
		t.Errorf("tasks by label: %v", l)
	}
}
