package blas

import "heddle/dense"

// pieces is C cut into strips of rows, or of columns, that are computed one by one, each by one
// goroutine.
type pieces[T dense.Float] struct {
	count, length int // strips, and rows or columns of each but the last
	columns       bool
}

// rowPieces cuts m rows into strips of length.
func rowPieces[T dense.Float](m, length int) pieces[T] {
	return pieces[T]{count: (m + length - 1) / length, length: length}
}

// piece returns strip i of the product.
func (p pieces[T]) piece(g *product[T], i int) product[T] {
	at := i * p.length
	if p.columns {
		return g.part(0, g.m, at, min(p.length, g.n-at))
	}
	return g.part(at, min(p.length, g.m-at), 0, g.n)
}

// workOfPiece is how many multiply-adds make a piece: some 200 us. soloWork is up to what a
// product stays one piece: to ask another worker takes as long.
const (
	workOfPiece = 8 << 20
	soloWork    = 1 << 20
)

// pieceBytes bounds what one goroutine packs of op(A) for a piece: such products have few rows, or
// one slab of columns, for which a panel is used once.
const pieceBytes = 256 << 10

// cut cuts a product that shares nothing into pieces.
func (g *product[T]) cut(p path) pieces[T] {
	if g.m*g.n*g.k <= soloWork {
		return rowPieces[T](g.m, g.m)
	}
	q := g.row.W * g.row.MR
	along := func(n int) int { return evenly(n, max(q, min(workOfPiece/(4*g.k), n/2)), q) }
	switch p {
	case thinRows, thinRowsByDots:
		length := along(g.n)
		return pieces[T]{count: (g.n + length - 1) / length, length: length, columns: true}
	case thinColumnsByStrips:
		return rowPieces[T](g.m, along(g.m))
	}
	q = 4 * g.row.W
	rows := max(q, workOfPiece/(g.n*g.k)/q*q)
	if p == packedPath { // each piece packs all of B
		rows = max(rows, 512)
	}
	return rowPieces[T](g.m, evenly(g.m, min(rows, max(q, g.m/2)), q))
}

// shares reports whether members share a packed panel: whether there are enough rows and columns
// to use one often.
func (g *product[T]) shares(p path) bool {
	return p == packedPath && g.m*g.n*g.k > soloWork && g.n >= 2*g.row.W*g.row.MR && g.m >= 8*g.row.W
}

// packedBytes is what one goroutine packs, at a time, of a product that shares nothing.
func (g *product[T]) packedBytes(p path, cut pieces[T]) int {
	if p != packedPath || g.k == 0 {
		return 0
	}
	part := cut.piece(g, 0)
	return part.workspaceBytes()
}
