package task

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropPages gives the whole pages in the range back to the system: they read as zeros, and
// the next to write one decides where it lies. It is a hint: memory of other kinds than the
// heap's (locked, shared, of a file) may keep place and contents.
func dropPages(from, size uintptr) {
	page := uintptr(os.Getpagesize())
	first := (from + page - 1) &^ (page - 1)
	last := (from + size) &^ (page - 1)
	if first < last {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, first, last-first, unix.MADV_DONTNEED)
	}
}
