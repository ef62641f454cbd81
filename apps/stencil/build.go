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

// New builds a matrix. Row appends the entries of row i to e, in order of columns, the diagonal
// among them, and returns it; it is called at most three times for each row. The error is a
// *dense.SizeError if there is no memory for the entries. New panics if a row is not in order or
// has no diagonal. Cost: some 30 ns an entry.
func New(rows int, row func(e []Entry, i int) []Entry) (*Matrix, error) {
	if rows < 1 {
		panic(fmt.Sprintf("stencil: a matrix of %d rows", rows))
	}
	store, err := dense.Make[float64](2, rows)
	if err != nil {
		return nil, err
	}
	m := &Matrix{Rows: rows, diag: store.Data[:rows:rows], inv: store.Data[rows:][:rows:rows]}
	dist := m.scan(row)
	m.wide = newWide(dist, rows)
	if m.wide != nil {
		if err := m.wide.allocate(); err != nil {
			return nil, err
		}
		if !m.fillWide(row) {
			m.wide = nil
		}
	}
	if m.wide == nil {
		m.fillPacked(row)
	}
	return m, nil
}

// scan checks the rows, stores the diagonal, counts entries, and returns their distances from
// the diagonal in order, or some of them if there are many.
func (m *Matrix) scan(row func(e []Entry, i int) []Entry) []int {
	var dist []int
	var e []Entry
	for i := range m.Rows {
		e = row(e[:0], i)
		m.NNZ += len(e)
		at := 0
		for k, c := range e {
			if k > 0 && c.Col <= e[k-1].Col || c.Col < 0 || c.Col >= m.Rows {
				panic(fmt.Sprintf("stencil: row %d has column %d out of order", i, c.Col))
			}
			if c.Col == i {
				m.SetDiagonal(i, c.Value)
			}
			d := c.Col - i
			for at < len(dist) && dist[at] < d {
				at++
			}
			if len(dist) < 100 && (at == len(dist) || dist[at] != d) {
				dist = slices.Insert(dist, at, d)
			}
		}
		if m.diag[i] == 0 {
			panic(fmt.Sprintf("stencil: row %d has no diagonal", i))
		}
	}
	return dist
}

// fillWide stores the entries, and reports whether all are where wide rows have some.
func (m *Matrix) fillWide(row func(e []Entry, i int) []Entry) bool {
	dist := m.wide.distances()
	var e []Entry
	for i := range m.Rows {
		e = row(e[:0], i)
		at := 0
		for _, c := range e {
			for dist[at] < c.Col-i {
				at++
			}
			k := at
			if at > 13 {
				k--
			}
			if at != 13 && !m.wide.set(i, k, c.Value) {
				return false
			}
		}
	}
	return true
}

func (m *Matrix) fillPacked(row func(e []Entry, i int) []Entry) {
	m.low, m.up = &packed{from: make([]int, 1, m.Rows+1)}, &packed{from: make([]int, 1, m.Rows+1)}
	var e []Entry
	for i := range m.Rows {
		e = row(e[:0], i)
		for _, c := range e {
			p := m.low
			if c.Col > i {
				p = m.up
			}
			if c.Col != i {
				p.col, p.value = append(p.col, int32(c.Col)), append(p.value, c.Value)
			}
		}
		m.low.from, m.up.from = append(m.low.from, len(m.low.col)), append(m.up.from, len(m.up.col))
	}
}

// Laplace27 returns the matrix of the 27-point operator on a grid of nx x ny x nz points, x
// fastest: diag on the diagonal and -1 for each neighbour, at corners too, that is in the
// grid. The error is a *dense.SizeError if there is no memory for it.
func Laplace27(nx, ny, nz int, diag float64) (*Matrix, error) {
	return New(nx*ny*nz, func(e []Entry, i int) []Entry {
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
