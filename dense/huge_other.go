//go:build !linux

package dense

// zeros returns n zero elements. Large pages cannot be asked for, or come by themselves.
func zeros[T Float](n int) []T { return make([]T, n) }
