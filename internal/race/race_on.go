//go:build race

// Package race tells the race detector what assembly touched. The detector sees the loads and
// stores that the compiler instruments, and assembly has none; so whoever calls assembly in a
// program built with -race declares the memory it reads and writes. In other builds every
// function here is empty and inlined away.
package race

import (
	"runtime"
	"unsafe"
)

// Enabled reports whether the program was built with -race.
const Enabled = true

// Read declares that the caller reads n bytes from p. It does nothing where n <= 0.
func Read(p unsafe.Pointer, n int) {
	if n > 0 {
		runtime.RaceReadRange(p, n)
	}
}

// Write declares that the caller writes n bytes from p. It does nothing where n <= 0.
func Write(p unsafe.Pointer, n int) {
	if n > 0 {
		runtime.RaceWriteRange(p, n)
	}
}
