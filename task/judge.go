package task

// try begins a trial of the queue with tasks of about this length.
func (s *Scope) try(now, grain int64) {
	g := &s.gauge
	g.began = now
	g.joined = false
	s.tally.joined.Store(false)
	s.tally.who.Store(0)
	s.tally.crowded.Store(false)
	g.ran, g.busy = s.tally.ran.Load(), s.tally.busy.Load()
	g.excess = 0
	g.due = s.seq + lookEvery
	s.grain.Store(int32(min(grain, mostNs)))
	if g.again == 0 { // else the queue is as full as it would be without the trial
		s.goal = min(s.window, s.cached())
		s.shrink()
	}
	s.setMode(modeTrial)
}

// probe finds out whether the tasks of a scope that began with the queue, as its like had used
// it, are as long as theirs, and begins a trial if they are much shorter.
func (s *Scope) probe(now, ran, busy int64) (tries bool) {
	g := &s.gauge
	if ran < probeLeast {
		if s.seq >= lookEvery && g.probes == 0 {
			g.probes = probeMost
		}
		return false
	}
	g.unsure = false
	if e := busy / ran; e < g.mean/4 {
		g.again = 0
		s.try(now, e)
		return true
	}
	s.aim(s.grain.Load())
	return false
}

// trial looks at a trial in which ran bodies have taken busy ns together so far. Its first
// part lasts until another worker has joined: that takes long, and is no part of the cost.
func (s *Scope) trial(now, ran, busy int64, last bool) {
	g := &s.gauge
	wall := now - g.began
	few := ran < 16 && busy < trialMost
	if !few {
		s.grain.Store(int32(min(busy/ran, mostNs)))
	}
	if !few && g.again == 0 && busy/ran < surelyNs && !s.tally.shares() {
		g.need *= 2 // and twice more in judge: there is nothing that noise could have hidden
		s.judge(now, mostNs*ran, ran, busy)
		return
	}
	if !g.joined {
		switch {
		case ran > 0 && busy/ran >= surelyNs:
			s.judge(now, 0, ran, busy)
		case s.tally.joined.Load():
			g.joined = true
			g.began = now
			g.ran += ran
			g.busy += busy
		case last && wall < trialMost/4:
			s.undecided(ran)
		case few && !last || ran == 0:
		case ran >= trialTasks && busy/ran < lightNs || wall >= trialMost || last:
			s.judge(now, mostNs*ran, ran, busy) // nobody came
		}
		return
	}
	enough := min(max(trialBusy, 2*int64(s.goal)*(busy/max(ran, 1))), trialLong)
	if busy >= enough && ran >= 4 || wall >= trialMost && ran >= 4 || last && ran >= 4 {
		s.judge(now, wall, ran, busy)
	}
}

// undecided ends a trial that was too short: nothing changes, but for a scope that was
// never judged: if its like are all so short, they had better run in place.
func (s *Scope) undecided(ran int64) {
	g := &s.gauge
	g.began = 0
	if v := s.rt.sites.get(g.site); v == 0 && ran > 0 {
		s.rt.sites.put(g.site, true, g.need, int64(s.grain.Load()))
	}
}

// judge ends a trial in which ran bodies took busy ns together and wall ns in all.
func (s *Scope) judge(now, wall, ran, busy int64) {
	g := &s.gauge
	mean := busy / ran
	queued := wall/ran - clockNs // every body was timed
	s.grain.Store(int32(min(mean, mostNs)))
	s.aim(int32(min(mean, mostNs)))
	g.mean, g.longer = mean, 0
	established := g.again != 0
	limit := mean + inPlaceNs
	if established {
		limit += limit / 8
	} else {
		limit -= limit / 16
	}
	g.began = 0
	g.ran, g.busy = g.ran+ran, g.busy+busy
	pays := queued < limit
	if !pays && established && !g.doubt { // once more: it may have been noise
		g.doubt = true
		g.again = now
		s.setMode(0)
		return
	}
	g.doubt = false
	if pays {
		g.need = needLeast
		g.again = now + g.period
		g.period = min(2*g.period, againMost)
		s.setMode(0)
	} else {
		g.need = min(2*g.need, needMost)
		if mean >= gainsNs {
			g.need = min(g.need, needLong)
		}
		g.again, g.period = 0, againLeast
		g.excess, g.last, g.due, g.burst = 0, 0, s.seq+1, 1
		s.setMode(modeInline)
	}
	s.rt.sites.put(g.site, !pays, g.need, mean)
	i := s.rt.sites.index(g.site)
	s.rt.sites.again[i].Store(g.again)
	s.rt.sites.period[i].Store(g.period)
}

const inPlaceNs = 20 // cost of a task in place
