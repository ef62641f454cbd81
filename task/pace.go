package task

import (
	"sync/atomic"
	"unsafe"
)

// paces remembers how long an iteration of a loop body took when last seen, by the address
// of the body's code: the same source line tends to do the same work. It is a hint, which
// saves a loop of long iterations from running the first ones alone; where two bodies
// share an entry each forgets the other, and a wrong entry costs one late or one useless
// wake-up.
type paces struct {
	// entry is key<<paceBits | pace. One word, so that a reader never sees one body's
	// key with another's pace; relaxed order would do.
	entry [64]atomic.Uint64
}

const (
	paceBits = 40
	// paceUnit is how many pace units make a nanosecond: iterations may be that short.
	// The longest pace that fits is 68 s.
	paceUnit = 16
	paceMax  = 1<<paceBits - 1
)

// bodyCode returns the address of f's code, the same for all closures of one function
// literal.
func bodyCode[F any](f F) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }

// hash spreads the addresses of code over 64 bits, of which the upper ones are the best: Fibonacci hashing.
func hash(code uintptr) uint64 { return uint64(code) * 0x9e3779b97f4a7c15 }

func (p *paces) slot(code uintptr) (*atomic.Uint64, uint64) {
	h := hash(code)
	return &p.entry[h>>58], h << 6 >> paceBits << paceBits
}

// get returns the pace of a body, 0 if unknown.
func (p *paces) get(code uintptr) uint64 {
	e, key := p.slot(code)
	if v := e.Load(); v>>paceBits<<paceBits == key {
		return v & paceMax
	}
	return 0
}

// set remembers a pace. It writes only if that differs by more than a quarter from what is
// there, so that the line stays shared.
func (p *paces) set(code uintptr, pace uint64) {
	pace = max(1, min(pace, paceMax))
	if old := p.get(code); pace > old+old/4 || pace < old-old/4 {
		e, key := p.slot(code)
		e.Store(key | pace)
	}
}
