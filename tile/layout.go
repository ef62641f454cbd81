package tile

import "math/bits"

// Layout says where the tiles of the lower triangle of an N x N matrix lie in one slice. Tile
// (i, j), i >= j, holds rows i*NB to i*NB+Dim(i)-1 and columns j*NB to j*NB+Dim(j)-1. Tiles
// follow each other row by row. Each is stored in panels: Width of its rows side by side,
// column after column (see package blas), the last panel padded. A tile on the diagonal is
// padded in its columns as well, so that Padded(i) can stand for Dim(i) everywhere.
//
// A Layout is arithmetic; it holds no data.
type Layout struct {
	N     int // order of the matrix
	NB    int // rows and columns of a tile: a multiple of Width
	Width int // rows of a panel: 4, or a multiple of 4
	Tiles int // tiles a side: ceil(N/NB)
}

// NewLayout returns the layout of an n x n matrix in tiles nb wide. nb is rounded up to a
// multiple of the panel width, hence only the last tile of a row or column can be narrower. It
// panics if n < 0, if nb < 1, or if width is not a positive multiple of 4 (which keeps every
// tile on a 64-byte boundary).
func NewLayout(n, nb, width int) Layout {
	if n < 0 {
		panic("tile: NewLayout: n < 0")
	}
	if nb < 1 {
		panic("tile: NewLayout: nb < 1")
	}
	if width < 4 || width%4 != 0 {
		panic("tile: NewLayout: width is not a positive multiple of 4")
	}
	nb = min(nb, max(n, 1), 1<<30) // no wider than the matrix; and the next line cannot overflow
	nb += (width - nb%width) % width
	return Layout{N: n, NB: nb, Width: width, Tiles: ceil(n, nb)}
}

// ForTiles returns the layout of an n x n matrix in about t tiles a side: NB is n/t rounded up
// to a multiple of width, and Tiles is at most t. It panics if t < 1, and where NewLayout does.
func ForTiles(n, t, width int) Layout {
	if t < 1 {
		panic("tile: ForTiles: t < 1")
	}
	return NewLayout(n, max(1, ceil(n, t)), width)
}

// Dim returns the number of rows of the tiles in tile row i, which is also the number of
// columns of the tiles in tile column i: NB, less for the last.
func (l Layout) Dim(i int) int {
	return min(l.NB, l.N-i*l.NB)
}

// Padded returns Dim(i) rounded up to a multiple of Width.
func (l Layout) Padded(i int) int {
	d := l.Dim(i)
	return d + (l.Width-d%l.Width)%l.Width
}

// Index numbers the tiles of the lower triangle row by row: i*(i+1)/2 + j.
func (l Layout) Index(i, j int) int64 {
	return int64(i)*(int64(i)+1)/2 + int64(j)
}

// ceil returns a/b rounded up, for a >= 0 and b > 0, without overflow.
func ceil(a, b int) int {
	c := a / b
	if a%b != 0 {
		c++
	}
	return c
}

// Offset returns the position of the first element of tile (i, j).
func (l Layout) Offset(i, j int) int64 {
	nb := int64(l.NB)
	return nb*nb*l.Index(i, 0) + int64(j)*nb*int64(l.Padded(i))
}

// Size returns the number of elements of tile (i, j), padding included.
func (l Layout) Size(i, j int) int64 {
	return int64(l.Padded(i)) * int64(l.Padded(j))
}

// Len returns the number of elements of all tiles together, and whether it fits in 63 bits.
func (l Layout) Len() (n int64, ok bool) {
	if l.Tiles == 0 {
		return 0, true
	}
	// All elements are fewer than side*side, for side = N and the padding of the last tile.
	side := uint64(l.N) + uint64(l.Width)
	if hi, lo := bits.Mul64(side, side); hi != 0 || lo >= 1<<63 {
		return 0, false
	}
	last := l.Tiles - 1
	return l.Offset(last, last) + l.Size(last, last), true
}
