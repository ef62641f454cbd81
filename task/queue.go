package task

import "heddle/internal/park"

const stealMost = 64 // tasks that one steal takes at most

// push queues a ready task. Long tasks become visible to thieves at once, as do all but the
// shortest where the queue was found to pay, which a trial does in the same way; short ones stay
// in the stash until somebody is hungry and there are enough of them to be worth a steal.
func (c *carrier) push(t *slot) {
	rt, w := c.rt, c.w
	if t.flag&flagPrio != 0 || w == nil || rt.cfg.Queue == Central {
		t.sc.reveal()
		rt.pool.put(t)
		rt.wakeFor(mostNs)
		return
	}
	grain := t.sc.grain.Load()
	trial := t.sc.mode.Load()&modeTrial != 0
	unknown := t.flag&flagTimed != 0
	if grain >= heavyNs || unknown || grain >= lightNs && (trial || rt.cfg.Inline == InlineAdaptive) {
		w.exposeAll()
		t.sc.reveal()
		crowded := trial && w.q.Len() > 0
		if crowded && !t.sc.tally.crowded.Load() {
			t.sc.tally.crowded.Store(true)
		}
		w.q.Push(t) // from here on t is anybody's
		if rt.nidle.Load() > 0 {
			work := int64(grain) * int64(w.q.Len())
			if unknown || crowded || c.alone >= 2*rt.wakeNs.Load() {
				c.alone = 0
				work = mostNs // find out what it is worth, or see lonely and recall
			}
			rt.wakeFor(work)
		}
		return
	}
	w.mine.put(t)
	if grain >= lightNs && rt.hungry() {
		c.share(grain, trial)
	}
}

// lonely is called after a body of s, while a worker sleeps. If tasks were in sight all the
// while, the sleeper could have run one of them: where few are ready at a time, it is woken once
// that has happened for as long as two wake-ups take.
func (c *carrier) lonely(s *Scope) {
	if c.w.q.Len() == 0 {
		return
	}
	if c.alone += int64(s.grain.Load()); c.alone >= 2*c.rt.wakeNs.Load() {
		c.alone = 0
		c.rt.wakeFor(mostNs)
	}
}

// share exposes the oldest tasks of the stash if they are worth a steal.
func (c *carrier) share(grain int32, trial bool) {
	w := c.w
	n := w.mine.len()
	if !trial && c.rt.searching.Load() == 0 && int64(n)*int64(grain) < 2*c.rt.wakeNs.Load() {
		return // all who are hungry sleep, and it is not worth waking one
	}
	if grain < heavyNs {
		b := batch(grain)
		if n < b/2 || w.q.Len() > 0 {
			return
		}
		n = min(b, (n+1)/2)
	}
	if n == 0 {
		return
	}
	w.expose(n)
	c.rt.wakeFor(mostNs)
}

// expose makes the n oldest tasks of the stash visible.
func (w *worker) expose(n int) {
	for range n {
		t := w.mine.oldest()
		t.sc.reveal()
		w.q.Add(t)
	}
	w.q.Expose(n)
}

func (w *worker) exposeAll() {
	if n := w.mine.len(); n > 0 {
		w.expose(n)
	}
}

// batch is how many tasks make a worthwhile steal.
func batch(grain int32) int { return int(max(1, min(stealMost, stealNs/(grain+1)))) }

// hungry tells whether a seat is idle or its holder looks for work.
func (rt *Runtime) hungry() bool { return rt.nidle.Load() > 0 || rt.searching.Load() > 0 }

// wakeFor is called by who has made tasks visible, of so many ns of work. It wakes a
// worker if that takes less. If somebody is searching, he will find them, or look again
// after he has given up. If nobody is woken, the caller, who has a seat, comes to them
// himself, or makes them known when he gives it up.
func (rt *Runtime) wakeFor(work int64) {
	if rt.nidle.Load() > 0 && rt.searching.Load() == 0 && work >= rt.wakeNs.Load()/2 {
		rt.wake()
	}
}

// visible tells whether a searcher would find a task or an invitation.
func (rt *Runtime) visible() bool { return rt.ninvited.Load() > 0 || rt.tasksInSight() }

// tasksInSight tells whether a searcher would find a task.
func (rt *Runtime) tasksInSight() bool {
	if rt.pool.n.Load() > 0 {
		return true
	}
	for _, w := range rt.ws {
		if w.q.Len() > 0 {
			return true
		}
	}
	return false
}

// find returns a ready task, own or stolen, or nil. With an s it takes only tasks of s
// and of its descendants: a waiting body must not run others on its stack, since they
// might wait for what the body does after it.
func (c *carrier) find(s *Scope) *slot {
	t := c.take(s)
	if t == nil {
		t = c.steal(s)
	}
	if t == nil {
		c.tracer.now = 0
		if !c.searching {
			c.searching = true
			c.rt.searching.Add(1)
		}
		return nil
	}
	if c.searching {
		c.settleSearch()
	}
	return t
}

