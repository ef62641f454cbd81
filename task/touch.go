package task

import (
	"reflect"
	"unsafe"
)

// FirstTouch returns n zero elements in memory that lies close to rt's workers: part i of the
// slice, cut as [Member.Span] does into rt.Workers() parts, close to worker i. For an arena
// that is all of it on the arena's node; for a runtime that is pinned across nodes each loop
// Static(0) over the slice finds most of what a worker touches in the memory next to it.
//
// Linux gives a page of memory a place when it is first written: on the node of the processor
// that writes, if that has memory left and no other policy (numactl) is set. Memory of Go's
// heap has often been written before, by whoever had it last; FirstTouch therefore gives the
// pages back to the system first, and then writes zeros, each part from its worker's
// processor. A page (4 KiB, or 2 MiB where the system uses huge ones) that two parts share
// lies with one of them. Elsewhere than on Linux, and for less than a page, it is make.
//
// The elements are ordinary Go memory. It panics if n < 0. Cost: one Team, tens of microseconds,
// and the page faults: 1.2 ms a MiB on a virtual machine of 2 cores (Emerald Rapids, pages of
// 4 KiB), with one worker as with two; 0.5 ms for memory of huge pages, such as a large
// dense.Matrix has, in [Settle].
func FirstTouch[T any](rt *Runtime, n int) []T {
	x := make([]T, n)
	settle(rt, x)
	return x
}

// Settle clears x and moves its memory close to rt's workers, as [FirstTouch] does: for what
// has been allocated otherwise, a dense.Matrix's Data for instance. Nobody else may use x
// meanwhile. Memory around x that shares a page with it stays where it is.
func Settle[T any](rt *Runtime, x []T) {
	if !numeric(reflect.TypeFor[T]()) {
		clear(x) // the collector must see each pointer go, and does not see a page go
	}
	settle(rt, x)
}

// settle is Settle for x that holds no pointers but nil.
func settle[T any](rt *Runtime, x []T) {
	size := uintptr(len(x)) * unsafe.Sizeof(*new(T))
	if size < smallPage {
		clear(x)
		return
	}
	dropPages(uintptr(unsafe.Pointer(unsafe.SliceData(x))), size)
	cpus := rt.CPUs()
	rt.Team(rt.Workers(), func(m *Member) {
		if cpus != nil {
			// Whoever the member is: this worker, another that was free, or none.
			defer visit(cpus[m.Rank()])()
		}
		lo, hi := m.Span(0, len(x))
		clear(x[lo:hi]) // all of it, not a word a page: what is not dropped must be zero, too
	})
}

// smallPage is the smallest page of any machine Go runs on.
const smallPage = 1 << 12

// numeric reports whether values of type t hold no pointers.
func numeric(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Complex128:
		return true
	case k == reflect.Array:
		return numeric(t.Elem())
	case k == reflect.Struct:
		for f := range t.NumField() {
			if !numeric(t.Field(f).Type) {
				return false
			}
		}
		return true
	}
	return false
}
