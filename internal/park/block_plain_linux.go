//go:build purego

package park

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// wait sleeps while *state is val, or for a shorter time.
func wait(state *uint32, val uint32) {
	unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(state)), futexWaitPrivate, uintptr(val), 0, 0, 0)
}
