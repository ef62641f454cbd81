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
	if c := held(goid()); c != nil {
		c.block(f)
		return
	}
	f()
}

// held returns the carrier that goroutine g is, in whichever runtime; nil if it holds no seat.
// A goroutine holds one seat at most: it gives up its own when it enters another runtime.
func held(g uintptr) *carrier {
	list := runtimes.list.Load()
	if list == nil { // no runtime has been made
		return nil
	}
	for _, rt := range *list {
		if c := rt.holder(g); c != nil {
			return c
		}
	}
	return nil
}

// block calls f without a seat.
func (c *carrier) block(f func()) {
	c.stepOut()
	defer c.stepIn()
	f()
}

// stepOut gives c's seat up, and stepIn waits for one again.
func (c *carrier) stepOut() {
	c.settleSearch()
	c.suspend()
	c.pause()
	c.rt.release(c)
}

func (c *carrier) stepIn() {
	c.rt.acquire(c)
	c.unpause()
	c.resume()
}

// stepOutElsewhere gives up the seat that the calling goroutine, which enters another runtime,
// may hold, and returns who it is there, or nil: who waits for a seat holds none, so runtimes
// may call each other.
func stepOutElsewhere() *carrier {
	c := held(goid())
	if c != nil {
		c.stepOut()
	}
	return c
}

// stepBack undoes stepOutElsewhere; c may be nil.
func (c *carrier) stepBack() {
	if c != nil {
		c.stepIn()
	}
}
