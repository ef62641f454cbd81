package task

import (
	"runtime"
	"slices"

	"heddle/internal/cpu"
)

// Arena returns a runtime of its own whose workers are bound to the given processors, worker
// i to the i-th, and which otherwise schedules as rt does: a pool for work whose data lies in
// the memory close by. The processors are a node's, as [Nodes] lists them, or any others that
// the process may use. There are as many workers as processors, and at most rt.Workers():
// what a control group's quota has left to rt, an arena does not exceed.
//
// The arena is made at the first call with these processors in this order, and is then the
// same for all callers, until it is closed: by its own Close, or together with rt. Whatever
// runs in it runs there: tasks, loops, members of teams (also those beyond the workers), and
// the body of [Runtime.Run], whose caller moves to the worker's processor and afterwards
// back to where it was allowed to run before.
//
// Arenas do not steal from each other, nor from rt: who divides the work among them decides
// where it is done. Idle workers sleep, so an arena that is not in use takes no time; but rt
// and arenas that are busy at once share the processors that they have in common.
//
// Arena panics if it is given no processor, one twice, or one that the process may not use, and
// with [ErrClosed] after Close. Outside Linux the workers are not bound. Cost: some
// microseconds for each worker at the first call, then less than one.
func (rt *Runtime) Arena(cpus ...int) *Runtime {
	if len(cpus) == 0 {
		panic("task: Arena: no processor")
	}
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.closed {
		panic(ErrClosed)
	}
	rt.arenas = slices.DeleteFunc(rt.arenas, (*Runtime).isClosed)
	for _, a := range rt.arenas {
		if slices.Equal(a.cfg.CPUs, cpus) {
			return a
		}
	}
	cfg := rt.cfg
	cfg.CPUs, cfg.Pin, cfg.Workers = cpus, PinNone, min(len(cpus), rt.Workers())
	a := New(cfg)
	a.parent = rt
	rt.arenas = append(rt.arenas, a)
	return a
}

// Arenas returns one arena for each NUMA node on which rt may use processors, with all of
// those, by ascending number of the node; see [Runtime.Arena]. On a machine with one node it
// is one arena, which does what rt does. To have a computation on all nodes at once, start one
// Run on each from a goroutine of its own.
func (rt *Runtime) Arenas() []*Runtime {
	var all []*Runtime
	for _, n := range rt.cfg.nodes() {
		all = append(all, rt.Arena(n.CPUs...))
	}
	return all
}

// CPUs returns the processor of each worker, by the operating system's numbers, or nil if
// they are not bound. One is named again where there are more workers than processors.
func (rt *Runtime) CPUs() (of []int) {
	for _, w := range rt.ws {
		if w.cpu > 0 {
			of = append(of, w.cpu-1)
		}
	}
	return of
}

// visit keeps the calling goroutine on the given processors until leave is called. It does
// nothing without any.
func visit(cpus ...int) (leave func()) {
	if len(cpus) == 0 {
		return func() {}
	}
	runtime.LockOSThread()
	var before cpu.Mask
	_ = before.Save() // where this fails, Restore allows all
	_ = cpu.Confine(cpus...)
	return func() {
		_ = before.Restore()
		runtime.UnlockOSThread()
	}
}

func (rt *Runtime) isClosed() bool {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return rt.closed
}

// inside reports whether the caller is a body of rt or of one of its arenas, also if it has
// meanwhile entered other runtimes.
func (rt *Runtime) inside() bool {
	for c := held(goid()); c != nil; c = c.outer {
		for r := c.rt; r != nil; r = r.parent {
			if r == rt {
				return true
			}
		}
	}
	return false
}

// closeArenas closes what is left of the arenas. rt is closed, so there will be no more.
func (rt *Runtime) closeArenas() {
	rt.mu.Lock()
	arenas := rt.arenas
	rt.arenas = nil
	rt.mu.Unlock()
	for _, a := range arenas {
		_ = a.Close() // ErrClosed where its user was first
	}
}
