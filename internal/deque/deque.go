// Package deque is a work-stealing deque of pointers: one owner works at the young end,
// any number of thieves take from the old end.
//
// It is the deque of Chase and Lev (Dynamic Circular Work-Stealing Deque, SPAA 2005) with
// a private part: what the owner adds stays invisible, and costs no atomic operation to
// add or to take back, until the owner exposes it. Several elements are exposed with one
// store.
//
//	old                                        young
//	 top ............ bottom ............ tail
//	 |  thieves take   |  the owner's own   |
package deque

import (
	"sync/atomic"
	"unsafe"
)

const (
	// line is two cache lines of 64 bytes: the prefetcher of x86 fetches lines in pairs.
	line = 128
	// firstCap is the capacity of the first ring, in elements: 2 KiB.
	firstCap = 256
)

// A Deque holds pointers. Its zero value is empty and ready. It must not be copied.
//
// Methods marked "owner" may be called by one goroutine at a time, and calls must be
// ordered by happens-before; the others by anybody at any time. A slot keeps its pointer
// until it is overwritten, so the deque may keep elements that were taken reachable, at
// most as many as its capacity.
type Deque[T any] struct {
	_ [line]byte
	// top is the index of the oldest element. Thieves and the owner advance it by CAS;
	// it never goes back. A successful CAS from t takes element t.
	top atomic.Int64
	_   [line - 8]byte
	// bottom is one past the youngest exposed element. Only the owner writes it. Its
	// store publishes the slots below it and the ring; it pairs with the load in Steal.
	bottom atomic.Int64
	// ring holds element i at i modulo its length. Only the owner replaces it, by a
	// longer copy; rings that were replaced are never written again.
	ring atomic.Pointer[ring[T]]

	// The owner's alone: plain.
	tail int64 // one past the youngest element, bottom <= tail
	seen int64 // a value that top has had: tail-seen bounds the length from above
	own  *ring[T]
	_    [line - 40]byte
}

type ring[T any] struct {
	slot []*T // the length is a power of two
}

func (r *ring[T]) at(i int64) **T { return &r.slot[i&int64(len(r.slot)-1)] }

// Add appends x privately (owner). Amortized cost: a store.
func (d *Deque[T]) Add(x *T) {
	r := d.own
	if r == nil || d.tail-d.seen >= int64(len(r.slot)) {
		r = d.room()
	}
	put(r.at(d.tail), x)
	d.tail++
}

// room returns a ring with a free slot at tail, longer than the present one if need be.
func (d *Deque[T]) room() *ring[T] {
	r := d.own
	// The load orders the overwriting of a slot after its taking: who took element t
	// had read the slot before its CAS on top, which this load sees.
	d.seen = d.top.Load()
	if r != nil && d.tail-d.seen < int64(len(r.slot)) {
		return r
	}
	n := firstCap
	if r != nil {
		n = 2 * len(r.slot)
	}
	s := &ring[T]{slot: make([]*T, n)}
	for i := d.seen; i-d.tail < 0; i++ {
		*s.at(i) = *r.at(i)
	}
	d.own = s
	d.ring.Store(s) // publishes the copy; a thief that still holds the old ring reads the same elements there
	return s
}

// Expose makes the n oldest private elements visible to thieves, fewer if there are fewer,
// and returns how many (owner). Cost: one sequentially consistent store, which also orders
// the exposure before whatever the owner reads next (who sleeps).
func (d *Deque[T]) Expose(n int) int {
	b := d.bottom.Load()
	n = max(0, min(n, int(d.tail-b)))
	if n > 0 {
		d.bottom.Store(b + int64(n)) // publishes slots and ring to Steal
	}
	return n
}

// Push appends x and exposes everything private (owner).
func (d *Deque[T]) Push(x *T) {
	d.Add(x)
	d.bottom.Store(d.tail) // as in Expose
}

// Pop removes the youngest element, private ones first, or returns nil (owner). A private
// element costs no atomic read-modify-write; an exposed one a store that is a full fence;
// the last one a CAS.
func (d *Deque[T]) Pop() *T {
	b := d.bottom.Load()
	if d.tail != b {
		d.tail--
		return *d.own.at(d.tail)
	}
	if d.top.Load()-b >= 0 {
		return nil // top never goes back
	}
	b--
	// Claims element b: the store comes before the load of top in the single order of
	// atomics. A thief that can still take b loaded bottom before it, and therefore its
	// top, which it must CAS, is not above what we load.
	d.bottom.Store(b)
	t := d.top.Load()
	if t-b > 0 { // thieves took b
		d.bottom.Store(b + 1)
		return nil
	}
	x := *d.own.at(b)
	if t == b { // the last one: settle with the thieves
		if !d.top.CompareAndSwap(t, t+1) {
			x = nil
		}
		d.bottom.Store(b + 1)
		return x
	}
	d.tail = b
	return x
}

// Steal removes the oldest exposed element. It returns nil when there is none, and also
// when it lost a race for one: then somebody else took it.
func (d *Deque[T]) Steal() *T {
	t := d.top.Load()
	if t-d.bottom.Load() >= 0 {
		return nil
	}
	// The load of bottom saw a store that followed element t and its ring. Should the
	// slot be overwritten meanwhile, then top has moved on and the CAS fails.
	x := get(d.ring.Load().at(t))
	if !d.top.CompareAndSwap(t, t+1) {
		return nil
	}
	return x
}

// StealBatch fills buf with the oldest exposed elements, oldest first: at most half of
// what is there, rounded up. It stops early when it loses a race, and returns how many.
//
// Each element costs a CAS of its own: the owner takes from the other end without one as
// long as more than one element is left, so a thief may not claim several at once.
func (d *Deque[T]) StealBatch(buf []*T) int {
	most := min((d.Len()+1)/2, len(buf))
	for i := 0; i < most; i++ {
		x := d.Steal()
		if x == nil {
			return i
		}
		buf[i] = x
	}
	return max(most, 0)
}

// Len returns how many elements are exposed: exact where nobody else is at work, else a
// number that was right within the call. It is never below 0.
func (d *Deque[T]) Len() int {
	t := d.top.Load() // first: bottom - top of a later top could miss elements
	return int(max(0, d.bottom.Load()-t))
}

// Private returns how many elements are not exposed (owner).
func (d *Deque[T]) Private() int { return int(d.tail - d.bottom.Load()) }

// get reads a slot that the owner may be overwriting for the element one round later.
func get[T any](slot **T) *T {
	return (*T)(atomic.LoadPointer((*unsafe.Pointer)(unsafe.Pointer(slot))))
}
