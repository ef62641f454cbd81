package task

import (
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"heddle/internal/park"
)

// A join lets one goroutine, the one that called us, wait until a number of others have
// left.
type join struct {
	// active counts the others. The decrement to 0 releases what they wrote to the load
	// in wait.
	active atomic.Int32
	// waiting is set before the last look at active, and loaded after a decrement to 0:
	// one of the two sees the other.
	waiting atomic.Bool
	done    chan struct{} // made before waiting is set
}

// joinSpins is for how many Relax wait spins, 50 us: the others are at their last range.
const joinSpins = 2000

func (j *join) leave() {
	if j.active.Add(-1) == 0 && j.waiting.Load() {
		select {
		case j.done <- struct{}{}:
		default: // it has been told
		}
	}
}

func (j *join) wait(rt *Runtime) {
	for i := 0; i < joinSpins && j.active.Load() != 0; i++ {
		park.Relax()
	}
	if j.active.Load() == 0 {
		return
	}
	// A channel, not a futex: the caller may be one of many goroutines, and its P must be
	// free for them at once.
	j.done = make(chan struct{}, 1)
	j.waiting.Store(true)
	rt.unseated(func() {
		for j.active.Load() != 0 {
			<-j.done
		}
	})
}

// A firstPanic is the first panic, by place, of several goroutines.
type firstPanic struct {
	set   atomic.Bool // says that there is one: the others may stop
	mu    sync.Mutex
	err   *PanicError // guarded by mu; plain when all have left
	place uint64      // guarded by mu
}

// add keeps err if no panic of a lower place is there.
func (p *firstPanic) add(place uint64, err *PanicError) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || place < p.place {
		p.err, p.place = err, place
	}
	p.set.Store(true)
}

// rethrow panics with the first panic, if there is one. All others have left.
func (p *firstPanic) rethrow() {
	if p.err != nil {
		panic(p.err)
	}
}

// asPanicError returns what was recovered from, with the stack of this goroutine: deferred
// functions run on top of what has panicked. A PanicError of a nested call knows better
// where.
func asPanicError(v any) *PanicError {
	if e, ok := v.(*PanicError); ok {
		return e
	}
	return &PanicError{Value: v, Stack: debug.Stack()}
}

// lastPlace is behind all that is numbered.
const lastPlace = math.MaxUint64

// ranks are places that participants take, each once.
type ranks []atomic.Bool

// take gives worker number id the rank of its number, or the next that is free; false if
// none is. No data is passed by it.
func (r ranks) take(id int) (rank int, ok bool) {
	for i := range r {
		k := (id + i) % len(r)
		if !r[k].Load() && r[k].CompareAndSwap(false, true) {
			return k, true
		}
	}
	return 0, false
}
