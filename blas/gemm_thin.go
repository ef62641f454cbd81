package blas

import "heddle/dense"

// few is up to how many rows or columns of C a product is thin: it reads one operand once and does
// little with it, so packing that operand would cost as much as all else. The other operand is
// small, and so are the copies made here of it, or of C.
const few = 16

// thinDepth is how long sums are at a time where the large operand is read row by row, a strip of
// each: as many rows as the processor follows streams, and small against the C that is read and
// written again for each.
const thinDepth = 32

// thinPath returns the path for a product of few rows or columns, if it is one, or of short sums. A
// large operand whose rows run along C is read in strips of its rows; one whose rows run along
// the sums is read by rows that stand for rows of C.
func (g *product[T]) thinPath() (path, bool) {
	switch {
	case g.m <= few && g.b.trans:
		return thinRowsByDots, true
	case g.m <= few:
		return thinRows, true
	case g.n <= few && g.a.trans:
		return thinColumnsByStrips, true
	case g.n <= few, g.b.trans && g.k <= few && g.k*g.n <= directLimit.area:
		return thinColumns, true
	}
	return 0, false
}

// thin computes the product along one of the thin paths.
func (g *product[T]) thin(p path) {
	switch p {
	case thinRows:
		g.strips()
	case thinRowsByDots:
		g.flipped((*product[T]).byRows)
	case thinColumnsByStrips:
		g.flipped((*product[T]).strips)
	default:
		g.byRows()
	}
}

// strips is for few rows of C and B as it is: thinDepth rows of B at a time, along all columns.
func (g *product[T]) strips() {
	q := g.row.W * g.row.MR
	cols := max(q, flopsPerCall/(2*g.m*thinDepth)/q*q)
	for l := 0; l < g.k; l += thinDepth {
		k := min(thinDepth, g.k-l)
		for j := 0; j < g.n; j += cols {
			direct(g.row, g.a.trans, g.m, min(cols, g.n-j), k, g.alpha, g.a.from(0, l), g.a.ld, g.b.from(l, j), g.b.ld, g.set && l == 0, g.c[j:], g.ldc)
		}
	}
}

// byRows is for few columns of C and A as it is: op(B), k x n, is laid out row by row first.
func (g *product[T]) byRows() {
	b, ldb := g.b.data, g.b.ld
	if g.b.trans {
		ws := borrow[T]()
		defer ws.giveBack()
		b, ldb = ws.takeB(g.k*g.n), g.n
		transposeInto(b, g.k, g.n, g.b.data, g.b.ld)
	}
	direct(g.row, g.a.trans, g.m, g.n, g.k, g.alpha, g.a.data, g.a.ld, b, ldb, g.set, g.c, g.ldc)
}

// flipped computes C' = op(B)'*op(A)' by f in a copy and adds its transpose to C.
func (g *product[T]) flipped(f func(*product[T])) {
	ws := borrow[T]()
	defer ws.giveBack()
	t := *g
	t.m, t.n, t.set = g.n, g.m, true
	t.a, t.b = g.b, g.a
	t.a.trans, t.b.trans = !g.b.trans, !g.a.trans
	t.c, t.ldc = ws.takeD(g.m*g.n), g.m
	f(&t)
	for i := range g.m {
		c := g.c[i*g.ldc:][:g.n]
		for j := range c {
			if v := t.c[j*t.ldc+i]; g.set {
				c[j] = v
			} else {
				c[j] += v
			}
		}
	}
}

// transposeInto writes the transpose of a, n x m with stride lda, to dst, m x n.
func transposeInto[T dense.Float](dst []T, m, n int, a []T, lda int) {
	for j := range n {
		for i, v := range a[j*lda:][:m] {
			dst[i*n+j] = v
		}
	}
}
