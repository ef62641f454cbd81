package task

// A share is what is left of a loop when it turned out to be worth sharing: workers
// without work may take part until all iterations are dealt out.
type share struct {
	solo
	body func(lo, hi uint64)
	deal dealer
	tr   *tracing // nil if ranges are not recorded
	// join counts the helpers, which enter before their first deal: once all is dealt
	// out, who loads 0 knows that every call of body has returned.
	join  join
	panic firstPanic
}

// A dealer deals ranges of iterations out.
type dealer interface {
	// seat returns the rank of a participant, which is worker number id.
	seat(id int) (rank int)
	// next returns the next range for the participant of that rank, at most about want
	// iterations where the schedule leaves that open, and lo == hi when all is dealt out.
	next(rank int, want uint64) (lo, hi uint64)
}

// share runs the iterations from at on with the help of others. The caller is c.
func (s solo) share(c *carrier, sched Schedule, at uint64, body func(lo, hi uint64)) {
	c.tie()
	w := &share{solo: s, body: body, tr: c.recording()}
	var rank int
	w.deal, rank = newDealer(sched, at, s.n, s.pace, s.rt.Workers())
	inv := s.rt.invite(c, s.helpers(s.n-at), w)
	defer w.panic.rethrow()
	defer w.join.wait(s.rt)
	defer s.rt.withdraw(inv)
	if pace := w.take(rank, false); pace != 0 {
		s.rt.paces.set(s.code, pace)
	}
}

// help takes part as worker number id of the runtime.
func (s *share) help(id int) {
	s.join.active.Add(1)
	defer s.join.leave()
	s.take(s.deal.seat(id), true)
}

// take runs ranges until all are dealt out or one has failed, and returns the mean pace,
// 0 without a range. A panic in the body is kept and ends here. A Goexit goes on to end
// the goroutine; in a helper it counts as a panic, since the caller would not notice.
func (s *share) take(rank int, helper bool) (pace uint64) {
	var lo, hi uint64
	var c *carrier // if ranges are recorded
	if s.tr != nil {
		c = s.rt.current()
	}
	done, depth := false, -1
	defer func() {
		if c != nil {
			c.closeLoop(depth)
		}
		if done {
			return
		}
		v := recover()
		if v == nil && helper {
			v = ErrGoexit
		}
		if v == nil {
			s.panic.set.Store(true)
			return
		}
		s.panic.add(lo, asPanicError(v))
	}()
	want := s.worthOf(sharePiece)
	// The time of bodies only: a pace with our own overhead in it would keep loops shared
	// that are not worth it.
	var count uint64
	var spent int64
	for !s.panic.set.Load() {
		if helper && s.rt.nclaims.Load() > 0 {
			break // somebody else needs the seat to go on at all
		}
		if lo, hi = s.deal.next(rank, want); lo == hi {
			break
		}
		if c != nil {
			depth = c.openRange(s.tr, s.code)
		}
		t := clock()
		s.body(lo, hi)
		d := clock() - t - clockNs
		if c != nil {
			c.closeLoop(depth)
		}
		want = iterations(sharePiece, paceOf(d, hi-lo), s.unit)
		spent += d
		count += hi - lo
	}
	done = true
	if count == 0 {
		return 0
	}
	return paceOf(spent, count)
}

// sharePiece is how many nanoseconds a range should last at least, while many are left.
// Taking one costs 100 to 200 when others do the same. 256 iterations of 0.4 us on 2 workers
// take 0.62 of the serial time with 4000, 0.70 with 1000 (medians of three).
const sharePiece = 4000
