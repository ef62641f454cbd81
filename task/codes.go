package task

import (
	"sync/atomic"
	"unsafe"
)

// codes remembers how long bodies are, by their code: closures made at one place in the
// program share their code, whatever they capture. Direct-mapped; a collision forgets.
// An entry is tag<<32 | mean in ns; the tag is the lower half of the code's address.
// Entries are hints: loads and stores need no order.
type codes struct{ entry [512]atomic.Uint64 }

func codeOf(f func()) uintptr             { return **(**uintptr)(unsafe.Pointer(&f)) }
func code3Of(f func(i, j, k int)) uintptr { return **(**uintptr)(unsafe.Pointer(&f)) }
func codeErrOf(f func() error) uintptr    { return **(**uintptr)(unsafe.Pointer(&f)) }

func body3(t *slot) func(i, j, k int) { return *(*func(i, j, k int))(unsafe.Pointer(&t.fn)) }
func fnOfStep(f func(int)) func()     { return *(*func())(unsafe.Pointer(&f)) }
func bodyStep(t *slot) func(int)      { return *(*func(int))(unsafe.Pointer(&t.fn)) }
func bodyErr(t *slot) func() error    { return *(*func() error)(unsafe.Pointer(&t.fn)) }
func bodyScope(t *slot) func(*Scope)  { return *(*func(*Scope))(unsafe.Pointer(&t.fn)) }
func bodyEvent(t *slot) func(*Event)  { return *(*func(*Event))(unsafe.Pointer(&t.fn)) }

func (m *codes) at(code uintptr) *atomic.Uint64 {
	return &m.entry[hash(code)>>(64-9)]
}

// mean returns the mean length of code; false if it is not known.
func (m *codes) mean(code uintptr) (int64, bool) {
	e := m.at(code).Load()
	return int64(uint32(e)), e>>32 == uint64(uint32(code))
}

// timed notes a length.
func (m *codes) timed(code uintptr, ns int64) {
	p := m.at(code)
	e := p.Load()
	g := ns
	if e>>32 == uint64(uint32(code)) {
		g = int64(uint32(e))
		g += (ns - g) / 8
	}
	p.Store(uint64(uint32(code))<<32 | uint64(max(0, min(g, mostNs))))
}

// sites remembers how scopes fared, by the code of their first task, what evidence for a trial
// they had when they ended, and when a queue that pays is to be tried again, see gauge; also how
// many ns of work the last one had that used the queue.
type sites struct {
	entry         [64]atomic.Uint64
	excess, work  [64]atomic.Int64
	again, period [64]atomic.Int64
	cycles        [64]atomic.Uint32
}

// forgets tells whether a cycle is to find out anew what is best, as one in eight of its like
// is.
func (m *sites) forgets(code uintptr) bool { return m.cycles[m.index(code)].Add(1)%8 == 0 }

// A verdict is what a site remembers, packed: tag 32 | inline 1 | lanes 1 | need in us 14 |
// grain, capped, 16 bits in units of 16 ns.
type verdict uint64

func (m *sites) index(code uintptr) uint64 { return hash(code) >> (64 - 6) }

func (m *sites) at(code uintptr) *atomic.Uint64 { return &m.entry[m.index(code)] }

// get returns what is remembered of code, 0 if nothing is.
func (m *sites) get(code uintptr) verdict {
	v := verdict(m.at(code).Load())
	if uint32(v>>32) != uint32(code) {
		return 0
	}
	return v
}

func (m *sites) put(code uintptr, inline bool, need, grain int64) {
	v := uint64(uint32(code)) << 32
	if inline {
		v |= 1 << 31
	}
	v |= uint64(min(need/1000, 1<<14-1))<<16 | uint64(min(grain/16, 1<<16-1))
	m.at(code).Store(v)
}

// putWay is put for a cycle.
func (m *sites) putWay(code uintptr, w way, need, grain int64) {
	m.put(code, w == inOrder, need, grain)
	if w == inLanes {
		m.at(code).Or(1 << 30)
	}
}

// way is in which way a cycle runs.
func (v verdict) way() way {
	switch {
	case v.inline():
		return inOrder
	case v&(1<<30) != 0:
		return inLanes
	}
	return free
}

func (v verdict) inline() bool { return v&(1<<31) != 0 }
func (v verdict) need() int64  { return int64(v>>16&(1<<14-1)) * 1000 }
func (v verdict) grain() int32 { return int32(v&(1<<16-1)) * 16 }
