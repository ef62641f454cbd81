//go:build !race

package deque

// put writes a slot that a late thief may be reading. Plain is safe: a pointer is written
// in one piece, the store is ordered before the one of bottom that exposes it, and the
// late thief throws away what it read, since its CAS on top fails. An atomic store would
// be an XCHG of 5 ns for each element, exposed or not.
func put[T any](slot **T, x *T) { *slot = x }
