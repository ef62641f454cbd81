package tile

import (
	"heddle/dense"
	"heddle/task"
)

// Grid is a row-major matrix cut into tiles that are views of it, with one Datum a tile. No
// element is copied. Tile (i, j) starts at row i*MB and column j*NB.
type Grid[T dense.Float] struct {
	MB, NB     int // rows and columns of a tile; those at the end may have fewer
	Rows, Cols int // tiles down, tiles across
	matrix     dense.Matrix[T]
	datum      []task.Datum
}

// Cut returns m cut into tiles of mb x nb. It panics if mb or nb is less than 1.
func Cut[T dense.Float](m dense.Matrix[T], mb, nb int) *Grid[T] {
	if mb < 1 || nb < 1 {
		panic("tile: Cut: mb or nb < 1")
	}
	g := &Grid[T]{MB: mb, NB: nb, Rows: ceil(m.Rows, mb), Cols: ceil(m.Cols, nb), matrix: m}
	g.datum = make([]task.Datum, g.Rows*g.Cols)
	return g
}

// Tile returns tile (i, j), 0 <= i < Rows, 0 <= j < Cols, a view. It panics outside of that.
func (g *Grid[T]) Tile(i, j int) dense.Matrix[T] {
	g.check(i, j)
	m := g.matrix
	r, c := i*g.MB, j*g.NB
	return m.View(r, c, min(g.MB, m.Rows-r), min(g.NB, m.Cols-c))
}

// Datum returns the Datum of tile (i, j). It panics where Tile does.
func (g *Grid[T]) Datum(i, j int) *task.Datum {
	g.check(i, j)
	return &g.datum[i*g.Cols+j]
}

// check panics where there is no tile (i, j): one column too far is the next row's first tile.
func (g *Grid[T]) check(i, j int) {
	if uint(i) >= uint(g.Rows) || uint(j) >= uint(g.Cols) {
		outside("", i, j, g.Rows, g.Cols)
	}
}
