//go:build !linux

package dense

// preferHuge does nothing: large pages cannot be asked for, or come by themselves.
func preferHuge[T Float]([]T, int) {}
