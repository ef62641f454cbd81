package openblas

import (
	"sync"
	"syscall"
	"unsafe"
)

// A call of C by way of cgo or purego tells Go's scheduler, whose monitor then wakes every 20 us to
// see whether the processor should go to somebody else: with two workers on two cores that takes
// 4 % of a factorization. OpenBLAS's routines neither block nor call back, so they are called
// as assembly is. The scheduler does not get the thread back before they return.

// direct calls f with args on the stack that ends at top.
//
//go:noescape
func direct(top, f uintptr, args *[arguments]uintptr)

const (
	stackBytes = 256 << 10
	stackSlack = 4096 // above top, for who looks above a frame
)

// A stack is memory that C runs on, those of goroutines being too short for it. It is C's, not
// Go's, and never given back: there are as many as there ever were calls at once.
type stack struct {
	args [arguments]uintptr
	top  uintptr
	next *stack
}

var stacks struct {
	mu   sync.Mutex
	free *stack
}

// acquire returns a stack that nobody else has.
func acquire() *stack {
	stacks.mu.Lock()
	s := stacks.free
	if s != nil {
		stacks.free = s.next
	}
	stacks.mu.Unlock()
	if s != nil {
		return s
	}
	memory, err := syscall.Mmap(-1, 0, stackBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		panic("openblas: no memory for a stack: " + err.Error())
	}
	return &stack{top: uintptr(unsafe.Pointer(&memory[stackBytes-stackSlack]))}
}

func (s *stack) release() {
	stacks.mu.Lock()
	s.next, stacks.free = stacks.free, s
	stacks.mu.Unlock()
}

// call calls the routine at f, which takes integers and addresses and returns nothing.
func call(f uintptr, args ...uintptr) {
	s := acquire()
	copy(s.args[:], args)
	direct(s.top, f, &s.args)
	s.release()
}
