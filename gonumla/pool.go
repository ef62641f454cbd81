package gonumla

import (
	"runtime"
	"slices"
	"sync"

	"heddle/gemm"
	"heddle/task"
)

// pool provides the runtime that large problems are shared on.
type pool struct {
	workers int     // 0: as many as GOMAXPROCS
	least   float64 // flops from which on a problem is shared
	mode    gemm.Mode
	given   *task.Runtime // that of the Config

	mu sync.Mutex
	// byWorkers holds a runtime for each number of workers that there has been. They are kept:
	// a call may still run on one when GOMAXPROCS changes, and one that idles costs nothing.
	byWorkers map[int]*task.Runtime
	closed    bool
}

// newPool panics if c makes no sense.
func newPool(c Config) *pool {
	if c.Workers < 0 || c.Workers > maxWorkers {
		panic("gonumla: Config.Workers is not in 0..4096")
	}
	if c.Workers > 0 && c.Runtime != nil {
		panic("gonumla: Config.Workers beside Config.Runtime, which has its own")
	}
	if !slices.Contains(gemm.Modes(), c.Mode) {
		panic("gonumla: Config.Mode is none of gemm.Modes")
	}
	return &pool{workers: c.Workers, mode: c.Mode, given: c.Runtime, least: parallelFlops, byWorkers: map[int]*task.Runtime{}}
}

const maxWorkers = 4096 // as task.Config

// runtime returns the runtime to use now, nil if there is only one worker, or if the pool has
// been closed: then the caller computes alone. Cost: about 50 ns.
func (p *pool) runtime() *task.Runtime {
	n := p.workers
	switch {
	case p.given != nil:
		n = p.given.Workers()
	case n == 0:
		n = runtime.GOMAXPROCS(0)
	}
	if n == 1 {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	if p.given != nil {
		return p.given
	}
	rt := p.byWorkers[n]
	if rt == nil {
		rt = task.New(task.Config{Workers: n})
		p.byWorkers[n] = rt
	}
	return rt
}

// close ends the workers once they have finished what they do.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, rt := range p.byWorkers {
		_ = rt.Close() // an error means that a task of rt calls: its workers end with the program
	}
}

// split calls f for consecutive ranges that together are 0 <= i < n, at once on several workers
// where flops is worth it. Ranges begin at multiples of unit.
func (p *pool) split(n, unit int, flops float64, f func(lo, hi int)) {
	if !p.shares(flops) || n <= unit {
		f(0, n)
		return
	}
	rt := p.runtime()
	if rt == nil {
		f(0, n)
		return
	}
	units := (n + unit - 1) / unit
	per := max(1, units/(rt.Workers()*slabs))
	chunks := (units + per - 1) / per
	rt.For(0, chunks, task.Dynamic(1), func(lo, hi int) {
		for c := lo; c < hi; c++ { // chunk by chunk, so that results do not depend on who takes which
			f(c*per*unit, min(n, (c+1)*per*unit))
		}
	})
}

// shares tells whether work of so many flops is to be shared.
func (p *pool) shares(flops float64) bool { return p != nil && flops >= p.least }

// parallelFlops is the work from which on a second worker pays: about 150 us on one core, where
// waking another costs 10 to 30 us.
const parallelFlops = 1e7

// slabs is the number of ranges for each worker. One would leave all others waiting for a
// worker that was interrupted; many would pack the shared operand many times.
const slabs = 2
