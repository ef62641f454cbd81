package task

import "sync/atomic"

// Malleable calls f here and, as long as that call lasts, on every worker that has no work: what
// has been begun by one goroutine is helped by those that fall idle, and nobody is reserved.
// It returns when all calls have returned. The helpers are Workers()-1 at most at a time; they
// come late, or never, so f must do everything also where it is called once, and calls must not
// wait for each other to come.
//
// A call of f returns when it finds nothing more to do. A helper should also return, at the next
// place that suits it, when [Helper.Leave] says that its worker is wanted; f is called on that
// worker, or another, again when it has no work. So members may join and leave at any number of
// places, for instance between the panels of a matrix product.
//
// A panic in any call is thrown here as a *[PanicError] when all have returned, that of the caller
// first; whoever waits for a helper that may have panicked should watch for that himself.
// A caller that is no task becomes one of the workers meanwhile, as in [Runtime.Run], and waits
// for its turn if all are busy. It panics with [ErrClosed] after Close. Cost: about 1 us without
// helpers, and the 7 us of a wake-up for each worker that sleeps.
func (rt *Runtime) Malleable(f func(*Helper)) {
	c, out := rt.seat()
	if out {
		defer rt.leave(c)
	}
	c.tie()
	m := &malleable{rt: rt, f: f}
	if n := rt.Workers() - 1; n > 0 {
		m.inv = &invitation{helper: m, within: c.cur, places: n, standing: true}
		rt.announce(m.inv, n)
	}
	defer m.panic.rethrow()
	defer m.join.wait(rt)
	defer m.end()
	m.run(&Helper{c: c, caller: true})
}

// A Helper is one call of the function that [Runtime.Malleable] runs, and may be used by that call
// only.
type Helper struct {
	c       *carrier
	caller  bool
	leaving bool // it was told to leave
}

// Caller reports whether this is the call that Malleable makes itself. It never has to leave.
func (h *Helper) Caller() bool { return h.caller }

// Leave reports whether the worker is wanted elsewhere, for a task that is ready or by a goroutine
// that waits for its turn: then the call should soon return. Cost: a few ns and a look at each
// worker's queue.
func (h *Helper) Leave() bool {
	h.c.breathe()
	if h.caller {
		return false
	}
	rt := h.c.rt
	h.leaving = h.leaving || rt.nclaims.Load() > 0 || rt.tasksInSight()
	return h.leaving
}

// malleable is what the calls share.
type malleable struct {
	rt    *Runtime
	f     func(*Helper)
	inv   *invitation // nil with one worker
	join  join        // of the helpers
	panic firstPanic
	// over is set by the caller before it waits for the helpers, and loaded by a helper after it
	// has entered the join: one of the two sees the other, so nobody calls f when the caller has
	// returned.
	over atomic.Bool
}

// help takes part as a worker, and keeps the place open if it leaves before the end.
func (m *malleable) help(int) {
	m.join.active.Add(1)
	defer m.join.leave()
	if m.over.Load() {
		return
	}
	h := &Helper{c: m.rt.current()}
	m.run(h)
	if h.leaving {
		m.rt.reopen(m.inv)
	}
}

// run is one call of f. A Goexit goes on; in a helper it counts as a panic.
func (m *malleable) run(h *Helper) {
	done := false
	defer func() {
		if done {
			return
		}
		v := recover()
		if v == nil && !h.caller {
			v = ErrGoexit
		}
		if v == nil {
			return
		}
		place := uint64(1)
		if h.caller {
			place = 0
		}
		m.panic.add(place, asPanicError(v))
	}()
	m.f(h)
	done = true
}

// end closes the door: who is inside finishes.
func (m *malleable) end() {
	m.over.Store(true)
	m.rt.mu.Lock()
	m.rt.closeInvitation(m.inv)
	m.rt.mu.Unlock()
}
