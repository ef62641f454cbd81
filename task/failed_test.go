package task

import (
	"errors"
	"testing"
)

// TestFailureHoldsSuccessors: what a failed task was to be followed by does not run, also if
// the failure is that of a subtask in a cycle, and another worker looks for nodes meanwhile.
func TestFailureHoldsSuccessors(t *testing.T) {
	boom := errors.New("boom")
	rt := New(Config{Workers: 4, Inline: InlineNever})
	defer rt.Close()
	for range 3000 {
		var d Datum
		ran := false
		body := func(s *Scope) {
			s.GoScope(func(s *Scope) {
				s.Try(func() error { return boom })
				s.Go(func() {})
			}, d.InOut())
			s.Go(func() { ran = true }, d.In())
		}
		if err := Record(body).Run(background, rt); err != boom || ran {
			t.Fatalf("error %v, want %v; successor ran: %v", err, boom, ran)
		}
	}
}

// TestFailureWhileWaitingInPlace: a task that is about to run in place first helps with what
// it waits for; if that fails, it does not run.
func TestFailureWhileWaitingInPlace(t *testing.T) {
	boom := errors.New("boom")
	rt := New(Config{Workers: 1})
	defer rt.Close()
	ran := 0
	body := func() error { ran++; return nil }
	for range 300 {
		var d Datum
		ran = 0
		err := rt.Run(background, func(s *Scope) {
			for range 200 { // of this body so many that it runs in place
				s.Try(body, d.InOut())
			}
			s.Try(func() error { return boom }, d.Commutative())
			s.Try(body, d.InOut())
		})
		if err != boom || ran != 200 {
			t.Fatalf("error %v, want %v; %d ran, want 200", err, boom, ran)
		}
	}
}
