package blas

import "heddle/dense"

// Syrk computes one triangle of C = alpha*A*A' + beta*C, A n x k, or with Trans of
// C = alpha*A'*A + beta*C, A k x n. Scaling and reading follow Gemm. The other triangle of C is
// neither read nor written. Cost: n(n+1)k flops (BLAS: dsyrk).
func Syrk[T dense.Float](uplo Uplo, trans Transpose, alpha T, a dense.Matrix[T], beta T, c dense.Matrix[T]) {
	checkEnum("Syrk", "uplo", uplo)
	checkEnum("Syrk", "transpose", trans)
	check("Syrk", "a", &a)
	check("Syrk", "c", &c)
	n, k := a.Rows, a.Cols
	if trans == Trans {
		n, k = k, n
	}
	if c.Rows != n || c.Cols != n {
		badShape("Syrk", "c", c.Rows, c.Cols, n, n)
	}
	if n == 0 {
		return
	}
	if beta != 1 && (beta != 0 || alpha == 0 || k == 0) {
		scaleTriangle(uplo, beta, c)
	}
	if alpha == 0 || k == 0 {
		return
	}
	g := product[T]{
		row: row[T](), m: n, n: n, k: k, alpha: alpha, set: beta == 0,
		a: operand[T]{a.Data, a.Stride, trans == Trans},
		c: c.Data, ldc: c.Stride,
	}
	g.symmetric(uplo)
}

// symmetric computes one triangle of A*A': one packed copy of A is both operands.
func (g *product[T]) symmetric(uplo Uplo) {
	w := g.row.W
	kc := depth(g.k, w)
	nv := slabLimit(g.row, kc)
	ws := borrow[T]()
	defer ws.giveBack()
	p, corner := ws.takeA(roundUp(g.n, w)*kc), ws.takeD(w*w)
	for l := 0; l < g.k; l += kc {
		k := min(kc, g.k-l)
		packPanels(g.row, g.a.trans, g.n, k, g.a.from(0, l), g.a.ld, p, w*k)
		for j := 0; j < g.n; j += nv {
			g.symmetricBlock(uplo, j, min(nv, g.n-j), k, p, corner, g.set && l == 0)
		}
	}
}

// symmetricBlock updates what belongs to the triangle in columns j..j+n-1. The W x W blocks on the
// diagonal are computed in corner and added from there.
func (g *product[T]) symmetricBlock(uplo Uplo, j, n, k int, p, corner []T, set bool) {
	w := g.row.W
	from, to := j, g.n
	if uplo == Upper {
		from, to = 0, j+n
	}
	for i := from; i < to; i += w {
		rows, a, c := min(w, g.n-i), p[i*k:], g.c[i*g.ldc:]
		left, right := j, min(j+n, i) // columns of the lower triangle before the diagonal block
		if uplo == Upper {
			left, right = max(j, i+w), j+n
		}
		if left < right {
			next := p[(i+w)%roundUp(g.n, w)*k:]
			g.stripe(rows, right-left, k, a, p[left*k:], c[left:], set, &fetch[T]{from: next, panel: next})
		}
		if i >= j && i < j+n {
			g.row.GemmSet(k, 1, &a[0], w*k, &a[0], &corner[0], w*w, w, g.alpha)
			addTriangle(uplo, rows, w, corner, c[i:], g.ldc, set)
		}
	}
}

// addTriangle adds one triangle of a symmetric n x n block with stride w to C, or stores it if set.
func addTriangle[T dense.Float](uplo Uplo, n, w int, block, c []T, ldc int, set bool) {
	for i := range n {
		from, to := 0, i+1
		if uplo == Upper {
			from, to = i, n
		}
		dst := c[i*ldc+from : i*ldc+to]
		if set {
			copy(dst, block[i*w+from:])
			continue
		}
		for j := range dst {
			dst[j] += block[i*w+from+j]
		}
	}
}

// scaleTriangle multiplies one triangle of C by beta; 0 overwrites.
func scaleTriangle[T dense.Float](uplo Uplo, beta T, c dense.Matrix[T]) {
	for i := range c.Rows {
		if uplo == Lower {
			scale(beta, c.View(i, 0, 1, i+1))
		} else {
			scale(beta, c.View(i, i, 1, c.Rows-i))
		}
	}
}
