package task

import (
	"runtime"

	"heddle/internal/cpu"
)

// spare runs f on a goroutine of the runtime that is no worker and holds no seat: for
// members of a team beyond the workers. It takes one that is free or starts another.
func (rt *Runtime) spare(f func()) {
	rt.mu.Lock()
	if n := len(rt.spares); n > 0 {
		work := rt.spares[n-1]
		rt.spares = rt.spares[:n-1]
		rt.mu.Unlock()
		work <- f
		return
	}
	rt.carriers.Add(1)
	rt.mu.Unlock()
	go rt.spareLoop(f)
}

// mostSpares is how many idle spare goroutines are kept: a stack of some KiB each.
const mostSpares = 64

// spareLoop runs f and then whatever else spare brings, until Close.
func (rt *Runtime) spareLoop(f func()) {
	defer rt.carriers.Done() // also if f calls runtime.Goexit
	if len(rt.cfg.CPUs) > 0 {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		_ = cpu.Confine(rt.cfg.CPUs...)
	}
	work := make(chan func(), 1)
	for ok := true; ok; f, ok = <-work {
		f()
		f = nil
		rt.mu.Lock()
		if rt.closed || len(rt.spares) == mostSpares {
			rt.mu.Unlock()
			return
		}
		rt.spares = append(rt.spares, work)
		rt.mu.Unlock()
	}
}

// dismissSpares ends the idle ones. rt.closed is set and rt.mu is held.
func (rt *Runtime) dismissSpares() {
	for _, work := range rt.spares {
		close(work)
	}
	rt.spares = nil
}
