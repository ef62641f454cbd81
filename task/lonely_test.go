package task

import "testing"

// Who runs body after body, while a task that a sleeper could take is in sight, wakes the sleeper
// when the bodies were worth two wake-ups: where each body makes one other ready, as along the rows
// of a stencil, next to nothing is pushed. With nothing in sight nobody is woken.
func TestLonely(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	hold := make(chan bool)
	err := rt.Run(background, func(s *Scope) {
		rt.wakeNs.Store(20_000)
		s.grain.Store(16_000)
		for range 100 {
			s.c.lonely(s)
		}
		if s.c.alone != 0 || rt.nidle.Load() != 1 {
			t.Errorf("with nothing in sight: %d ns counted, %d seats idle", s.c.alone, rt.nidle.Load())
		}
		x, me := s.begin(kindGo, 0, nil)
		x.fn = func() { <-hold }
		s.reveal()
		s.c.w.q.Push(x)
		for i := range 3 {
			if rt.nidle.Load() != 1 {
				t.Errorf("a worker was woken after %d bodies, which is too early", i)
			}
			s.c.lonely(s)
		}
		if rt.nidle.Load() != 0 || s.c.alone != 0 {
			t.Error("nobody was woken after three bodies of 16 us, where a wake-up takes 20")
		}
		hold <- true
		for { // the other, not this worker, runs it
			if _, _, ok := s.alive(me); !ok {
				break
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A scope whose like had much work for the queue wakes a worker for its first task; one whose like
// had little waits until there is enough.
func TestEager(t *testing.T) {
	for _, c := range []struct {
		work  int64
		eager bool
	}{{eagerWakes*20_000 - 1, false}, {eagerWakes * 20_000, true}} {
		rt := New(Config{Workers: 2})
		err := rt.Run(background, func(s *Scope) {
			rt.wakeNs.Store(20_000)
			code := codeOf(func() {})
			rt.sites.put(code, false, needLeast, 4000)
			rt.sites.work[rt.sites.index(code)].Store(c.work)
			if s.recall(code); s.c.alone >= 2*rt.wakeNs.Load() != c.eager {
				t.Errorf("%d ns of work, where a wake-up takes 20 us: %d ns in advance", c.work, s.c.alone)
			}
			x, _ := s.begin(kindGo, 0, nil)
			x.fn = func() {}
			rests := rt.Stats().Rests
			s.c.push(x)
			if woken := rt.nidle.Load() == 0 || rt.Stats().Rests > rests; woken != c.eager {
				t.Errorf("%d ns of work: woken %v, want %v", c.work, woken, c.eager)
			}
		})
		if err != nil {
			t.Error(err)
		}
		rt.Close()
	}
}

// What a scope had for the queue is remembered when it waits, for the next like it.
func TestWorkRemembered(t *testing.T) {
	judged(t, func(s *Scope) {
		s.mode.Store(0)
		s.grain.Store(5000)
		s.paused()
		if got, want := s.rt.sites.work[s.rt.sites.index(s.gauge.site)].Load(), int64(lookEvery*5000); got != want {
			t.Errorf("%d ns are remembered of %d tasks of 5 us", got, want)
		}
	})
}
