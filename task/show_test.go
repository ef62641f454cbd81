package task

import (
	"bytes"
	"context"
	"runtime/pprof"
	rttrace "runtime/trace"
	"strings"
	"sync"
	"testing"
)

// Tasks are regions of Go's execution trace while one is taken, whether they are queued, run in
// place, or in a cycle, and whether the runtime records them itself too or not.
func TestRegions(t *testing.T) {
	if rttrace.IsEnabled() {
		t.Skip("an execution trace is being taken already")
	}
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		for _, recorded := range []bool{false, true} {
			rt := New(Config{Workers: 2, Inline: inline, Regions: true})
			if recorded {
				rt.StartTrace(0)
			}
			var out bytes.Buffer
			if err := rttrace.Start(&out); err != nil {
				t.Fatal(err)
			}
			shown(t, rt)
			rttrace.Stop()
			for _, name := range []string{"queued or not", "in a cycle"} {
				if !strings.Contains(out.String(), name) {
					t.Errorf("inline %v, recorded %v: no region %q", inline, recorded, name)
				}
			}
			if recorded {
				tr, err := rt.StopTrace()
				if err != nil {
					t.Fatal(err)
				}
				checkTrace(t, tr)
				if l := labels(tr); l["queued or not"] != 200 || l["in a cycle"] != 100 {
					t.Errorf("tasks by label: %v", l)
				}
			}
			rt.Close()
		}
	}
}

// shown runs some tasks with labels, one of which panics.
func shown(t *testing.T, rt *Runtime) {
	var d Datum
	body := func(s *Scope) { s.Go(func() {}, d.InOut(), Label("in a cycle")) }
	err := rt.Run(background, func(s *Scope) {
		for range 100 {
			s.Go(func() {}, d.InOut(), Label("queued or not"))
			s.Try(func() error { return nil }, d.InOut(), Label("queued or not"))
		}
		s.Iterate(100, body)
	})
	if err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	rt.Run(background, func(s *Scope) { s.Go(func() { panic("x") }, Label("panics")) })
}

// A body sees its label among those of its goroutine, and the caller of Run its own
// afterwards.
func TestProfileLabels(t *testing.T) {
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		rt := New(Config{Workers: 2, Inline: inline, ProfileLabels: true})
		var mu sync.Mutex
		wrong := 0
		look := func() {
			if !strings.Contains(goroutineLabels(), `"task":"look"`) {
				mu.Lock()
				wrong++
				mu.Unlock()
			}
		}
		pprof.Do(background, pprof.Labels("caller", "test"), func(ctx context.Context) {
			err := rt.Run(ctx, func(s *Scope) {
				for range 10 {
					s.Go(look, Label("look"))
				}
				s.Iterate(10, func(s *Scope) { s.Go(look, Label("look")) })
			})
			if err != nil {
				t.Error(err)
			}
			if l := goroutineLabels(); strings.Contains(l, `"task"`) || !strings.Contains(l, `"caller":"test"`) {
				t.Errorf("after Run the caller has labels %s", l)
			}
		})
		shown(t, rt)
		if wrong > 0 {
			t.Errorf("inline %v: %d bodies without their label", inline, wrong)
		}
		rt.Close()
	}
}

// goroutineLabels returns the labels of the calling goroutine, as the goroutine profile prints
// them: its own stack is the one with this function in it.
func goroutineLabels() string {
	var out bytes.Buffer
	pprof.Lookup("goroutine").WriteTo(&out, 1)
	for part := range strings.SplitSeq(out.String(), "\n\n") {
		if strings.Contains(part, "goroutineLabels") {
			return part
		}
	}
	return ""
}
