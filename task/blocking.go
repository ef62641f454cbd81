package task

// Blocking calls f, which may block: on a channel, a lock, a system call. If the caller is
// a task, its worker is given to others meanwhile, so that at all times Workers bodies that
// are not blocked may run; afterwards it waits for a worker. In any other goroutine it
// just calls f.
//
// A task must not wait for what its own submitter does later: it may run inside the call
// that submits it. Submit it with Deferred if it does.
//
// Cost: about 1 us.
func Blocking(f func()) {
	g := goid()
	for _, rt := range *runtimes.list.Load() {
		if c := rt.holder(g); c != nil {
			c.block(f)
			return
		}
	}
	f()
}

// block calls f without a seat.
func (c *carrier) block(f func()) {
	rt := c.rt
	c.settleSearch()
	c.suspend()
	rt.release(c)
	defer c.resume()
	defer rt.acquire(c)
	f()
}
