package stencil

import "fmt"

// wide holds the entries of a matrix whose rows are lines of nx points, where a row may have
// twelve entries below the diagonal, in four groups of three, and the neighbour, and likewise
// above: what a stencil of 27 points has. A group is three neighbouring points of another
// line. Groups are numbered in order of distance; the neighbour is with the last one below the
// diagonal, and with the first one above. An entry that a row lacks is a zero.
type wide struct {
	nx        int
	dlow, dup [4]int // distance, column - row, of the middle entry of a group
	has       []line

	// The groups below the diagonal: so many entries for each row, row by row, in order. The
	// fourth begins with the group and ends with the neighbour.
	low [4][]float64
	// The groups above. The first begins with the neighbour.
	up [4][]float64
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
	return w
}

// guard is the zeros that a vector needs before its elements: as many as the longest run has
// rows, for groups that are not there.
func (w *wide) guard() int { return (max(longest, w.nx) + 7) &^ 7 }

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

// set stores entry k of row i, in order of distance without the diagonal. It reports whether
// it may be there: whether it is a point of the same line or of the one that its group is for.
func (w *wide) set(i, k int, v float64) bool {
	l := &w.has[i/w.nx]
	switch {
	case k < 12:
		l.low |= 1 << (k / 3)
	case k > 13:
		l.up |= 1 << ((k - 14) / 3)
	}
	side := 0 // the entry's x less the row's
	switch {
	case k < 9:
		w.low[k/3][3*i+k%3], side = v, k%3-1
	case k < 12:
		w.low[3][4*i+k-9], side = v, k%3-1
	case k == 12:
		w.low[3][4*i+3], side = v, -1
	case k == 13:
		w.up[0][4*i], side = v, 1
	case k < 17:
		w.up[0][4*i+k-13], side = v, (k-14)%3-1
	default:
		w.up[(k-14)/3][3*i+(k-14)%3], side = v, (k-14)%3-1
	}
	x := i%w.nx + side
	return x >= 0 && x < w.nx
}

// longest is about how many rows a run has at most: so many that parts of vectors stay in the
// first-level cache for a second pass.
const longest = 512

// check panics if the rows lo <= i < hi are not whole lines.
func (w *wide) check(lo, hi int) {
	if lo%w.nx != 0 || hi%w.nx != 0 {
		panic(fmt.Sprintf("stencil: rows %d to %d are not whole lines of %d", lo, hi, w.nx))
	}
}

// runs calls f for the runs of the lines of rows lo <= i < hi, upwards.
func (w *wide) runs(lo, hi int, f func(lo, hi int)) {
	w.check(lo, hi)
	for lo < hi {
		end, same := lo+w.nx, w.has[lo/w.nx]
		for end < hi && end+w.nx-lo <= longest && w.has[end/w.nx] == same {
			end += w.nx
		}
		f(lo, end)
		lo = end
	}
}

// runsBack calls f for the runs of the lines of rows lo <= i < hi, downwards.
func (w *wide) runsBack(lo, hi int, f func(lo, hi int)) {
	w.check(lo, hi)
	for lo < hi {
		from := hi - w.nx
		same := w.has[from/w.nx]
		for from > lo && hi-from+w.nx <= longest && w.has[from/w.nx-1] == same {
			from -= w.nx
		}
		f(from, hi)
		hi = from
	}
}

// around returns the elements of x at distances d from n rows, a run, from row lo on, as far
// as bit g of has says that d[g] is there. For the others it returns zeros before the first
// row, which nobody writes: the entries there are zeros too.
func (x Vector) around(d *[4]int, has uint8, lo, n int) (a, b, c, e []float64) {
	at := x.guard + lo
	var f [4]int
	if has == 15 {
		f = [4]int{at + d[0], at + d[1], at + d[2], at + d[3]}
	} else {
		for g := range f {
			if has>>g&1 != 0 {
				f[g] = at + d[g]
			}
		}
	}
	return x.all[f[0]:][:n], x.all[f[1]:][:n], x.all[f[2]:][:n], x.all[f[3]:][:n]
}
