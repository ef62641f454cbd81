package lapack

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/tile"
)

// CholeskyTiles holds one tiled factorization in progress, A = L*L' in place: the row-major
// matrix A, tiles in panels, and the operations on tiles from which every schedule is built. Tiles
// below the diagonal are updated where they lie in A; their TRSM leaves them in panels as well, as
// operands of updates. Tiles on the diagonal are converted by the first operation on them and
// back by their POTRF. There is no pass over the matrix besides, and what comes from memory comes
// while kernels compute: a factorization that converted every tile when it was first used took
// 4 % longer at n = 512 and 1024 on two workers.
//
// For every step k, Potrf(k) comes first, then Trsm(i, k) for all i > k, then Update(i, j, k)
// for all i >= j > k; each tile sees its steps in rising order. Operations that this leaves
// unordered may run at the same time. The result has the same bits for every valid order.
type CholeskyTiles[T dense.Float] struct {
	*tile.Lower[T]
	uplo blas.Uplo
	a    dense.Matrix[T]
	inv  []T // reciprocals of the diagonal of L, tile after tile; Potrf(k) writes the k-th NB
}

// NewCholeskyTiles returns the operations for the triangle uplo of a, in the tiles of l, whose
// contents are overwritten. It panics if a is not square, if its order is not l's, or if the
// panels of l are not those of package blas.
func NewCholeskyTiles[T dense.Float](uplo blas.Uplo, a dense.Matrix[T], l *tile.Lower[T]) *CholeskyTiles[T] {
	checkSquare("NewCholeskyTiles", a)
	if l.N != a.Rows {
		panic("lapack: NewCholeskyTiles: tiles of another order than a")
	}
	if l.Width != blas.PanelWidth[T]() {
		panic("lapack: NewCholeskyTiles: panel width of the tiles is not that of blas")
	}
	return &CholeskyTiles[T]{Lower: l, uplo: uplo, a: a, inv: dense.Aligned[T](l.Tiles * l.NB)}
}

// Potrf factors tile (k, k). It returns a *blas.NotPositiveDefiniteError with the order of the
// leading minor of the whole matrix that is not positive; no operation may follow.
func (c *CholeskyTiles[T]) Potrf(k int) error {
	if k == 0 {
		c.Load(0, 0)
	}
	minor := blas.PotrfPanels(c.Padded(k), c.Tile(k, k), c.Inverse(k))
	if minor != 0 {
		return &blas.NotPositiveDefiniteError{Minor: k*c.NB + minor}
	}
	c.Store(k, k)
	return nil
}

// Trsm solves X*L(k,k)' = A(i,k), i > k, in place, and leaves X in panels as well.
func (c *CholeskyTiles[T]) Trsm(i, k int) {
	trans := blas.NoTrans
	if c.uplo == blas.Upper {
		trans = blas.Trans
	}
	blas.TrsmPanelsRows(trans, c.Tile(k, k), c.Inverse(k), c.block(i, k), c.Tile(i, k))
}

// Update subtracts step k from tile (i, j), i >= j > k: A(i,j) -= L(i,k)*L(j,k)' (GEMM), of which
// only the lower triangle if i = j (SYRK).
func (c *CholeskyTiles[T]) Update(i, j, k int) {
	if i == j {
		if k == 0 {
			c.Load(i, i)
		}
		blas.SyrkPanels(c.Padded(i), c.NB, c.Tile(i, k), c.Tile(i, i))
		return
	}
	x, y := i, j
	if c.uplo == blas.Upper {
		x, y = j, i
	}
	blas.GemmPanelsRows(c.NB, c.Tile(x, k), c.Tile(y, k), c.block(i, j))
}

// Inverse returns the reciprocals of the diagonal of L(k,k), which Potrf(k) writes.
func (c *CholeskyTiles[T]) Inverse(k int) []T {
	return c.inv[k*c.NB : k*c.NB+c.Padded(k)]
}

// Load converts tile (i, j) from row-major storage, for whoever keeps a tile in panels from first to
// last; of the operations only those on the diagonal use it.
func (c *CholeskyTiles[T]) Load(i, j int) {
	dst, src := c.Tile(i, j), c.block(i, j)
	switch upper := c.uplo == blas.Upper; {
	case upper && i == j:
		blas.PackPanelsUpper(dst, src)
	case upper:
		blas.PackPanelsTrans(dst, src)
	case i == j:
		blas.PackPanelsLower(dst, src)
	default:
		blas.PackPanels(dst, src)
	}
}

// Store converts tile (i, j) to row-major storage.
func (c *CholeskyTiles[T]) Store(i, j int) {
	src, dst := c.Tile(i, j), c.block(i, j)
	switch upper := c.uplo == blas.Upper; {
	case upper && i == j:
		blas.UnpackPanelsUpper(dst, src)
	case upper:
		blas.UnpackPanelsTrans(dst, src)
	case i == j:
		blas.UnpackPanelsLower(dst, src)
	default:
		blas.UnpackPanels(dst, src)
	}
}

// block returns the block of the row-major matrix that holds tile (i, j) of L, or its transpose for
// Upper.
func (c *CholeskyTiles[T]) block(i, j int) dense.Matrix[T] {
	if c.uplo == blas.Upper {
		i, j = j, i
	}
	return c.a.View(i*c.NB, j*c.NB, c.Dim(i), c.Dim(j))
}
