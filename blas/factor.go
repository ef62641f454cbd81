package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// factor is a call of Potrf after its checks. It works on panels: row-major storage is read once
// and written once. Upper is the same with transposing packing.
type factor[T dense.Float] struct {
	row   *kernel.Kernel[T]
	upper bool
	a     dense.Matrix[T]
}

// small factors a matrix that is one tile.
func (f *factor[T]) small() int {
	n, w := f.a.Rows, f.row.W
	nw := roundUp(n, w)
	ws := borrow[T]()
	defer ws.giveBack()
	p, inv := ws.takeA(nw*nw), ws.takeD(nw)
	packLower(f.row, f.upper, n, f.a.Data, f.a.Stride, p, w*nw)
	minor := potrfPanels(f.row, nw, p, w*nw, inv)
	if minor == 0 {
		unpackLower(f.row, f.upper, n, f.a.Data, f.a.Stride, p, w*nw)
	}
	return minor
}

// tileOrder is the order of the tiles of a large matrix.
const tileOrder = 192

// tiles is the lower triangle of a matrix cut into tiles in panel format, row by row of tiles.
type tiles[T dense.Float] struct {
	n, nb, count int // order, tile order, tiles a side
	p, inv       []T
}

// dim returns the order of tile row i, rounded up to whole panels.
func (t *tiles[T]) dim(i, w int) int { return roundUp(min(t.nb, t.n-i*t.nb), w) }

// at returns tile (i, j), i >= j. Every tile has the room of a full one.
func (t *tiles[T]) at(i, j int) []T {
	k := (i*(i+1)/2 + j) * t.nb * t.nb
	return t.p[k : k+t.nb*t.nb]
}

// tiled factors a large matrix tile by tile, right-looking: in a row of updates tile (i, k), the
// vector operand that is read over and over from the second-level cache, stays.
func (f *factor[T]) tiled() int {
	r := f.row
	w, n := r.W, f.a.Rows
	t := tiles[T]{n: n, nb: roundUp(evenly(n, tileOrder, w*r.MR), w)}
	t.count = (n + t.nb - 1) / t.nb
	ws := borrow[T]()
	defer ws.giveBack()
	t.p, t.inv = ws.takeA(t.count*(t.count+1)/2*t.nb*t.nb), ws.takeD(t.nb)
	for k := range t.count {
		dk := t.dim(k, w)
		f.load(&t, k, k)
		if minor := potrfPanels(r, dk, t.at(k, k), w*dk, t.inv); minor != 0 {
			return k*t.nb + minor
		}
		f.store(&t, k, k)
		for i := k + 1; i < t.count; i++ {
			di := t.dim(i, w)
			f.load(&t, i, k)
			trsmPanels(r, di/w, dk, t.at(k, k), w*dk, t.inv, t.at(i, k), w*dk)
			f.store(&t, i, k)
		}
		for i := k + 1; i < t.count; i++ {
			f.update(&t, i, k)
		}
	}
	return 0
}

// update subtracts the contribution of tile column k from row i of the tiles right of it.
func (f *factor[T]) update(t *tiles[T], i, k int) {
	w := f.row.W
	di, dk, x := t.dim(i, w), t.dim(k, w), t.at(i, k)
	for j := k + 1; j < i; j++ {
		if k == 0 {
			f.load0(t, i, j)
		}
		gemmPanels(f.row, di/w, t.dim(j, w)/w, dk, x, w*dk, t.at(j, k), w*dk, t.at(i, j), w*t.dim(j, w))
	}
	if k == 0 {
		f.load0(t, i, i)
	}
	syrkPanels(f.row, di/w, dk, x, w*dk, t.at(i, i), w*di)
}

// load packs tile (i, j) of column 0 at its first use; load0 does so for the others, when k = 0.
func (f *factor[T]) load(t *tiles[T], i, j int) {
	if j == 0 {
		f.load0(t, i, j)
	}
}

func (f *factor[T]) load0(t *tiles[T], i, j int) {
	a, rows, cols := f.block(t, i, j)
	p, step := t.at(i, j), f.row.W*t.dim(j, f.row.W)
	if i == j {
		packLower(f.row, f.upper, rows, a, f.a.Stride, p, step)
	} else {
		packPanels(f.row, f.upper, rows, cols, a, f.a.Stride, p, step)
	}
}

// store writes a finished tile back.
func (f *factor[T]) store(t *tiles[T], i, j int) {
	a, rows, cols := f.block(t, i, j)
	p, step := t.at(i, j), f.row.W*t.dim(j, f.row.W)
	if i == j {
		unpackLower(f.row, f.upper, rows, a, f.a.Stride, p, step)
	} else {
		unpackPanels(f.row, f.upper, rows, cols, a, f.a.Stride, p, step)
	}
}

// block returns the storage of tile (i, j) of the lower triangle from its first element on, and
// its rows and columns.
func (f *factor[T]) block(t *tiles[T], i, j int) (a []T, rows, cols int) {
	r, c := i*t.nb, j*t.nb
	rows, cols = min(t.nb, t.n-r), min(t.nb, t.n-c)
	if f.upper {
		r, c = c, r
	}
	return f.a.Data[r*f.a.Stride+c:], rows, cols
}
