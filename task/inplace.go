package task

import "sync/atomic"

// knows tells whether code was found short enough to run in place.
func (s *Scope) knows(code uintptr) bool { return *s.gauge.place(code) == code }

// quiet tells whether tasks run in place, as far as some loads tell.
func (s *Scope) quiet() bool {
	return s.mode.Load()&^modePoll == modeInline && s.undisturbed()
}

// undisturbed tells whether neither the context nor a scope around s can have stopped it.
func (s *Scope) undisturbed() bool {
	return atomic.LoadUint32(s.gone) == 0 && s.root.halted.Load() == s.seen.Load()
}

// polled tells whether tasks run in place, where that is not seen at a glance.
func (s *Scope) polled() bool {
	return s.mode.Load()&^modePoll == modeInline && !s.poll()
}

// calm tells whether a task with these clauses has nothing to wait for, as far as can be seen at
// a glance: a task in place leaves such data as they are.
func (s *Scope) calm(cl []Clause) bool {
	for i := range cl {
		if c := &cl[i]; c.kind.plain() {
			if !c.datum().calm(s) {
				return false
			}
		} else if !c.kind.idle() {
			return false
		}
	}
	return true
}

// settles tells whether a task with these clauses may run at once, or can be made to by waiting a
// little. What it waited for may have stopped the scope.
func (s *Scope) settles(cl []Clause) bool {
	return (s.settle(cl) || s.drain(cl)) && !s.stopped()
}

// inPlace tells whether a ready task with this code should run in the call that submits it,
// without further ado: not if it is to be recorded or shown.
func (s *Scope) inPlace(code uintptr) bool {
	return s.mode.Load()&modeTraced == 0 && s.wantsInPlace(code)
}

func (s *Scope) wantsInPlace(code uintptr) bool {
	if m := s.mode.Load(); m != modeInline {
		if m&modeInline == 0 || s.stopped() {
			return s.gauge.site == 0 && s.recall(code)
		}
	}
	return s.knows(code) || s.short(code)
}

// short tells whether code is known and short enough to run in place.
func (s *Scope) short(code uintptr) bool {
	if s.gauge.site == 0 {
		s.gauge.site = code
	}
	if mean, ok := s.rt.codes.mean(code); !ok || mean >= longNs {
		return false
	}
	if s.audit == nil {
		*s.gauge.place(code) = code
	}
	return true
}

// recall is called for the first task of a scope: it begins as others like it ended.
func (s *Scope) recall(code uintptr) bool {
	g := &s.gauge
	g.site = code
	v := s.rt.sites.get(code)
	if s.rt.cfg.Inline != InlineAdaptive {
		if v != 0 {
			s.grain.Store(v.grain())
			s.aim(v.grain())
		}
		return false
	}
	if v == 0 {
		s.try(clock(), heavyNs)
		return false
	}
	g.need = max(v.need(), needLeast)
	i := s.rt.sites.index(code)
	g.excess = s.rt.sites.excess[i].Load()
	g.mean = int64(v.grain())
	s.grain.Store(v.grain())
	s.aim(v.grain())
	if v.inline() {
		g.burst = firstBurst
		g.due = s.seq + firstBurst
		s.mode.Or(modeInline)
		return !s.stopped() && s.short(code)
	}
	g.period = max(againLeast, s.rt.sites.period[i].Load())
	g.again = max(clock()+againLeast, s.rt.sites.again[i].Load())
	if s.rt.sites.work[i].Load() >= eagerWakes*s.rt.wakeNs.Load() {
		s.c.alone = mostNs // so that the first task that others can see wakes one
	}
	if v.grain() < longNs {
		g.unsure = true
		s.goal = min(s.window, s.cached()) // so that the submitter runs some soon
		s.shrink()
	}
	return false
}

// call runs f in place and catches what it throws.
func (s *Scope) call(f func(), cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	f()
	ok = true
	if s.lookDue() {
		s.look()
	}
}

// call3 is call for Go3: three functions, since a closure would cost what they save.
func (s *Scope) call3(f func(i, j, k int), i, j, k int, cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	f(i, j, k)
	ok = true
	if s.lookDue() {
		s.look()
	}
}

// callErr is call for Try.
func (s *Scope) callErr(f func() error, cl []Clause) {
	ok := false
	defer func() {
		if !ok {
			s.thrown(recover(), cl)
		}
	}()
	err := f()
	ok = true
	if err != nil {
		s.fail(s.here(), err, nil)
	}
	if s.lookDue() {
		s.look()
	}
}
