package task

import "testing"

// judged runs f in the body of a scope of two workers that is past its first tasks.
func judged(t *testing.T, f func(s *Scope)) {
	t.Helper()
	rt := New(Config{Workers: 2})
	defer rt.Close()
	if err := rt.Run(background, func(s *Scope) {
		s.seq = lookEvery
		s.gauge.site = codeOf(func() {})
		f(s)
	}); err != nil {
		t.Error(err)
	}
}

// A queue that has paid before is not given up since the first 16 bodies of its next trial are
// those of one worker: where the ring is full, they are. A first trial is.
func TestTrialOfWhatPaid(t *testing.T) {
	judged(t, func(s *Scope) {
		now := clock()
		s.gauge.again = now
		s.try(now, 1000)
		if s.trial(now+16_000, 16, 16_000, false); s.gauge.began == 0 {
			t.Error("the trial of a queue that has paid ended after 16 bodies of one worker")
		}
		s.gauge.began, s.gauge.again = 0, 0
		s.try(now, 1000)
		if s.trial(now+16_000, 16, 16_000, false); s.gauge.began != 0 || s.mode.Load()&modeInline == 0 {
			t.Error("a first trial went on after 16 bodies of one worker")
		}
		if want := int64(4 * needLeast); s.gauge.need != want {
			t.Errorf("then the next trial needs %d ns of evidence, want %d", s.gauge.need, want)
		}
	})
}

// A scope that remembers long tasks tries the queue anew when its own are short, and only then.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		length int64
		tries  bool
	}{{16_000, false}, {5_000, false}, {1_000, true}, {0, true}} {
		judged(t, func(s *Scope) {
			g := &s.gauge
			g.mean, g.unsure, g.again = 16_000, true, never
			now := clock()
			if s.probe(now, probeLeast-1, 0) || !g.unsure || g.probes != probeMost {
				t.Error("a probe ended before enough tasks had been measured")
			}
			if got := s.probe(now, probeLeast, probeLeast*c.length); got != c.tries || g.unsure {
				t.Errorf("tasks of %d ns where 16 us were known: tries %v, want %v", c.length, got, c.tries)
			}
			if s.mode.Load()&modeTrial != 0 != c.tries {
				t.Errorf("tasks of %d ns: wrong mode %b", c.length, s.mode.Load())
			}
		})
	}
}

// Evidence against the queue is of tasks of the length that was tried.
func TestLongerTasks(t *testing.T) {
	judged(t, func(s *Scope) {
		g := &s.gauge
		g.mean, g.need, g.burst = 400, needMost, lookEvery
		now := clock()
		look := func(length int64) {
			g.last, now = now, now+lookEvery*length
			s.lookAt(now)
		}
		long := func() { look(1500) }
		long()
		long()
		look(500)
		long()
		if long(); g.need != needMost {
			t.Error("some longer tasks among others were enough for a trial")
		}
		if long(); g.need != needLeast || s.mode.Load()&modeTrial == 0 {
			t.Errorf("tasks four times as long did not begin a trial: need %d", g.need)
		}
	})
}

// A scope that was large before tries the queue with few slots in use.
func TestShrink(t *testing.T) {
	judged(t, func(s *Scope) {
		for s.lim < s.window {
			s.extend()
		}
		s.pos, s.mark, s.peak, s.round = 0, 0, 0, false // as free leaves it
		if s.try(clock(), 1000); s.lim != s.cached() || s.peak != 0 || s.round {
			t.Errorf("a trial uses %d slots, want %d, peak %d", s.lim, s.cached(), s.peak)
		}
	})
}
