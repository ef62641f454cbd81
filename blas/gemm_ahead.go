package blas

import "heddle/dense"

// block is one step of the packed product: the m x k elements of A from (i, l) times the k x n of B
// from (l, j); and the block of B to be packed after it, nextK <= 0 if there is none.
type block struct {
	i, l, j, m, k, n           int
	nextL, nextJ, nextK, nextN int
	packs                      bool // it is the first that uses these rows of A, and packs them
}

// fetch is what the kernel prefetches while it multiplies: rows rows of `lines` cache lines, ld
// elements apart, and a packed panel of A.
type fetch[T dense.Float] struct {
	from            []T
	rows, lines, ld int
	panel           []T // nil if there is nothing to prefetch
}

// rowsAhead is how many rows of the next block of B are prefetched beside a panel of A: towards the
// end of a block, since what comes too early has left the cache when it is packed. At n = 2048 a
// block moves 7 MB through it.
const rowsAhead = 4

// ahead returns what to prefetch beside the panel of A at row i: in the first block of a sweep the
// next panel of A, which is packed right after, and where it is packed to; then that panel as it
// was packed, and at the end of a block the next block of B.
func (g *product[T]) ahead(s *block, i int, pa []T) (f fetch[T]) {
	w := g.row.W
	after, left := i+w, (s.m-i+w-1)/w
	if after >= s.m {
		after = 0
	}
	f.panel = pa[after*s.k:]
	f.from = f.panel
	switch {
	case s.packs && after > 0:
		g.aheadOfA(s, &f, after)
	case !s.packs && s.nextK > 0:
		g.aheadOfB(s, &f, left, rowsAhead)
	}
	return f
}

// aheadOfA sets the rows of f to those of the panel of A from row i of the block on.
func (g *product[T]) aheadOfA(s *block, f *fetch[T], i int) {
	f.from, f.rows, f.ld = g.a.from(s.i+i, s.l), min(g.row.W, s.m-i), g.a.ld
	n := s.k
	if g.a.trans {
		f.rows, n = n, f.rows
	}
	f.lines = lines[T](n)
}

// aheadOfB sets the rows of f to the share of the next block of B that is due with `left` of a
// block's panels of A to go, so many rows beside each.
func (g *product[T]) aheadOfB(s *block, f *fetch[T], left, each int) {
	rows, n := s.nextK, s.nextN
	if g.b.trans {
		rows, n = n, rows
	}
	from := max(0, rows-left*each)
	if f.rows = rows - (left-1)*each - from; f.rows <= 0 {
		f.rows = 0
		return
	}
	l, j := s.nextL+from, s.nextJ
	if g.b.trans {
		l, j = s.nextL, s.nextJ+from
	}
	f.from, f.lines, f.ld = g.b.from(l, j), lines[T](n), g.b.ld
}

// lines returns the cache lines of 64 bytes that n elements fill.
func lines[T dense.Float](n int) int { return (n*size[T]() + 63) / 64 }
