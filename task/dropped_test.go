package task

import (
	"errors"
	"testing"
)

// TestDroppedWeak: a task with a weak access that a stopped scope drops is still not done
// before what the access follows.
func TestDroppedWeak(t *testing.T) {
	rt := New(Config{Workers: 1, Inline: InlineNever})
	defer rt.Close()
	x := 0
	err := rt.Run(background, func(s *Scope) {
		var d, e Datum
		started, finish := make(chan bool), make(chan bool)
		s.Event(func(ev *Event) {
			ev.Add(1)
			go func() {
				<-finish
				x = 1
				ev.Done()
			}()
			close(started)
		}, d.Out())
		Blocking(func() { <-started })
		s.Try(func() error { return errMishap }, e.Out())
		s.GoScope(func(*Scope) { t.Error("a task was started in a stopped scope") }, d.WeakInOut(), e.In())
		s.WaitOn(&e) // the one worker has drops the successor on the way
		if _, _, ok := s.alive(d.w); !ok {
			t.Error("a dropped task is done before the event that it follows")
		}
		close(finish)
		s.WaitOn(&d)
		if x != 1 {
			t.Error("WaitOn returned before the event was signalled")
		}
	})
	if !errors.Is(err, errMishap) {
		t.Error(err)
	}
}

// TestWeakUnderLock: a task that holds a commutative datum does not wait, with it in its
// hands, for another that needs it.
func TestWeakUnderLock(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		n := 0
		mustRun(t, rt, func(s *Scope) {
			var d, e, f Datum
			finish := make(chan bool)
			s.Event(func(ev *Event) {
				ev.Add(1)
				go func() {
					<-finish
					ev.Done()
				}()
			}, f.Out())
			s.Go(func() { n++ }, d.Commutative(), e.InOut(), f.In())
			s.GoScope(func(s *Scope) {
				s.Go(func() { n++ }, e.InOut())
			}, d.Commutative(), e.WeakInOut())
			var g Datum
			s.Go(func() {}, g.Out())
			s.WaitOn(&g)
			close(finish)
		})
		if n != 2 {
			t.Errorf("%d of 2 tasks ran", n)
		}
	})
}
