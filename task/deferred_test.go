package task

import "testing"

// TestDeferredSuccessor: a submitter that makes room does not run a Deferred task, not even
// as the successor of one that it helps with.
func TestDeferredSuccessor(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		n := 0
		all := make(chan bool)
		mustRun(t, rt, func(s *Scope) {
			var d Datum
			s.Go(func() {}, d.Out())
			s.Go(func() { Blocking(func() { <-all }) }, d.Out(), Deferred())
			for range 3000 {
				s.Go(func() { n++ }, d.InOut())
			}
			close(all)
		})
		if n != 3000 {
			t.Errorf("%d of 3000 tasks ran", n)
		}
	})
}

// TestDeferredInWaitOn: nor does one that waits for something else.
func TestDeferredInWaitOn(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		n := 0
		later := make(chan bool)
		mustRun(t, rt, func(s *Scope) {
			var d, e Datum
			s.Go(func() {}, e.Out())
			s.Go(func() { n++ }, d.Out())
			s.Go(func() { Blocking(func() { <-later }) }, d.Out(), Deferred())
			s.Go(func() { Blocking(func() { <-later }) }, Deferred())
			s.WaitOn(&e)
			close(later)
			s.WaitOn(&d)
			if n++; n != 2 {
				t.Errorf("n = %d", n)
			}
		})
	})
}
