package task

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"heddle/internal/deque"
)

// A worker is a seat: the right to run bodies, with the queue that goes with it. There
// are Config.Workers of them, so never more bodies at once than that. Whatever is plain
// belongs to the carrier that holds the seat; it passes from one holder to the next
// through rt.mu.
type worker struct {
	_   [line]byte
	rt  *Runtime
	id  int
	cpu int // processor to tie the holder to, plus 1; 0: none
	// g is the goroutine of the holder, 0 without one: how a nested Run finds out
	// where it is. Written by the holder, erased by who takes the seat.
	g atomic.Uintptr
	c *carrier // the holder, guarded by rt.mu; the holder may read it

	scopes []*Scope // pool
	rng    rand.PCG
	_      [line]byte
	mine   stash             // ready tasks that nobody sees
	q      deque.Deque[slot] // ready tasks that others may take
	count  counters
}

// counters are for Stats. Only events that cost microseconds anyway are counted.
type counters struct {
	steals, stolen, rests atomic.Uint64
}

// acquire blocks until c, which had a seat before, holds one again.
func (rt *Runtime) acquire(c *carrier) {
	rt.mu.Lock()
	rt.acquireLocked(c)
	c.seated()
}

// acquireLocked blocks until c holds a seat. rt.mu is held and gets unlocked.
func (rt *Runtime) acquireLocked(c *carrier) {
	if w := rt.takeIdle(c); w != nil {
		rt.grant(c, w)
		rt.mu.Unlock()
		return
	}
	rt.claim(c)
	rt.mu.Unlock()
	c.sleep.Park()
}

// grant gives seat w to c. rt.mu is held; c is told by other means.
func (rt *Runtime) grant(c *carrier, w *worker) { c.w, w.c = w, c }

// claim queues c for the next seat that is given up. rt.mu is held.
func (rt *Runtime) claim(c *carrier) {
	rt.claims = append(rt.claims, c)
	rt.nclaims.Store(int32(len(rt.claims)))
}

// takeIdle takes a seat that nobody holds; nil if there is none. rt.mu is held. Among several it
// prefers the one for whose processor c is tied already; for nil, which is to be one of those
// that rest, one that such a carrier is tied for; for a guest, one that none of them is. A thread
// that is tied to another processor than its seat's wakes up there first, and if that is the
// caller's, which has just begun to compute, it does not run before the system takes turns: that
// took 3 to 14 ms at the start of every other team.
func (rt *Runtime) takeIdle(c *carrier) *worker {
	n := len(rt.idle)
	if n == 0 {
		return nil
	}
	k := n - 1
	if rt.idle[k].cpu != 0 && n > 1 {
		for i, w := range rt.idle {
			if rt.suits(c, w) {
				k = i
			}
		}
	}
	w := rt.idle[k]
	rt.idle[k] = rt.idle[n-1]
	rt.idle = rt.idle[:n-1]
	rt.nidle.Store(int32(n - 1))
	return w
}

// suits tells whether w is a seat that c should have, see takeIdle.
func (rt *Runtime) suits(c *carrier, w *worker) bool {
	if c != nil && c.pinned != 0 {
		return c.pinned == w.cpu
	}
	tied := slices.ContainsFunc(rt.resting, func(r *carrier) bool { return r.pinned == w.cpu })
	return tied == (c == nil)
}

// release gives c's seat up.
func (rt *Runtime) release(c *carrier) {
	c.exposeAll()
	rt.mu.Lock()
	heir := rt.vacate(c)
	rt.mu.Unlock()
	rt.handOver(heir)
}

// vacate takes c's seat from it and gives it to the first claimant, which it returns, or
// makes it idle. rt.mu is held. The stash is empty.
func (rt *Runtime) vacate(c *carrier) (heir *carrier) {
	w := c.w
	w.g.Store(0)
	c.w, w.c = nil, nil
	if len(rt.claims) > 0 {
		heir = rt.claims[0]
		n := copy(rt.claims, rt.claims[1:])
		rt.claims[n] = nil
		rt.claims = rt.claims[:n]
		rt.nclaims.Store(int32(n))
		rt.grant(heir, w)
		return heir
	}
	rt.idle = append(rt.idle, w)
	rt.nidle.Store(int32(len(rt.idle))) // before the look at the queues in handOver
	return nil
}

