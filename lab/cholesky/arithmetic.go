package cholesky

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/task"
)

// Arithmetic is a library of kernels, on one goroutine, for tiles that are column-major and
// contiguous: the leading dimension is the number of rows. Unlike heddle's own kernels, which convert
// from and to row-major storage while the clock runs, it finds its tiles made, as rivals find theirs:
// so what differs between heddle's strategies on it and a rival is the runtime alone.
type Arithmetic interface {
	// Name says which library with which kernels: "OpenBLAS 0.3.21 SkylakeX".
	Name() string
	// Potrf factors the lower triangle of the n x n tile a, and returns LAPACK's info.
	Potrf(n int, a []float64) (info int)
	// Trsm computes B = B L^-T for the m x n tile b, L being the lower triangle of the n x n tile l.
	Trsm(m, n int, l, b []float64)
	// Syrk computes C = C - A A^T in the lower triangle of the n x n tile c; a is n x k.
	Syrk(n, k int, a, c []float64)
	// Gemm computes C = C - A B^T; c is m x n, a m x k, b n x k.
	Gemm(m, n, k int, a, b, c []float64)
}

// Library is an Arithmetic for each size of tiles: which kernels of a library are its fastest
// depends on that.
type Library interface {
	// ForTile returns the kernels for tiles of nb rows, always the same. The first call for an
	// nb may take as long as it takes to try them.
	ForTile(nb int) Arithmetic
}

// kernels are the three operations of the factorization, on the tiles of a Problem.
type kernels interface {
	Potrf(k int) error
	Trsm(i, k int)
	Update(i, j, k int)
}

// foreign are the kernels of an Arithmetic.
type foreign struct {
	*Problem
	with Arithmetic
}

func (f foreign) Potrf(k int) error {
	if info := f.with.Potrf(f.tiles.Dim(k), f.tiles.Tile(k, k)); info != 0 {
		return &blas.NotPositiveDefiniteError{Minor: k*f.tiles.NB + info}
	}
	return nil
}

func (f foreign) Trsm(i, k int) {
	f.with.Trsm(f.tiles.Dim(i), f.tiles.Dim(k), f.tiles.Tile(k, k), f.tiles.Tile(i, k))
}

func (f foreign) Update(i, j, k int) {
	t := f.tiles
	if i == j {
		f.with.Syrk(t.Dim(i), t.Dim(k), t.Tile(i, k), t.Tile(i, i))
		return
	}
	f.with.Gemm(t.Dim(i), t.Dim(j), t.Dim(k), t.Tile(i, k), t.Tile(j, k), t.Tile(i, j))
}

// eachColumn calls f for the part of each column of A that lies in a tile, with the column of the
// tile: the rows from i0 on of column j.
func (f foreign) eachColumn(do func(i0, j int, column []float64)) {
	t := f.tiles
	f.Runtime.For2(task.Lower(0, t.Tiles), task.Dynamic(1), func(bi, bj int) {
		rows := t.Dim(bi)
		for c := range t.Dim(bj) {
			do(bi*t.NB, bj*t.NB+c, t.Tile(bi, bj)[c*rows:][:rows])
		}
	})
}

// fill makes the tiles.
func (f foreign) fill() {
	f.eachColumn(func(i0, j int, column []float64) {
		for r := range column {
			column[r] = dense.SPDAt[float64](f.Seed, f.n, i0+r, j)
		}
	})
}

// gather puts the factor into A.
func (f foreign) gather() {
	f.eachColumn(func(i0, j int, column []float64) {
		for r, v := range column {
			if i0+r >= j {
				f.A.Set(i0+r, j, v)
			}
		}
	})
}
