//go:build linux && !purego

package park

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An ordinary system call keeps the P until sysmon takes it away, which may be 20 ms later as it sleeps
// longer and longer while nothing happens. With more threads than Ps, of which all but one sleep,
// whoever was woken then waited for one of those: helpers of a large front came 3 to 19 ms late, every
// second time (docs/decisions/0015). Both functions are the runtime's own, and are kept as they are for others that
// use them so (go.dev/issue/67401).

// giveUpP begins a system call that will block: the P goes to whoever needs one, at once.
//
//go:linkname giveUpP runtime.entersyscallblock
func giveUpP()

// takeP ends it, in the same frame.
//
//go:linkname takeP runtime.exitsyscall
func takeP()

// wait sleeps while *state is val, or for a shorter time. In between the stack must not grow.
//
//go:nosplit
//go:norace
func wait(state *uint32, val uint32) {
	at := uintptr(unsafe.Pointer(state))
	giveUpP()
	unix.RawSyscall6(unix.SYS_FUTEX, at, futexWaitPrivate, uintptr(val), 0, 0, 0)
	takeP()
	runtime.KeepAlive(state)
}
