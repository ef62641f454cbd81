package stencil

import (
	"fmt"
	"slices"

	"heddle/dense"
)

// An Entry is an element of a row of a matrix.
type Entry struct {
	Col   int
	Value float64
}

// New builds a matrix of rows rows in lines of the given length. Row appends the entries of
// row i to e, in order of columns, the diagonal among them, and returns it; no line may have
// entries at more than width distances from the diagonal, beside 0. The error is a
// *dense.SizeError if there is no memory for width entries in each row. New panics if a row is
// not in order or has no diagonal, or if line does not divide rows. Cost: some 30 ns an entry.
func New(rows, line, width int, row func(e []Entry, i int) []Entry) (*Matrix, error) {
	if line < 1 || rows < 1 || rows%line != 0 {
		panic(fmt.Sprintf("stencil: %d rows in lines of %d", rows, line))
	}
	store, err := dense.Make[float64](rows, width)
	if err != nil {
		return nil, err
	}
	diag, err := dense.Make[float64](2, rows)
	if err != nil {
		return nil, err
	}
	m := &Matrix{Rows: rows, Line: line, diag: diag.Row(0), inv: diag.Row(1)}
	b := builder{m: m, row: row, width: width}
	nlow, nup := 0, 0
	for l := range rows / line {
		k := b.classify(l)
		m.lines = append(m.lines, lineOf{nlow, nup, k})
		nlow += m.patterns[k].nlow * line
		nup += m.patterns[k].nup * line
	}
	m.low, m.up = store.Data[:nlow:nlow], store.Data[nlow:][:nup:nup]
	for l := range m.lines {
		b.fill(l)
	}
	return m, nil
}

// builder holds what is needed while a matrix is built.
type builder struct {
	m     *Matrix
	width int
	row   func([]Entry, int) []Entry
	dists [][]int // of m.patterns: all distances, the diagonal's 0 among them
	e     []Entry
	seen  []int
}

// classify returns the number of the pattern of line l, which it adds if it is new.
func (b *builder) classify(l int) int {
	seen := b.seen[:0]
	for i := l * b.m.Line; i < (l+1)*b.m.Line; i++ {
		b.e = b.row(b.e[:0], i)
		b.m.NNZ += len(b.e)
		at := 0
		for k, c := range b.e {
			if k > 0 && c.Col <= b.e[k-1].Col || c.Col < 0 || c.Col >= b.m.Rows {
				panic(fmt.Sprintf("stencil: row %d has column %d out of order", i, c.Col))
			}
			d := c.Col - i
			for at < len(seen) && seen[at] < d {
				at++
			}
			if at == len(seen) || seen[at] != d {
				seen = slices.Insert(seen, at, d)
			}
		}
	}
	b.seen = seen
	for k, d := range b.dists {
		if slices.Equal(d, seen) {
			return k
		}
	}
	if len(seen)-1 > b.width {
		panic(fmt.Sprintf("stencil: rows %d to %d have entries at %d distances, want %d at most", l*b.m.Line, (l+1)*b.m.Line-1, len(seen)-1, b.width))
	}
	zero, ok := slices.BinarySearch(seen, 0)
	if !ok {
		panic(fmt.Sprintf("stencil: rows %d to %d have no diagonal", l*b.m.Line, (l+1)*b.m.Line-1))
	}
	b.dists = append(b.dists, slices.Clone(seen))
	p := pattern{low: segments(seen[:zero]), up: segments(seen[zero+1:]), nlow: zero, nup: len(seen) - zero - 1}
	p.wide = isWide(p)
	b.m.patterns = append(b.m.patterns, p)
	return len(b.m.patterns) - 1
}

// segments cuts distances into consecutive ones, three at most.
func segments(d []int) []segment {
	var s []segment
	for _, x := range d {
		if k := len(s) - 1; k >= 0 && s[k].n < 3 && s[k].at+s[k].n == x {
			s[k].n++
		} else {
			s = append(s, segment{x, 1})
		}
	}
	return s
}

// fill stores the entries of line l.
func (b *builder) fill(l int) {
	m, ln := b.m, b.m.lines[l]
	p, dists := m.patterns[ln.pattern], b.dists[ln.pattern]
	for r := range m.Line {
		i := l*m.Line + r
		b.e = b.row(b.e[:0], i)
		low := m.low[ln.low+r*p.nlow:][:p.nlow]
		up := m.up[ln.up+r*p.nup:][:p.nup]
		at := 0
		for _, c := range b.e {
			for dists[at] < c.Col-i {
				at++
			}
			switch {
			case at < p.nlow:
				low[at] = c.Value
			case at > p.nlow:
				up[at-p.nlow-1] = c.Value
			default:
				m.SetDiagonal(i, c.Value)
			}
		}
		if m.diag[i] == 0 {
			panic(fmt.Sprintf("stencil: row %d has no diagonal", i))
		}
	}
}

// Laplace27 returns the matrix of the 27-point operator on a grid of nx x ny x nz points, x
// fastest: diag on the diagonal and -1 for each neighbour, at corners too, that is in the
// grid. A line is the nx points with the same y and z. The error is a *dense.SizeError if
// there is no memory for it.
func Laplace27(nx, ny, nz int, diag float64) (*Matrix, error) {
	return New(nx*ny*nz, nx, 26, func(e []Entry, i int) []Entry {
		x, y, z := i%nx, i/nx%ny, i/nx/ny
		x0, x1 := max(x-1, 0), min(x+1, nx-1)
		for zz := max(z-1, 0); zz <= min(z+1, nz-1); zz++ {
			for yy := max(y-1, 0); yy <= min(y+1, ny-1); yy++ {
				at := (zz*ny + yy) * nx
				for c := at + x0; c <= at+x1; c++ {
					v := -1.0
					if c == i {
						v = diag
					}
					e = append(e, Entry{c, v})
				}
			}
		}
		return e
	})
}
