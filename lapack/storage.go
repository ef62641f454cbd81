package lapack

import (
	"sync"

	"heddle/dense"
	"heddle/tile"
)

// Fresh memory costs a page fault for every page, which is a fifth of the time of a factorization,
// so tiles are kept between calls; the garbage collector empties the pools when it needs to.
var (
	pool64 sync.Pool // of *tile.Lower[float64]
	pool32 sync.Pool // of *tile.Lower[float32]
)

func pool[T dense.Float]() *sync.Pool {
	var zero T
	if _, single := any(zero).(float32); single {
		return &pool32
	}
	return &pool64
}

// borrow returns tiles of the given layout with arbitrary contents.
func borrow[T dense.Float](l tile.Layout) (*tile.Lower[T], error) {
	old, _ := pool[T]().Get().(*tile.Lower[T])
	if old == nil {
		old = new(tile.Lower[T])
	}
	return old.Reuse(l)
}

// giveBack keeps l for a later borrow. No task may be using it.
func giveBack[T dense.Float](l *tile.Lower[T]) {
	pool[T]().Put(l)
}
