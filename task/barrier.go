package task

import (
	"runtime"
	"sync"
	"sync/atomic"

	"heddle/internal/park"
)

// A barrier makes n members wait for each other, any number of times: a counter of arrivals
// and the number of the round. Members spin, then sleep.
type barrier struct {
	n     int32
	spins int
	_     [line]byte
	// arrived counts the members that wait in this round. The Add of each releases what
	// it did before; that of the last acquires all of it.
	arrived atomic.Int32
	// gone counts the members that have returned: no barrier can be complete any more.
	gone atomic.Int32
	_    [line - 8]byte
	// round is advanced by the last to arrive, after it has reset arrived; a member that
	// loads the new number acquires what all did before they arrived.
	round  atomic.Uint32
	broken atomic.Bool
	// sleepers is raised under mu before the last look at round, and loaded after round
	// has been advanced: a sleeper that misses the new round is not missed.
	sleepers atomic.Int32
	_        [line - 12]byte
	mu       sync.Mutex
	cond     sync.Cond
}

// barrierSpins is for how many Relax a member spins: 0.1 to 1 ms, several times what it takes to
// sleep and to be woken. What members do between two barriers differs by as much, and one who has
// slept comes late to the next: the root of apps/tree, by a team, took 11 ms with 50 us of
// patience and takes 8.
const barrierSpins = 20000

func newBarrier(n int) *barrier {
	b := &barrier{n: int32(n), spins: barrierSpins}
	if n > runtime.GOMAXPROCS(0) {
		b.spins = 20 // somebody needs the processor that spins
	}
	b.cond.L = &b.mu
	return b
}

// arrival is how a wait at a barrier ended.
type arrival uint8

const (
	together arrival = iota // all have arrived
	missed                  // somebody has returned and will never arrive; the barrier is now broken
	broken                  // somebody has broken the barrier
)

// wait returns when all members have arrived or the barrier is broken. A member that sleeps
// gives its seat up: another may need it to arrive.
func (b *barrier) wait(rt *Runtime) arrival {
	r := b.round.Load()
	if b.arrived.Add(1) == b.n {
		b.arrived.Store(0) // nobody arrives before the next line
		b.advance()
		return together
	}
	// Pairs with leave: one of the two sees the other. Who has gone after this round was
	// complete had seen it advanced, and so do we, having seen that he has gone.
	if b.gone.Load() > 0 && b.round.Load() == r && !b.broken.Load() {
		b.fail()
		return missed
	}
	for i := 0; i < b.spins && b.round.Load() == r && !b.broken.Load() && rt.nclaims.Load() == 0; i++ {
		park.Relax()
	}
	if b.round.Load() == r && !b.broken.Load() {
		rt.unseated(func() { b.sleep(r) })
	}
	if b.round.Load() == r {
		return broken
	}
	return together
}

// sleep returns when round r is over or the barrier is broken.
func (b *barrier) sleep(r uint32) {
	b.mu.Lock()
	b.sleepers.Add(1)
	for b.round.Load() == r && !b.broken.Load() {
		b.cond.Wait()
	}
	b.sleepers.Add(-1)
	b.mu.Unlock()
}

func (b *barrier) advance() {
	b.round.Add(1)
	if b.sleepers.Load() > 0 {
		b.wake()
	}
}

func (b *barrier) wake() {
	b.mu.Lock()
	b.cond.Broadcast()
	b.mu.Unlock()
}

// fail breaks the barrier: all that wait, or ever will, get false.
func (b *barrier) fail() {
	b.broken.Store(true)
	b.wake()
}

// leave says that a member will not come again. It reports whether others wait for it in
// vain. (Who has not left the last complete round has advanced it, or is about to load it:
// arrived was reset before.)
func (b *barrier) leave() (missed bool) {
	b.gone.Add(1)
	return b.arrived.Load() > 0 && !b.broken.Load()
}
