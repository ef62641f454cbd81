package stencil

import "strconv"

// wide holds the entries of rows that have twelve entries below the diagonal, in four groups
// of three, and the neighbour, and likewise above: what a stencil of 27 points has. Groups are
// numbered in order of distance; the neighbour is with the last one below the diagonal, and
// with the first one above.
type wide struct {
	dlow, dup [4]int // distance, column - row, of the first entry of a group

	// The groups below the diagonal: so many entries for each row, row by row, in order. The
	// fourth begins with the group and ends with the neighbour.
	low [4][]float64
	// The groups above. The first begins with the neighbour.
	up [4][]float64
}

// distances returns the distances of w's entries, the diagonal's 0 among them, in order.
func (w *wide) distances() []int {
	var d []int
	for _, g := range w.dlow {
		d = append(d, g, g+1, g+2)
	}
	d = append(d, -1, 0, 1)
	for _, g := range w.dup {
		d = append(d, g, g+1, g+2)
	}
	return d
}

// newWide is asWide, where wide rows may be used.
//
// A zero that fills up a row meets an element of x that is no neighbour of the row's. Another
// goroutine may be writing it: two tasks are ordered by the entries that there are. Whichever
// value is read, and Go promises that a word is one that was written, the product is zero, so
// that results do not depend on it. But it is a race by the letter. So rows are packed, and
// only what is there is read, where a word is less than a float64, or where the race detector
// is to find the races that matter.
func newWide(d []int) *wide {
	if strconv.IntSize < 64 || detecting {
		return nil
	}
	return asWide(d)
}

// asWide returns the wide rows, still without entries, that have entries at the distances d;
// nil if there are none.
func asWide(d []int) *wide {
	if len(d) != 27 {
		return nil
	}
	w := &wide{}
	for g := range 4 {
		w.dlow[g], w.dup[g] = d[3*g], d[15+3*g]
	}
	for k, x := range w.distances() {
		if d[k] != x {
			return nil
		}
	}
	return w
}

// guard is the zeros that a vector needs before and after its elements.
func (w *wide) guard() int { return (max(-w.dlow[0], w.dup[3]+2) + 7) &^ 7 }

// divide gives the groups their parts of store, which has 26 elements for each of n rows.
func (w *wide) divide(store []float64, n int) {
	part := func(width int) []float64 {
		p := store[: width*n : width*n]
		store = store[width*n:]
		return p
	}
	for g, width := range [4]int{3, 3, 3, 4} {
		w.low[g] = part(width)
	}
	for g, width := range [4]int{4, 3, 3, 3} {
		w.up[g] = part(width)
	}
}

// set stores entry k of row i, in order of distance without the diagonal.
func (w *wide) set(i, k int, v float64) {
	switch {
	case k < 9:
		w.low[k/3][3*i+k%3] = v
	case k < 13:
		w.low[3][4*i+k-9] = v
	case k < 17:
		w.up[0][4*i+k-13] = v
	default:
		w.up[(k-14)/3][3*i+(k-14)%3] = v
	}
}

// around returns the elements that n rows from row lo on meet at the distances d: row i of the
// n meets i, i+1 and i+2 of each.
func (x Vector) around(d *[4]int, lo, n int) (a, b, c, e []float64) {
	at := x.guard + lo
	return x.all[at+d[0]:][:n+2], x.all[at+d[1]:][:n+2], x.all[at+d[2]:][:n+2], x.all[at+d[3]:][:n+2]
}
