//go:build !(amd64 || arm64) || purego

package gid

import (
	"bytes"
	"runtime"
	"strconv"
	"sync"
)

// Quick tells whether ID takes no more than some nanoseconds.
const Quick = false

// buffers are for the first line of a trace, which would go to the heap at each call.
var buffers = sync.Pool{New: func() any { return new([64]byte) }}

// ID returns the number in the first line of the goroutine's own stack trace,
// "goroutine 18 [running]:". The format has not changed since Go 1.
func ID() uintptr {
	buf := buffers.Get().(*[64]byte)
	defer buffers.Put(buf)
	line := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	num, _, _ := bytes.Cut(line, []byte(" "))
	n, err := strconv.ParseUint(string(num), 10, 64)
	if err != nil {
		panic("gid: cannot read the goroutine's number in its stack trace")
	}
	return uintptr(n)
}
