package park

import (
	"math/bits"
	"sync/atomic"
)

// An Eventcount lets waiters, numbered from 0, sleep until there is work.
//
//	the waiter                           who brings work
//	for {                                publish the work
//		if look for work { ... }         ec.Wake(1)
//		ec.Announce(i)
//		if look once more {
//			ec.Cancel(i)
//			...
//		}
//		ec.Sleep(i)
//	}
//
// # No wake-up is lost
//
// A bit per waiter says that it has announced itself; the bit is set by its waiter alone
// and cleared by whoever wakes it, or by its waiter when it cancels.
//
// Go's atomics have one total order that agrees with each goroutine's program order. Let
// A be the waiter's Announce (an atomic Or) and L its following look at the work (an
// atomic load); let P be the publication of the work (an atomic store or
// read-modify-write) and W the bringer's load of the bits. A precedes L, and P precedes W.
// If L misses the work, then L precedes P, hence A precedes L precedes P precedes W: the
// bringer sees the bit, unless somebody cleared it after A, and that is one who then
// unparks this waiter. Either way the waiter wakes up and looks again. So it is enough
// that publication and look are atomic operations on the same place; both are for a
// deque's Push and Len.
//
// The bit is cleared by an atomic And that returns the old value, so exactly one waker
// finds it set; it alone calls Unpark. Hence a waiter has at most one permit outstanding,
// and its Sleep, or a Cancel that found its bit gone, takes it. No permit survives into the
// next round.
//
// Wake(1) may pick a waiter that is about to cancel because it found other work. The
// work of this waker must not be left lying: Cancel then passes the wake-up on.
type Eventcount struct {
	waiting []mask
	seat    []seat
}

// mask holds 64 waiters' bits, on a line of their own pair.
type mask struct {
	bits atomic.Uint64
	_    [120]byte
}

type seat struct {
	Parker
	_ [64]byte
}

// NewEventcount returns an eventcount for waiters 0 to n-1.
func NewEventcount(n int) *Eventcount {
	return &Eventcount{waiting: make([]mask, (n+63)/64), seat: make([]seat, n)}
}

// Announce says that waiter i is about to sleep. The waiter must look once more for work
// and then call Cancel or Sleep. It must not be announced already.
func (e *Eventcount) Announce(i int) {
	e.waiting[i/64].bits.Or(1 << (i % 64)) // before the waiter's next look, see above
}

// Cancel takes the announcement back: waiter i has found work. If it was woken meanwhile,
// the wake-up goes to another waiter.
func (e *Eventcount) Cancel(i int) {
	if !e.clear(i) {
		e.seat[i].Park() // does not block for longer than the waker needs to grant it
		e.Wake(1)
	}
}

// Sleep blocks waiter i, which has announced itself, until it is woken. It is then no
// longer announced. It spins for some microseconds before it gives up its processor.
func (e *Eventcount) Sleep(i int) { e.seat[i].Park() }

// Wake wakes up to n waiters that have announced themselves and returns how many. Call it
// after publishing work. Where nobody waits it costs a load for every 64 waiters; waking
// costs the caller a system call each.
func (e *Eventcount) Wake(n int) int {
	woken := 0
	for w := range e.waiting {
		for woken < n {
			m := e.waiting[w].bits.Load() // after the publication, see above
			if m == 0 {
				break
			}
			i := 64*w + bits.TrailingZeros64(m)
			if e.WakeOne(i) {
				woken++
			}
		}
	}
	return woken
}

// WakeOne wakes waiter i if it has announced itself, and reports whether it did.
func (e *Eventcount) WakeOne(i int) bool {
	if !e.clear(i) {
		return false
	}
	e.seat[i].Unpark()
	return true
}

// Waiting returns how many waiters have announced themselves.
func (e *Eventcount) Waiting() int {
	n := 0
	for w := range e.waiting {
		n += bits.OnesCount64(e.waiting[w].bits.Load())
	}
	return n
}

// clear clears i's bit and reports whether it was this call that did.
func (e *Eventcount) clear(i int) bool {
	bit := uint64(1) << (i % 64)
	return e.waiting[i/64].bits.And(^bit)&bit != 0
}
