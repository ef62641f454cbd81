package kernel

import "unsafe"

// at returns the address of element i from p. The table's functions take bare pointers, as
// assembly does; this and run are the only places of the twin that compute with them.
func at[T Float](p *T, i int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), i*int(unsafe.Sizeof(*p))))
}

// run returns the n elements from p + i as a slice; nil where n = 0.
func run[T Float](p *T, i, n int) []T {
	if n <= 0 {
		return nil
	}
	return unsafe.Slice(at(p, i), n)
}
