package tile

import (
	"errors"
	"fmt"
	"math"

	"heddle/dense"
	"heddle/task"
)

// Lower is the lower triangle of a symmetric matrix, or a lower triangular one, in tiles: the
// storage that a Layout describes, and one Datum a tile. Tasks that touch tile (i, j) name
// Datum(i, j) in their clauses. The storage is a working copy; whoever uses it loads and stores.
type Lower[T dense.Float] struct {
	Layout
	data  []T
	datum []task.Datum
}

// NewLower returns a Lower whose elements are zero, or a *dense.SizeError, before anything is
// touched, if it is too large to be had. It costs one allocation of about n*n/2 elements, whose
// pages the system provides when they are first touched: use Reuse to keep them.
func NewLower[T dense.Float](l Layout) (*Lower[T], error) {
	return new(Lower[T]).Reuse(l)
}

// Reuse returns a Lower of the given layout in the storage of a, if that is large enough, else
// in new storage as NewLower does. The elements are those that the storage happens to hold. Not
// even a finished use of a may follow: a is invalid from here on.
func (a *Lower[T]) Reuse(l Layout) (*Lower[T], error) {
	n, ok := l.Len()
	tiles := l.Index(l.Tiles, 0)
	if !ok || n > math.MaxInt || tiles > math.MaxInt {
		return nil, &dense.SizeError{Rows: l.N, Cols: l.N, ElemSize: elemSize[T](),
			Reason: "the tiles of its lower triangle exceed the address space"}
	}
	b := &Lower[T]{Layout: l, data: a.data, datum: a.datum}
	if int64(cap(b.data)) < n {
		m, err := dense.Make[T](1, int(n))
		if err != nil {
			return nil, tooLarge(l, err)
		}
		b.data = m.Data
	}
	if int64(cap(b.datum)) < tiles {
		b.datum = make([]task.Datum, tiles)
	}
	b.data, b.datum = b.data[:n], b.datum[:tiles]
	return b, nil
}

// Tile returns the elements of tile (i, j), i >= j, in panels. It panics where there is none.
func (a *Lower[T]) Tile(i, j int) []T {
	a.check(i, j)
	from := a.Offset(i, j)
	to := from + a.Size(i, j)
	return a.data[from:to:to]
}

// Datum returns the Datum of tile (i, j), i >= j. It panics where there is none.
func (a *Lower[T]) Datum(i, j int) *task.Datum {
	a.check(i, j)
	return &a.datum[a.Index(i, j)]
}

// check panics where there is no tile (i, j): above the diagonal Index names another row's tile.
func (a *Lower[T]) check(i, j int) {
	if uint(i) >= uint(a.Tiles) || uint(j) > uint(i) {
		outside("the lower triangle of ", i, j, a.Tiles, a.Tiles)
	}
}

// outside panics; apart from the checks, so that these are inlined.
func outside(part string, i, j, rows, cols int) {
	panic(fmt.Sprintf("tile: (%d, %d) is outside of %s%d x %d tiles", i, j, part, rows, cols))
}

// tooLarge restates an error about the storage as one about the matrix.
func tooLarge(l Layout, err error) error {
	if e, ok := errors.AsType[*dense.SizeError](err); ok {
		return &dense.SizeError{Rows: l.N, Cols: l.N, ElemSize: e.ElemSize,
			Reason: "the tiles of its lower triangle: " + e.Reason}
	}
	return err
}

func elemSize[T dense.Float]() int {
	var zero T
	if _, single := any(zero).(float32); single {
		return 4
	}
	return 8
}
