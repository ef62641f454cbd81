package task

import "slices"

// A helper is work that several workers may take part in: a shared loop, a team, or
// what Malleable runs.
type helper interface {
	// help takes part as worker number id, or returns at once if there is nothing left.
	help(id int)
}

// An invitation asks workers without work to help. It lies in rt.invitations until its
// places are taken or it is withdrawn.
type invitation struct {
	helper
	within *Scope // whose task invites: what helpers submit is nested there
	places int    // guarded by rt.mu
	// standing invitations are to long work that gets done without help, too: they come after
	// all others, and are open again when somebody has left. closed, guarded by rt.mu: it is over.
	standing, closed bool
}

// invite asks up to n workers to help as soon as they have no work, and wakes as many of
// those that sleep. c invites, or somebody without a seat if it is nil.
func (rt *Runtime) invite(c *carrier, n int, h helper) *invitation {
	if n = min(n, len(rt.ws)-1); n <= 0 {
		return nil
	}
	inv := &invitation{helper: h, places: n}
	if c != nil {
		inv.within = c.cur
	}
	rt.announce(inv, n)
	return inv
}

// announce makes an invitation known, and wakes up to n of the workers that sleep.
func (rt *Runtime) announce(inv *invitation, n int) {
	rt.mu.Lock()
	rt.invitations = append(rt.invitations, inv)
	rt.ninvited.Store(int32(len(rt.invitations))) // before the wake-ups: publishes to searchers
	rt.mu.Unlock()
	for range min(n-int(rt.searching.Load()), int(rt.nidle.Load())) {
		rt.wake()
	}
}

// reopen gives back the place of one who leaves before the end.
func (rt *Runtime) reopen(inv *invitation) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if inv.closed {
		return
	}
	if inv.places++; inv.places == 1 { // it had been dropped
		rt.invitations = append(rt.invitations, inv)
		rt.ninvited.Store(int32(len(rt.invitations)))
	}
}

// closeInvitation takes an invitation back for good; it may be nil. rt.mu is held.
func (rt *Runtime) closeInvitation(inv *invitation) {
	if inv == nil {
		return
	}
	inv.closed = true
	if i := slices.Index(rt.invitations, inv); i >= 0 {
		rt.dropInvitation(i)
	}
}

// nextInvitation returns the index of the oldest invitation, a standing one only where there is no
// other. rt.mu is held, and there is one.
func (rt *Runtime) nextInvitation() int {
	return max(0, slices.IndexFunc(rt.invitations, func(inv *invitation) bool { return !inv.standing }))
}

// free returns how many workers have no work, or are about to look for some.
func (rt *Runtime) free() int { return int(rt.searching.Load() + rt.nidle.Load()) }

// withdraw takes an invitation back; it may be nil, or have been taken by all.
func (rt *Runtime) withdraw(inv *invitation) {
	if inv == nil {
		return
	}
	rt.mu.Lock()
	rt.closeInvitation(inv)
	rt.mu.Unlock()
}

// dropInvitation removes invitation i. rt.mu is held.
func (rt *Runtime) dropInvitation(i int) {
	rt.invitations = slices.Delete(rt.invitations, i, i+1)
	rt.ninvited.Store(int32(len(rt.invitations)))
}

// helpSpinNs is for how long a worker looks around after it has helped: programs of loops
// come back after a short serial part, and would pay for a wake-up each time.
const helpSpinNs = 100_000

// accept takes part in the oldest invitation, and reports whether there was one. The
// carrier has no body of its own on its stack: what it helps may take long.
func (c *carrier) accept() bool {
	rt := c.rt
	rt.mu.Lock()
	if len(rt.invitations) == 0 {
		rt.mu.Unlock()
		return false
	}
	i := rt.nextInvitation()
	inv := rt.invitations[i]
	if inv.places--; inv.places == 0 {
		rt.dropInvitation(i)
	}
	rt.mu.Unlock()
	c.settleSearch()
	c.cur = inv.within
	inv.help(c.w.id)
	c.cur = nil
	return true
}

// seat returns the carrier that the calling goroutine is. If it is none, it becomes one
// and waits for a seat if need be, and out says that it must leave. It panics with ErrClosed
// if the runtime is closed. The caller is tied to its processor only if it shares its loop:
// most are over before.
func (rt *Runtime) seat() (c *carrier, out bool) {
	if c = rt.current(); c != nil {
		return c, false
	}
	c, err := rt.enter()
	if err != nil {
		panic(err)
	}
	return c, true
}

// attend is seat for a caller that can do without one: it does not wait, and c may be nil.
// The caller must call leave at the end.
func (rt *Runtime) attend() (c *carrier, leave func()) {
	if c = rt.current(); c != nil {
		return c, func() {}
	}
	outer := stepOutElsewhere()
	rt.mu.Lock()
	if rt.closed && rt.runs == 0 {
		rt.mu.Unlock()
		outer.stepBack()
		panic(ErrClosed)
	}
	rt.runs++
	if len(rt.idle) == 0 {
		rt.mu.Unlock()
		back := visit(rt.cfg.CPUs...)
		return nil, func() { back(); rt.unattend(); outer.stepBack() }
	}
	c = rt.guests.Get().(*carrier)
	c.outer = outer
	rt.acquireLocked(c)
	c.start()
	c.tie()
	return c, func() { rt.leave(c) }
}

func (rt *Runtime) unattend() {
	rt.mu.Lock()
	rt.runs--
	if rt.closed {
		rt.ended.Broadcast()
	}
	rt.mu.Unlock()
}

// unseated calls f, which may block, without the seat that the calling goroutine may hold.
func (rt *Runtime) unseated(f func()) {
	if c := rt.current(); c != nil {
		c.block(f)
	} else {
		f()
	}
}
