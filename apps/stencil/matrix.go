// Package stencil holds what hpccg and hpcg have in common: sparse matrices whose rows come in
// lines, such as those of a stencil on a grid, vectors for them, and the cutting of a grid
// into blocks of lines.
//
// A matrix is general: every entry is stored and read, and which entries there are is found
// from the entries alone. What is exploited is that neighbouring rows have their entries at
// the same distance from the diagonal. The distances that occur in a line of rows are stored
// once for the line, and most often they are those of another line as well; a row that lacks
// an entry that others of its line have stores a zero. So indices cost next to nothing (a
// sliced ELL format would need at least a byte an entry), and a line of rows can be worked
// through in straight loops. Entries below and above the diagonal lie apart, since the half
// of a Gauss-Seidel sweep needs only one of the two.
package stencil

import "fmt"

// A Matrix is a square sparse matrix, in lines of rows. Its methods work on the lines lo <= l
// < hi, that is rows lo*Line to hi*Line-1; on distinct lines they may run at the same time as
// far as the vectors allow.
type Matrix struct {
	Rows int // and columns
	Line int // rows of a line; Rows is a multiple
	NNZ  int // entries, without the zeros that fill up the lines

	diag, inv []float64 // the diagonal, and one over it, by row
	low, up   []float64 // entries below and above the diagonal, row by row in order of column
	lines     []lineOf
	patterns  []pattern
}

// lineOf is where the entries of a line of rows begin, and which pattern they have.
type lineOf struct {
	low, up int
	pattern int
}

// pattern is the distances column - row of the entries of a line, below and above the
// diagonal, as segments of consecutive distances.
type pattern struct {
	low, up   []segment
	nlow, nup int  // entries of a row
	wide      bool // four segments of three and the neighbour, on both sides: see wide.go
}

// segment is consecutive columns: their distance from the row is at, at+1, ... at+n-1.
type segment struct{ at, n int }

// A Vector has an element for each row of a Matrix, and zeros around them: entries that
// only fill up a line may lie outside of the matrix.
type Vector struct {
	Rows []float64 // the elements
	all  []float64 // with guard zeros on both sides
}

// guard is the zeros before and after a vector's elements.
func (m *Matrix) guard() int { return (m.Line + 7) &^ 7 }

// NewVector returns a vector of zeros for m.
func (m *Matrix) NewVector() Vector {
	g := m.guard()
	all := make([]float64, m.Rows+2*g)
	return Vector{all[g : g+m.Rows : g+m.Rows], all}
}

// Bytes returns the size of the entries below and above the diagonal, with the zeros that fill
// up the lines.
func (m *Matrix) Bytes() (below, above int) { return 8 * len(m.low), 8 * len(m.up) }

// Diagonal returns element i of the diagonal.
func (m *Matrix) Diagonal(i int) float64 { return m.diag[i] }

// SetDiagonal replaces element i of the diagonal. It panics if d is 0.
func (m *Matrix) SetDiagonal(i int, d float64) {
	if d == 0 {
		panic(fmt.Sprintf("stencil: the diagonal is 0 in row %d", i))
	}
	m.diag[i], m.inv[i] = d, 1/d
}
