package blas

import "heddle/dense"

// block is one step of the packed product: the m x k elements of A from (i, l) times the k x n of B
// from (l, j); and the block of B to be packed after it, nextK <= 0 if there is none.
type block struct {
	i, l, j, m, k, n           int
	nextL, nextJ, nextK, nextN int
	fetched                    int // rows of the next block, as they lie in memory, prefetched so far
}

// fetch is what the kernel prefetches while it multiplies: rows rows of `lines` cache lines, ld
// elements apart.
type fetch[T dense.Float] struct {
	from            []T
	rows, lines, ld int
}

// ahead returns what to prefetch beside the panel of A at row i: in the first block of a sweep the
// next panel of A, which is packed right after; then an equal share of the next block of B.
func (g *product[T]) ahead(s *block, i int) (f fetch[T]) {
	w := g.row.W
	if s.j == 0 {
		rows, n := min(w, s.m-i-w), s.k
		if rows <= 0 {
			return f
		}
		if g.a.trans {
			rows, n = n, rows
		}
		return fetch[T]{g.a.from(s.i+i+w, s.l), rows, lines[T](n), g.a.ld}
	}
	if s.nextK <= 0 {
		return f
	}
	rows, n := s.nextK, s.nextN
	if g.b.trans {
		rows, n = n, rows
	}
	from := s.fetched
	s.fetched = min(rows, rows*(i+w)/s.m+1)
	if from >= s.fetched {
		return f
	}
	l, j := s.nextL+from, s.nextJ
	if g.b.trans {
		l, j = s.nextL, s.nextJ+from
	}
	return fetch[T]{g.b.from(l, j), s.fetched - from, lines[T](n), g.b.ld}
}

// lines returns the cache lines of 64 bytes that n elements fill.
func lines[T dense.Float](n int) int {
	var zero T
	if _, single := any(zero).(float32); single {
		return (n + 15) / 16
	}
	return (n + 7) / 8
}
