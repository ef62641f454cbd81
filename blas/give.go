package blas

// walk is the way of one goroutine through a packed product, row block by row block, within one
// K-panel by K-panel, within one slab by slab of columns. What it gives away is cut off the product: rows
// at the end, or columns at the end or at the beginning.
type walk struct {
	part  Part            // as it was at first: where the product's C lies in the whole, and its bound
	give  func(Part) bool // nil: nobody wants anything
	from  int             // where the sums begin: those before are in C
	first int             // the first column that is left
}

// leastGift is how many multiply-adds are worth giving away: 70 to 140 us of work, for which whoever
// gets it packs both operands. A variable for tests.
var leastGift = 4 << 20

// share offers a part of what is left of g, at row i of block s, to whoever wants it: about half. Its sums
// may have been begun, but no panel of them is half done: it begins with one K-panel, this or the next, and
// gets that one's bits.
func (g *product[T]) share(t *walk, s *block, i int) {
	switch later := g.m - s.i - s.m; {
	case later > 0:
		g.giveRows(t, s, later)
	case s.l+s.k == g.k && s.j+s.n == g.n:
		g.giveRest(t, s, i)
	default:
		g.giveColumns(t, s, i)
	}
}

// giveRows offers rows after the block's, of which there are `later`.
func (g *product[T]) giveRows(t *walk, s *block, later int) {
	w := g.row.W
	row := roundUp(g.m-min(later, (s.m+later)/2), w)
	if t.offer(row, g.m-row, 0, g.n, t.from, g.k) {
		g.m = row
	}
}

// giveRest offers rows of the last block of all.
func (g *product[T]) giveRest(t *walk, s *block, i int) {
	row := roundUp(i+max(1, (s.m-i)/2), g.row.W)
	if t.offer(s.i+row, s.m-row, s.j, s.n, s.l, g.k) {
		s.m, g.m = row, s.i+row
	}
}

// giveColumns offers columns of the last rows, whichever are more: at the end, of slabs that have not
// been begun in this K-panel, or at the beginning, of slabs that are done in it.
func (g *product[T]) giveColumns(t *walk, s *block, i int) {
	kc, q := depth(g.k, g.row.W), g.row.W*g.row.MR
	after := (g.k - s.l - 1) / kc // K-panels after this one
	work := s.n*(s.m-i)/s.m + g.n - s.j - s.n + (g.n-t.first)*after
	tail := g.n - roundUp(g.n-min(work/(2*(after+1)), g.n-s.j-s.n), q)
	head := 0
	if after > 0 {
		head = min(work/(2*after), s.j-t.first) / q * q
	}
	switch {
	case tail*(after+1) >= head*after:
		if t.offer(s.i, s.m, g.n-tail, tail, s.l, g.k) {
			g.n -= tail
		}
	case t.offer(s.i, s.m, t.first, head, s.l+s.k, g.k):
		t.first += head
	}
}

// offer offers a part of the product, whose sums are begun up to from and end at k, and reports whether
// it has been taken.
func (t *walk) offer(row, rows, col, cols, from, k int) bool {
	if rows*cols*(k-from) < leastGift {
		return false
	}
	p := t.part
	p.Row, p.Rows, p.Col, p.Cols, p.from = p.Row+row, rows, p.Col+col, cols, from
	p.scaled = true
	return t.give(p)
}
