package task

import (
	"math"
	"math/bits"
)

// A Space is a set of index pairs (i, j), numbered row by row: what a nest of two loops
// runs over. For2 collapses the nest, so that a schedule deals out pairs, not rows, and a
// triangle is shared as evenly as a rectangle.
type Space struct {
	triangle bool
	i0, j0   int
	rows     uint64
	cols     uint64 // of a rectangle
}

// Rect is i0 <= i < i1, j0 <= j < j1. It is empty where i1 <= i0 or j1 <= j0.
func Rect(i0, i1, j0, j1 int) Space {
	return Space{i0: i0, j0: j0, rows: extent(i0, i1), cols: extent(j0, j1)}
}

// Lower is the lower triangle with its diagonal: lo <= j <= i < hi. It is empty where
// hi <= lo.
func Lower(lo, hi int) Space {
	return Space{triangle: true, i0: lo, j0: lo, rows: extent(lo, hi)}
}

// StrictLower is the lower triangle without its diagonal: lo <= j < i < hi.
func StrictLower(lo, hi int) Space {
	n := extent(lo, hi)
	if n == 0 {
		return Space{}
	}
	return Space{triangle: true, i0: lo + 1, j0: lo, rows: n - 1}
}

// extent returns max(0, hi-lo), which an int cannot always hold.
func extent(lo, hi int) uint64 {
	if hi <= lo {
		return 0
	}
	return uint64(hi) - uint64(lo)
}

// Len returns the number of pairs. It panics if an int cannot hold it.
func (s Space) Len() int {
	n, ok := s.count()
	if !ok {
		panic("task: Space: more pairs than an int can count")
	}
	return n
}

func (s Space) count() (int, bool) {
	a, b := s.rows, s.cols
	if s.triangle {
		if s.rows > math.MaxUint32 {
			return 0, false
		}
		a, b = below(s.rows), 1
	}
	hi, lo := bits.Mul64(a, b)
	return int(lo), hi == 0 && lo <= math.MaxInt
}

// row returns the row of pair k, counted from 0, and how far into the row it is.
func (s Space) row(k uint64) (r, c uint64) {
	if !s.triangle {
		return k / s.cols, k % s.cols
	}
	// r is the largest number with r (r+1) / 2 <= k. k < 2^63, so r < 2^32, and 2k+1/4 is
	// rounded by less than one part in 2^52: the root is off by less than 1.
	r = uint64(math.Sqrt(2*float64(k)+0.25) - 0.5)
	for below(r) > k {
		r--
	}
	for below(r+1) <= k {
		r++
	}
	return r, k - below(r)
}

// below returns r (r+1) / 2, the number of pairs of a triangle before row r, for r <= 2^32.
func below(r uint64) uint64 {
	if r%2 == 0 {
		return r / 2 * (r + 1)
	}
	return (r + 1) / 2 * r
}

// each calls f for the pairs numbered from lo to hi-1.
func (s Space) each(lo, hi uint64, f func(i, j int)) {
	if lo >= hi {
		return
	}
	left := hi - lo
	r, c := s.row(lo)
	for {
		width := s.cols
		if s.triangle {
			width = r + 1
		}
		n := min(width-c, left)
		i := int(uint64(s.i0) + r)
		j := int(uint64(s.j0) + c)
		for range n {
			f(i, j)
			j++
		}
		if left -= n; left == 0 {
			return
		}
		r++
		c = 0
	}
}
