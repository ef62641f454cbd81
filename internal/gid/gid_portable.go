//go:build !(amd64 || arm64) || purego

package gid

import (
	"bytes"
	"runtime"
	"strconv"
)

// ID returns the number in the first line of the goroutine's own stack trace,
// "goroutine 18 [running]:". The format has not changed since Go 1.
func ID() uintptr {
	var buf [64]byte
	line := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	num, _, _ := bytes.Cut(line, []byte(" "))
	n, err := strconv.ParseUint(string(num), 10, 64)
	if err != nil {
		panic("gid: cannot read the goroutine's number in its stack trace")
	}
	return uintptr(n)
}
