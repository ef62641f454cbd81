package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// factor is a call of Potrf after its checks. Upper is the same with transposing packing.
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

// tileOrder is the order of the tiles of a large matrix, tileStrip how many micro-tiles wide the
// strips of one are in which it is updated.
var tileOrder, tileStrip = tileSizes(kernel.L2Cache())

// tileSizes returns them. Each tile is read and written once for each column of tiles, so that
// larger ones move less; in wide strips, what comes of a row of C comes together. On Zen 4 (1 MiB)
// with tiles of 192 in strips of one micro-tile, of 192 whole, of 240, of 240 whole, in GFLOP/s of
// 58.9, medians of 9 interleaved runs: n=2048 53.6 54.7 54.2 54.7, 4096 53.8 55.1 54.4 55.6; from 512
// to 1000 within 1 %. Tiles of 256 and more are slower again. With 2 MiB that is not measured yet.
func tileSizes(l2 int) (order, strip int) {
	if l2 >= 2<<20 {
		return 192, 1
	}
	return 240, wholeTile
}

// wholeTile is a strip as wide as any tile.
const wholeTile = 1 << 10

// tiles is a matrix cut into tiles, of which those on the diagonal and those of the column that is
// being eliminated are in panel format; all others are updated where they lie.
type tiles[T dense.Float] struct {
	n, nb, count  int // order, tile order, tiles a side
	diagonal, col []T // tiles (i, i), and tiles (i, k) of L: nb*nb elements for each i
	inv           []T
}

// dim returns the order of tile row i.
func (t *tiles[T]) dim(i int) int { return min(t.nb, t.n-i*t.nb) }

// of returns tile i of the diagonal or of the column.
func (t *tiles[T]) of(p []T, i int) []T { return p[i*t.nb*t.nb : (i+1)*t.nb*t.nb] }

// tiled factors a large matrix tile by tile, right-looking.
func (f *factor[T]) tiled() int {
	r, n := f.row, f.a.Rows
	w := r.W
	t := tiles[T]{n: n, nb: roundUp(evenly(n, tileOrder, w*r.MR), w)}
	t.count = (n + t.nb - 1) / t.nb
	ws := borrow[T]()
	defer ws.giveBack()
	all := t.count * t.nb * t.nb
	t.diagonal, t.col, t.inv = ws.takeA(all), ws.takeB(all), ws.takeD(t.nb)
	for k := range t.count {
		dk, lkk := roundUp(t.dim(k), w), t.of(t.diagonal, k)
		a, rows := f.block(&t, k, k)
		if k == 0 {
			packLower(r, f.upper, rows, a, f.a.Stride, lkk, w*dk)
		}
		if minor := potrfPanels(r, dk, lkk, w*dk, t.inv); minor != 0 {
			return k*t.nb + minor
		}
		unpackLower(r, f.upper, rows, a, f.a.Stride, lkk, w*dk)
		for i := k + 1; i < t.count; i++ {
			a, rows := f.block(&t, i, k)
			trsmRows(r, f.upper, rows, t.nb, lkk, w*dk, t.inv, a, f.a.Stride, t.of(t.col, i), w*t.nb)
		}
		for i := k + 1; i < t.count; i++ {
			f.update(&t, i, k)
		}
	}
	return 0
}

// update subtracts the contribution of tile column k from all tiles below (i, i) and from itself, or,
// with Upper, from those left of it: they are where tile (i, k) is the vector operand, which is read
// over and over from the second-level cache.
func (f *factor[T]) update(t *tiles[T], i, k int) {
	r, x := f.row, t.of(t.col, i)
	w := r.W
	from, to := i+1, t.count
	if f.upper {
		from, to = k+1, i
	}
	for j := from; j < to; j++ {
		c, _ := f.block(t, max(i, j), min(i, j))
		gemmRows(r, t.dim(j), t.dim(i), t.nb, t.of(t.col, j), w*t.nb, x, w*t.nb, c, f.a.Stride, tileStrip)
	}
	di, aii := roundUp(t.dim(i), w), t.of(t.diagonal, i)
	if k == 0 {
		a, rows := f.block(t, i, i)
		packLower(r, f.upper, rows, a, f.a.Stride, aii, w*di)
	}
	syrkPanels(r, di/w, t.nb, x, w*t.nb, aii, w*di)
}

// block returns the storage of tile (i, j) of the lower triangle from its first element on, and
// its rows.
func (f *factor[T]) block(t *tiles[T], i, j int) (a []T, rows int) {
	r, c := i*t.nb, j*t.nb
	if f.upper {
		r, c = c, r
	}
	return f.a.Data[r*f.a.Stride+c:], t.dim(i)
}
