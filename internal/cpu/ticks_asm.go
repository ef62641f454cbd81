//go:build (amd64 || arm64) && !purego

package cpu

// ticks reads the counter, without waiting for earlier instructions to end.
func ticks() int64
