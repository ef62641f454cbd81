package task

// For2 calls f(i, j) once for each pair of space, as two nested loops collapsed into one
// would, and returns when all calls have returned. The schedule counts pairs. The pairs of
// one chunk come in row order; there is no order between chunks. All else is as in [For].
// It panics if the space has more pairs than an int can count.
//
// Cost: that of For, and for each chunk a square root to find its first row.
func (rt *Runtime) For2(space Space, sched Schedule, f func(i, j int)) {
	n := uint64(space.Len())
	if n == 0 {
		return
	}
	c, out := rt.seat()
	if out {
		defer rt.leave(c)
	}
	s := rt.solo(n, sched.unit(), bodyCode(f))
	depth := c.openLoop(s.code)
	defer c.closeLoop(depth)
	at := s.run(func(a, b uint64) { space.each(a, b, f) })
	if c.closeLoop(depth); at < n {
		s.share(c, sched, at, func(a, b uint64) { space.each(a, b, f) })
	}
}
