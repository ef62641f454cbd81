// Package stencil holds what hpccg and hpcg have in common: sparse matrices such as those of a
// stencil on a grid, vectors for them, and the cutting of a grid into blocks of lines.
//
// A matrix is general: every entry is stored and read, and which entries there are is found
// from the entries alone. What is exploited is that all rows have their entries at few
// distances from the diagonal. Where these are those of 27 points in three dimensions, four
// groups of three and the neighbour on either side, the distances are stored once, and a row
// that lacks an entry stores a zero. Thus no index is read, where a format of padded rows
// (ELL) would read at least a byte an entry. Eight rows' entries lie together, so that a line is
// worked through in vectors (package internal/sell). Any other matrix is stored in compressed
// rows. Whichever it is, work on some rows reads of a vector that others may be writing only
// lines, of the grid's nx points, in which these rows have entries.
//
// Entries below and above the diagonal lie apart, since half a symmetric Gauss-Seidel sweep
// needs only one of the two. While a line is worked on, the entries of the next one are fetched:
// a core reads an array from memory a third faster so (20 GB/s, 15 without, where that was
// measured). That is why the methods ask which line comes next.
package stencil

import (
	"fmt"

	"heddle/dense"
)

// A Matrix is a square sparse matrix. Its methods work on the rows lo <= i < hi, which must be
// whole lines of the grid if there is one; they panic if these are not. next is a row of the line
// that the caller will work on then, or negative: it says what to fetch, nothing else. On
// distinct rows they may run at the same time as far as the vectors allow.
type Matrix struct {
	Rows int // and columns
	NNZ  int // entries, without zeros that fill up rows

	diag, inv []float64 // the diagonal, and one over it, by row
	wide      *wide     // the other entries, or
	low, up   *packed
}

// A Vector has an element for each row of a Matrix, and zeros before them, which stand for lines
// that are not in the grid.
type Vector struct {
	Rows  []float64 // the elements
	all   []float64 // with the zeros
	guard int       // zeros before the first element
}

// NewVector returns a vector of zeros for m.
func (m *Matrix) NewVector() Vector {
	g := 0
	if m.wide != nil {
		g = m.wide.guard()
	}
	all := dense.Aligned[float64](m.Rows + g)
	return Vector{all[g:], all, g}
}

// Bytes returns the size of the entries below and above the diagonal: of the values, the zeros
// that fill up rows, and the columns if they are stored.
func (m *Matrix) Bytes() (below, above int) {
	if m.wide != nil {
		return 8 * len(m.wide.low), 8 * len(m.wide.up)
	}
	return 12 * len(m.low.value), 12 * len(m.up.value)
}

// Diagonal returns element i of the diagonal.
func (m *Matrix) Diagonal(i int) float64 { return m.diag[i] }

// SetDiagonal replaces element i of the diagonal. It panics if d is 0.
func (m *Matrix) SetDiagonal(i int, d float64) {
	if d == 0 {
		panic(fmt.Sprintf("stencil: the diagonal is 0 in row %d", i))
	}
	m.diag[i], m.inv[i] = d, 1/d
}

// RowSums sets y to the sum of the entries of each row, which is exact where they are small
// integers.
func (m *Matrix) RowSums(y Vector) {
	one := m.NewVector()
	for i := range one.Rows {
		one.Rows[i] = 1
	}
	m.Multiply(y, one, 0, m.Rows, -1)
}
