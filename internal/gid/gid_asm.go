//go:build (amd64 || arm64) && !purego

package gid

// ID returns the address of the calling goroutine's g. A goroutine keeps its g for life.
func ID() uintptr