// settleSearch ends a search. The last searcher wakes another if there is more to do:
// those who made tasks visible meanwhile have relied on it.
func (c *carrier) settleSearch() {
	if !c.searching {
		return
	}
	c.searching = false
	if c.rt.searching.Add(-1) == 0 && c.rt.nidle.Load() > 0 && c.rt.visible() {
		c.rt.wake()
	}
}

// take returns a task of the pool, if one has priority, or the youngest of c's own queue,
// or one of the pool.
func (c *carrier) take(s *Scope) *slot {
	rt := c.rt
	if rt.pool.urgent.Load() > 0 {
		if t := rt.pool.get(s); t != nil {
			return t
		}
	}
	w := c.w
	t := w.mine.newest()
	if t == nil {
		t = w.q.Pop()
	}
	if t != nil {
		if s == nil || s.mayRun(t) {
			return t
		}
		c.putBack(t)
		return nil
	}
	if rt.pool.n.Load() > 0 {
		return rt.pool.get(s)
	}
	return nil
}

// steal takes a batch from another worker: one to run, the others to c's own queue.
func (c *carrier) steal(s *Scope) *slot {
	rt, w := c.rt, c.w
	n := len(rt.ws)
	if n == 1 {
		return nil
	}
	i := int(w.rng.Uint64() % uint64(n))
	for range n {
		if i++; i >= n {
			i = 0
		}
		v := rt.ws[i]
		if v == w || v.q.Len() == 0 {
			continue
		}
		t := v.q.Steal()
		if t == nil {
			continue
		}
		w.count.steals.Add(1)
		got := 0
		if t.flag&flagTimed == 0 { // else it may be long, and so may those behind it
			got = v.q.StealBatch(c.buf[:batch(t.sc.grain.Load())-1])
		}
		w.count.stolen.Add(uint64(got + 1))
		for _, x := range c.buf[:got] {
			w.mine.put(x)
		}
		clear(c.buf[:got])
		if s == nil || s.mayRun(t) {
			return t
		}
		c.putBack(t)
		return nil
	}
	return nil
}

// putBack returns a task that the carrier must not run while its body waits: to where
// others can take it.
func (c *carrier) putBack(t *slot) {
	c.w.exposeAll()
	t.sc.reveal()
	c.w.q.Push(t)
	c.rt.wakeFor(mostNs)
}

// help runs one task of s, or of its descendants, and those that it makes ready.
func (s *Scope) help() bool {
	c := s.c
	t := c.find(s)
	if t == nil {
		return false
	}
	if grain := s.grain.Load(); grain >= lightNs && c.w.mine.len() > 0 && c.rt.hungry() {
		c.share(grain, false)
	}
	c.run(t)
	return true
}

// helpOwn runs one task of c's own queue if it may.
func (s *Scope) helpOwn() bool {
	s.making = true
	s.c.tracer.now = 0
	t := s.c.take(s)
	s.making = false
	if t == nil {
		return false
	}
	s.c.run(t)
	return true
}

// helpOldest runs some of the oldest ready tasks, which hold a full ring back.
func (s *Scope) helpOldest() bool {
	s.making = true
	s.c.tracer.now = 0
	helped := s.runOldest(16)
	s.c.tracer.cut()
	helped = helped || s.help()
	s.making = false
	return helped
}

func (s *Scope) runOldest(n int) bool {
	c := s.c
	for i := range n {
		w := c.w
		t := w.mine.oldest()
		if t == nil {
			t = w.q.Steal()
		}
		if t == nil {
			return i > 0
		}
		if !s.mayRun(t) {
			c.putBack(t)
			return i > 0
		}
		c.settleSearch()
		c.runOn(t)
	}
	return true
}

// mayRun tells whether the submitter of s may run t on its stack while it waits.
func (s *Scope) mayRun(t *slot) bool {
	return t.sc.within(s) && (t.flag&flagDeferred == 0 || !s.making || t.sc != s)
}

// A spinner limits a search by time.
type spinner struct {
	limit, until int64 // how long, and until when
}

// patience is how long a worker without work looks around for tasks of s before it
// sleeps: two tasks long, for then a running one is likely to end and make others ready,
// and so long that who woke it is back and has had time to find it more. Tiled Cholesky
// with tasks of 20 to 110 us gains 5 % by the former at n = 1024; without the latter, the
// two sides may take turns in being awake, at 30 us a task.
func (s *Scope) patience() int64 {
	return min(max(spinLeast, 2*int64(s.grain.Load()), 3*s.rt.wakeNs.Load()), spinMost)
}

// again waits a moment; it returns false when the time for spinning is over.
func (p *spinner) again() bool {
	now := clock()
	if p.until == 0 {
		p.until = now + p.limit
	}
	for range 4 {
		park.Relax()
	}
	return now < p.until
}
