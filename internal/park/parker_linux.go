//go:build linux

package park

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

type parker = futexParker

const (
	empty  = 0 // no permit, nobody asleep
	permit = 1
	asleep = 2 // the owner sleeps, or is about to
)

// From linux/futex.h; private: within this process.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// futexParker sleeps on the address of its state.
type futexParker struct {
	// state is written by both sides, always by read-modify-write. The exchange that
	// stores permit releases what the waker did; the CAS that takes it acquires that.
	state uint32
}

func (p *futexParker) park(spins int) {
	for range spins {
		if atomic.LoadUint32(&p.state) == permit && atomic.CompareAndSwapUint32(&p.state, permit, empty) {
			return
		}
		relax()
	}
	if !atomic.CompareAndSwapUint32(&p.state, empty, asleep) {
		atomic.StoreUint32(&p.state, empty) // a permit: only we take it away
		return
	}
	for {
		// The kernel sleeps only if state is still asleep: a permit granted in between
		// makes it return at once. Signals wake it too, so look and sleep again.
		wait(&p.state, asleep)
		if atomic.CompareAndSwapUint32(&p.state, permit, empty) {
			return
		}
	}
}

func (p *futexParker) unpark() {
	if atomic.SwapUint32(&p.state, permit) == asleep {
		unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&p.state)), futexWakePrivate, 1, 0, 0, 0)
	}
}
