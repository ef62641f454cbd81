package task

import (
	"testing"
	"time"
)

// Queued tasks that follow each other are measured one by one, then trustTasks of them in bursts,
// and one by one for a while after a burst that took long; and always where others are about.
func TestStartQueued(t *testing.T) {
	tr := &tracing{rough: 1000}
	r := &tracer{tr: tr, now: 1, burst: 4, left: 4}
	next := func(alone bool) mark {
		var m mark
		r.startQueued(&m, alone)
		if r.skip { // as end does
			r.skip = false
			r.last = &m
		} else {
			r.now++
			r.last = nil
		}
		return m
	}
	count := func(n int, alone bool) (assumed int) {
		for range n {
			if next(alone).flag&markAssumed != 0 {
				assumed++
			}
		}
		return assumed
	}
	if n := count(1, true); n != 0 {
		t.Error("the first task is not measured")
	}
	before := r.now
	if n := count(4, true); n != 4 || r.now != before+1 {
		t.Errorf("of a burst of 4, %d are assumed, on %d readings", n, r.now-before)
	}
	if n := count(trustTasks-4, true); n != trustTasks-4 || r.last != nil {
		t.Errorf("%d of the %d tasks after it are assumed; one is open: %v", n, trustTasks-4, r.last != nil)
	}
	if next(true).flag != 0 {
		t.Errorf("none is measured after %d", trustTasks)
	}
	next(true)
	if m := next(false); m.flag != 0 || m.start < 100 {
		t.Errorf("with others about, a burst goes on: %+v", m)
	}
	if n := count(100, false); n != 0 {
		t.Errorf("with others about, %d tasks are assumed", n)
	}
	r.run = -doubtsTasks
	if n := count(doubtsTasks, true); n != 0 {
		t.Errorf("%d tasks are assumed after a doubt", n)
	}
	r.burst = 1 // bodies are long
	if n := count(100, true); n != 0 {
		t.Errorf("%d long tasks are assumed", n)
	}
}

// A burst does not go on while its carrier does something else: what a submitter does after it has
// helped is no part of the last task.
func TestBurstsAreCut(t *testing.T) {
	const pauses, mishaps = 20, 6 // times that the system takes the processor away
	const attempts = 4            // for it may do that more often on a busy machine
	for _, workers := range []int{1, 2} {
		stretched := stretchedBy(t, workers, pauses)
		for i := 1; i < attempts && stretched > mishaps; i++ {
			stretched = min(stretched, stretchedBy(t, workers, pauses))
		}
		if stretched > mishaps {
			t.Errorf("%d workers: %d tasks as long as a part of the %d pauses", workers, stretched, pauses)
		}
	}
}

// stretchedBy counts the tasks that seem as long as their part of a submitter's pause would be,
// had the burst before it gone on.
func stretchedBy(t *testing.T, workers, pauses int) (stretched int) {
	t.Helper()
	const pause = time.Millisecond
	body := func(s *Scope) {
		var d [2]Datum
		for i := range 100 * pauses {
			s.Go(func() {}, d[i%2].InOut(), d[(i+1)%2].In())
			if i%100 == 99 {
				s.WaitOn(&d[0], &d[1])
				busyFor(int(pause.Nanoseconds())) // of the submitter
			}
		}
	}
	rt := New(Config{Workers: workers, Inline: InlineNever, Window: 64})
	defer rt.Close()
	mustRun(t, rt, body) // from then on tasks are known to be short, and kept from others
	tr := traceOf(t, rt, body)
	checkTrace(t, tr)
	n := 0
	for _, s := range tr.Spans {
		if s.Kind != TaskSpan {
			continue
		}
		if n++; s.End-s.Start > pause/2/burstMost {
			stretched++
		}
	}
	if n != 100*pauses {
		t.Errorf("%d workers: %d tasks", workers, n)
	}
	return stretched
}

// What a body of a burst does within it ends the burst before: those that came earlier have ended.
func TestBurstsEndBeforeBodiesWithin(t *testing.T) {
	for _, cfg := range []Config{{Workers: 1}, {Workers: 2}, {Workers: 1, Inline: InlineNever}} {
		rt := New(cfg)
		defer rt.Close()
		body := func(s *Scope) {
			var d Datum
			for i := range 10000 { // a long one is doubted for a while
				s.Go(func() {
					if i%203 == 202 {
						mustRun(t, rt, func(s *Scope) { s.Go(func() {}); s.Wait(); busyFor(50_000) })
					}
				}, d.InOut())
			}
		}
		mustRun(t, rt, body)
		checkTrace(t, traceOf(t, rt, body))
	}
}

// A queued task may end, elsewhere, before its submitter reads the counter again: the bodies in place
// that it comes after have ended before.
func TestBurstsEndBeforeQueuedTasks(t *testing.T) {
	rt := New(Config{Workers: 2, Inline: InlineNever})
	defer rt.Close()
	traceOf(t, rt, func(s *Scope) {
		var held Datum
		release := make(chan struct{})
		s.Go(func() { Blocking(func() { <-release }) }, held.InOut())
		var open mark // of a body that has ended without a reading
		s.c.tracer.last = &open
		s.Go(func() {}, held.InOut())
		if open.end == 0 {
			t.Error("a burst goes on behind a queued task that comes after it")
		}
		close(release)
	})
}

func traceOf(t *testing.T, rt *Runtime, body func(*Scope)) *Trace {
	t.Helper()
	if err := rt.StartTrace(0); err != nil {
		t.Fatal(err)
	}
	mustRun(t, rt, body)
	tr, err := rt.StopTrace()
	if err != nil {
		t.Fatal(err)
	}
	return tr
}
