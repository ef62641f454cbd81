package lapack

import (
	"heddle/blas"
	"heddle/dense"
	"heddle/task"
	"heddle/tile"
)

// Gemm submits C = alpha*op(A)*op(B) + beta*C, a task for every product of two tiles. op(A) and C
// must be cut alike in rows, op(B) and C in columns, op(A)'s columns like op(B)'s rows, or it
// panics. A and B may be the same Grid; C may be neither. Terms are added in rising order, so the
// result has the same bits whatever runs when. Cost: 2mnk flops (BLAS: dgemm).
func Gemm[T dense.Float](s *task.Scope, ta, tb blas.Transpose, alpha T, a, b *tile.Grid[T], beta T, c *tile.Grid[T]) {
	rows, inner := opSize(ta, a)
	inner2, cols := opSize(tb, b)
	mb, kb := opIndex(ta, a.MB, a.NB)
	kb2, nb := opIndex(tb, b.MB, b.NB)
	if !sameCut(rows, c.Rows, mb, c.MB) || !sameCut(cols, c.Cols, nb, c.NB) || !sameCut(inner, inner2, kb, kb2) {
		panic("lapack: Gemm: tiles do not match")
	}
	for i := range rows {
		for j := range cols {
			if inner == 0 {
				scale(s, beta, c, i, j)
			}
			for k := range inner {
				first := beta
				if k > 0 {
					first = 1
				}
				gemmTask(s, ta, tb, alpha, a, b, first, c, i, j, k)
			}
		}
	}
}

// gemmTask submits C(i,j) = alpha*op(A)(i,k)*op(B)(k,j) + beta*C(i,j).
func gemmTask[T dense.Float](s *task.Scope, ta, tb blas.Transpose, alpha T, a, b *tile.Grid[T], beta T, c *tile.Grid[T], i, j, k int) {
	ai, ak := opIndex(ta, i, k)
	bk, bj := opIndex(tb, k, j)
	s.Go(func() {
		blas.Gemm(ta, tb, alpha, a.Tile(ai, ak), b.Tile(bk, bj), beta, c.Tile(i, j))
	}, a.Datum(ai, ak).In(), b.Datum(bk, bj).In(), c.Datum(i, j).InOut(), labelGemm)
}

// scale submits C(i,j) = beta*C(i,j): a product with nothing inside.
func scale[T dense.Float](s *task.Scope, beta T, c *tile.Grid[T], i, j int) {
	s.Go(func() {
		m := c.Tile(i, j)
		none := dense.Matrix[T]{Rows: m.Rows, Stride: 1}
		blas.Gemm(blas.NoTrans, blas.NoTrans, 1, none, dense.Matrix[T]{Cols: m.Cols, Stride: max(1, m.Cols)}, beta, m)
	}, c.Datum(i, j).InOut(), labelGemm)
}

// sameCut reports whether a dimension of na tiles of size a is cut like one of nb tiles of size b.
func sameCut(na, nb, a, b int) bool {
	return na == nb && (na <= 1 || a == b)
}

// opSize returns the number of tiles of op(G), down and across.
func opSize[T dense.Float](t blas.Transpose, g *tile.Grid[T]) (rows, cols int) {
	return opIndex(t, g.Rows, g.Cols)
}

// opIndex returns the indices in G of tile (i, j) of op(G).
func opIndex(t blas.Transpose, i, j int) (int, int) {
	if t == blas.Trans {
		return j, i
	}
	return i, j
}

var labelGemm = task.Label("gemm")