// handOver wakes the heir of a seat. Without one the seat has become idle: whoever made
// tasks visible before may not have seen it idle, so look once more. (He stores the task
// and then loads nidle; we store nidle and then look for tasks. One sees the other.)
func (rt *Runtime) handOver(heir *carrier) {
	if heir != nil {
		heir.sleep.Unpark()
	} else if rt.visible() {
		rt.wake()
	}
}

// rest ends a search: c gives its seat up and sleeps until it gets one with work in
// sight. It returns false if c is to end.
func (c *carrier) rest() bool {
	rt := c.rt
	c.w.count.rests.Add(1)
	c.exposeAll()
	c.settleSearch()
	rt.mu.Lock()
	heir := rt.vacate(c)
	stay := !rt.closed && len(rt.resting) < len(rt.ws)
	if stay {
		rt.resting = append(rt.resting, c)
	}
	rt.mu.Unlock()
	rt.handOver(heir)
	if !stay {
		return false
	}
	c.sleep.Park()
	if c.w == nil {
		return false // dismissed by Close
	}
	c.seated()
	return true
}

// wake gives an idle seat to a carrier of ours, if there is one, so that it looks for
// work. The carrier counts as searching from now on: nobody else needs to wake another.
func (rt *Runtime) wake() {
	rt.mu.Lock()
	w := rt.takeIdle(nil)
	if w == nil {
		rt.mu.Unlock()
		return
	}
	var c *carrier
	if n := len(rt.resting); n > 0 {
		k := n - 1
		for i, r := range rt.resting {
			if w.cpu != 0 && r.pinned == w.cpu {
				k = i
			}
		}
		c = rt.resting[k]
		rt.resting[k] = rt.resting[n-1]
		rt.resting[n-1] = nil
		rt.resting = rt.resting[:n-1]
	}
	fresh := c == nil
	if fresh {
		c = &carrier{rt: rt}
		rt.carriers.Add(1)
	}
	rt.grant(c, w)
	c.searching = true
	rt.searching.Add(1)
	rt.mu.Unlock()
	if fresh {
		go c.loop()
		return
	}
	t := clock()
	c.sleep.Unpark()
	old := rt.wakeNs.Load()
	rt.wakeNs.Store(old + (min(clock()-t, wakeMost)-old)/4)
}

// wakeMost caps what a single wake-up is taken to cost: beyond, somebody else had the
// processor.
const wakeMost = 60_000

// fired is called when what c waits for has happened: c gets a seat, now or later,
// unless it has not given its own up yet.
func (rt *Runtime) fired(c *carrier, s *Scope) {
	rt.mu.Lock()
	s.watch.done = true
	if !c.parked {
		rt.mu.Unlock()
		return
	}
	c.parked = false
	w := rt.takeIdle(c)
	if w == nil {
		rt.claim(c)
		rt.mu.Unlock()
		return
	}
	rt.grant(c, w)
	rt.mu.Unlock()
	c.sleep.Unpark()
}

// sleepUntilFired gives c's seat up until the watch of s has fired.
func (c *carrier) sleepUntilFired(s *Scope) {
	rt := c.rt
	c.w.count.rests.Add(1)
	c.pause()
	defer c.unpause()
	c.exposeAll()
	c.settleSearch()
	rt.mu.Lock()
	if s.watch.done {
		rt.mu.Unlock()
		return
	}
	c.suspend()
	c.parked = true
	heir := rt.vacate(c)
	rt.mu.Unlock()
	rt.handOver(heir)
	c.sleep.Park()
	c.seated()
	c.resume()
}
