package task

// For calls f for consecutive ranges that together are lo <= i < hi, each i once, and
// returns when all calls have returned. It does nothing where hi <= lo.
//
// The calling goroutine takes part. Workers without work are woken to help only while what
// is left is worth it, which For learns from the clock: a loop over next to nothing costs
// well under a microsecond and runs on the caller alone. Until then f may be called for
// several chunks at once; see [Schedule].
//
// For may be called from any goroutine, also from tasks and from f itself: nested loops
// share the runtime's workers, and a caller waits only for ranges that somebody has begun.
// A panic in f stops the loop and panics here with a *[PanicError], that of the lowest range
// among those that panicked. For starts no goroutine, and it panics with [ErrClosed] after
// Close.
//
// A caller that is no task becomes one of the workers meanwhile, as in [Runtime.Run], and
// waits for its turn if all are busy.
func (rt *Runtime) For(lo, hi int, sched Schedule, f func(lo, hi int)) {
	n := extent(lo, hi)
	if n == 0 {
		return
	}
	c, out := rt.seat()
	if out {
		defer rt.leave(c)
	}
	start := uint64(lo)
	s := rt.solo(n, sched.unit(), bodyCode(f))
	depth := c.openLoop(s.code)
	defer c.closeLoop(depth) // the body may panic
	at := s.run(func(a, b uint64) { f(int(start+a), int(start+b)) })
	if c.closeLoop(depth); at < n {
		s.share(c, sched, at, shifted(f, start))
	}
}

// shifted is f for ranges that count from start. It is made apart, only for loops that are
// shared, since it goes to the heap.
func shifted(f func(lo, hi int), start uint64) func(a, b uint64) {
	return func(a, b uint64) { f(int(start+a), int(start+b)) }
}
