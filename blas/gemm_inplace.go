package blas

// inPlace reports whether A is broadcast from its rows, where they lie, and not packed: where C is small,
// so that packing A is not used often. Rows 4 KiB apart, which meet in one set of the first-level
// cache, are no slower, as there are W of them only.
func (g *product[T]) inPlace() bool {
	return g.row.GemmRows != nil && !g.a.trans && g.m <= inPlaceMost && g.n <= inPlaceMost
}

// inPlaceMost is how many rows and columns of C that may be. Measured on Zen 4, medians of A packed over A in
// place, interleaved, one worker and two: n = 500 1.005 1.025; 600 1.00 1.03; 800 0.99 1.01; 1000 1.01 1.01;
// 1200 1.005 1.02; 300 x 300, k = 3000 1.04 1.04; but 1500 0.985 0.99; 2000 0.97 0.995; 4000 x 500, k = 1000
// 0.98 0.97. At times two cores have different third-level caches, and what one packs is far from the
// other: then 500 to 1200 is 1.06 to 1.09.
var inPlaceMost = 1280

// rowsAheadInPlace is rowsAhead where A is not packed: the kernel has room for more of them then.
const rowsAheadInPlace = 7

// slabLimit is slabLimit for this product: where A is not packed there is room for a third more, which
// gains 0.3 to 1 % at n = 520 to 1200.
func (g *product[T]) slabLimit(kc int) int {
	if g.inPlace() {
		kc = kc * 3 / 4
	}
	return slabLimit(g.row, kc)
}

// panelLen is how many elements of A are packed, mu rows, kc deep: a panel at least, for rows and
// columns that the kernel for A in place does not do.
func (g *product[T]) panelLen(mu, kc int) int {
	if g.inPlace() {
		mu = g.row.W
	}
	return roundUp(mu, g.row.W) * kc
}

// rowsInPlace updates rows i..end-1 of the C of block s, W at a time, from A as it lies, with `left`
// panels of rows to go. Fewer rows than W are packed in scratch.
func (g *product[T]) rowsInPlace(s *block, i, end, left int, scratch, pb []T) {
	r := g.row
	w, lda, set := r.W, g.a.ld, g.set && s.l == 0
	call, edge := r.GemmRows, r.GemmEdgeRows
	if set {
		call, edge = r.GemmSetRows, r.GemmEdgeSetRows
	}
	whole := wholePanels(s.n, w, r.MR)
	a, c := g.a.from(s.i+i, s.l), g.c[(s.i+i)*g.ldc+s.j:]
	for ; i+w <= end; i += w {
		if whole > 0 {
			next := fetch[T]{from: a}
			if s.nextK > 0 {
				g.aheadOfB(s, &next, left, rowsAheadInPlace)
			}
			after, afterRows := &a[0], min(w, s.m-i-w)
			if afterRows > 0 {
				after = &a[w*lda]
			}
			call(s.k, whole/w, &pb[0], w*s.k, &a[0], lda, &c[0], w, g.ldc, g.alpha, after, afterRows, &next.from[0], next.rows, next.lines, next.ld)
		}
		if whole < s.n {
			v := (s.n - whole + w - 1) / w
			edge(s.k, v, &pb[whole*s.k], w*s.k, &a[0], lda, &c[whole], w, g.ldc, g.alpha, w, s.n-whole-(v-1)*w)
		}
		if left--; i+w < end {
			a, c = a[w*lda:], c[w*g.ldc:]
		}
	}
	if i < end {
		packPanels(r, false, end-i, s.k, a, lda, scratch, w*s.k)
		g.fringe(end-i, 0, s.n, s.k, scratch, pb, c, set)
	}
}
