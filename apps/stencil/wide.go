package stencil

import (
	"heddle/dense"
	"heddle/internal/sell"
)

// wide holds the entries of a matrix whose rows are lines of nx points, where a row may have
// twelve entries below the diagonal, in four groups of three, and the neighbour, and likewise
// above: what a stencil of 27 points has. A group is three neighbouring points of another
// line. Groups are numbered in order of distance. An entry that a row lacks is a zero.
type wide struct {
	nx        int
	dlow, dup [4]int // distance, column - row, of the middle entry of a group
	has       []line

	// The entries below and above the diagonal, line after line, in slices of 8 rows: see
	// package sell. The neighbour is the last entry of a row.
	low, up []float64
	stride  int // of a line in them
}

// line says which groups below and above the diagonal the rows of a line have, group 0 in bit
// 0 and so on.
type line struct{ low, up uint8 }

// distances returns the distances of w's entries, the diagonal's 0 among them, in order.
func (w *wide) distances() []int {
	var d []int
	for _, g := range w.dlow {
		d = append(d, g-1, g, g+1)
	}
	d = append(d, -1, 0, 1)
	for _, g := range w.dup {
		d = append(d, g-1, g, g+1)
	}
	return d
}

// newWide returns the wide rows, still without entries, that have entries at the distances d;
// nil if there are none.
func newWide(d []int, rows int) *wide {
	if len(d) != 27 {
		return nil
	}
	w := &wide{nx: d[16]}
	if w.nx < 3 || rows%w.nx != 0 {
		return nil
	}
	for g := range 4 {
		w.dlow[g], w.dup[g] = d[3*g+1], d[16+3*g]
		if w.dlow[g]%w.nx != 0 || w.dup[g]%w.nx != 0 {
			return nil
		}
	}
	for k, x := range w.distances() {
		if d[k] != x {
			return nil
		}
	}
	w.has = make([]line, rows/w.nx)
	w.stride = sell.Slices(w.nx) * sell.Entries * sell.Rows
	return w
}

// guard is the zeros that a vector needs before its elements: as many as the longest run has
// rows, for groups that are not there.
func (w *wide) guard() int { return (max(longest, w.nx) + 7) &^ 7 }

// allocate makes room for the entries. The error is a *dense.SizeError if there is none.
func (w *wide) allocate() error {
	store, err := dense.Make[float64](2*len(w.has), w.stride)
	if err != nil {
		return err
	}
	n := len(w.has) * w.stride
	w.low, w.up = store.Data[:n:n], store.Data[n:2*n:2*n]
	return nil
}

// set stores entry k of row i, in order of distance without the diagonal. It reports whether
// it may be there: whether it is a point of the same line or of the one that its group is for.
func (w *wide) set(i, k int, v float64) bool {
	l := i / w.nx
	x := i % w.nx
	side := k%3 - 1 // the entry's x less the row's
	half, e := w.low, k
	switch {
	case k < 12:
		w.has[l].low |= 1 << (k / 3)
	case k == 12:
		side = -1
	case k == 13:
		half, e, side = w.up, 12, 1
	default:
		half, e, side = w.up, k-14, (k-14)%3-1
		w.has[l].up |= 1 << (e / 3)
	}
	half[l*w.stride+x/sell.Rows*(sell.Entries*sell.Rows)+e*sell.Rows+x%sell.Rows] = v
	return x+side >= 0 && x+side < w.nx
}

// around sets a to the elements of x at distances d from n rows, a run, from row lo on, as far as bit g
// of has says that d[g] is there. For the others it takes zeros before the first row, which
// nobody writes: the entries there are zeros too.
func (x *Vector) around(a *[4][]float64, d *[4]int, has uint8, lo, n int) {
	for g := range a {
		at := 0
		if has>>g&1 != 0 {
			at = x.guard + lo + d[g]
		}
		a[g] = x.all[at:][:n]
	}
}
