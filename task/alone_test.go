package task

import (
	"context"
	"errors"
	"testing"
)

// TestAlone: a scope is alone from the beginning of each life until somebody else may end one of
// its tasks.
func TestAlone(t *testing.T) {
	rt := New(Config{Workers: 2, Inline: InlineNever})
	defer rt.Close()
	var d Datum
	for name, submit := range map[string]func(*Scope){
		"GoScope":     func(s *Scope) { s.GoScope(func(*Scope) {}) },
		"Event":       func(s *Scope) { s.Event(func(*Event) {}) },
		"commutative": func(s *Scope) { s.Go(func() {}, d.Commutative()) },
		"Iterate":     func(s *Scope) { s.Iterate(2, func(s *Scope) { s.Go(func() {}) }) },
		"priority":    func(s *Scope) { s.Go(func() {}, Priority(1)) },
	} {
		mustRun(t, rt, func(s *Scope) {
			for range 2 {
				if !s.alone {
					t.Errorf("%s: a new life, and not alone", name)
				}
				submit(s)
				if s.alone {
					t.Errorf("%s: alone", name)
				}
				s.Wait()
			}
		})
	}
	mustRun(t, rt, func(s *Scope) {
		s.GoScope(func(in *Scope) {
			if !in.alone {
				t.Error("a GoScope task's subtasks are not alone")
			}
		})
	})
}

// TestCancelInPlace: no task starts after a cancel that has returned, also where tasks run in
// place.
func TestCancelInPlace(t *testing.T) {
	for _, workers := range []int{1, 2} {
		rt := New(Config{Workers: workers})
		var d Datum
		for range 20 {
			ctx, cancel := context.WithCancel(context.Background())
			last := 0
			err := rt.Run(ctx, func(s *Scope) {
				for i := range 5000 {
					s.Go(func() {
						if last = i; i == 4000 {
							cancel()
						}
					}, d.InOut())
				}
			})
			var cancelled *CancelledError
			if !errors.As(err, &cancelled) || last != 4000 || cancelled.Unstarted != 999 {
				t.Errorf("%d workers: task %d ran last, error %v", workers, last, err)
			}
			cancel()
		}
		rt.Close()
	}
}
