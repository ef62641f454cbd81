//go:build race

package deque

import (
	"sync/atomic"
	"unsafe"
)

// put is atomic under the race detector, which cannot know that a late thief throws away
// what it read (see slot_norace.go).
func put[T any](slot **T, x *T) {
	atomic.StorePointer((*unsafe.Pointer)(unsafe.Pointer(slot)), unsafe.Pointer(x))
}
