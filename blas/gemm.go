package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// Gemm computes C = alpha*op(A)*op(B) + beta*C, where op(X) is X or its transpose: op(A) is m x k,
// op(B) k x n, C m x n. With alpha = 0 or k = 0 neither A nor B is read; with beta = 0 C is not read,
// so NaN in it does not survive. C must not overlap A or B. Cost: 2mnk flops. It panics on shapes
// that do not fit (BLAS: dgemm).
func Gemm[T dense.Float](ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	checkEnum("Gemm", "transpose", ta|tb)
	check("Gemm", "a", &a)
	check("Gemm", "b", &b)
	check("Gemm", "c", &c)
	m, k := a.Rows, a.Cols
	if ta == Trans {
		m, k = k, m
	}
	kb, n := b.Rows, b.Cols
	if tb == Trans {
		kb, n = n, kb
	}
	if kb != k {
		badShape("Gemm", "op(b)", kb, n, k, n)
	}
	if c.Rows != m || c.Cols != n {
		badShape("Gemm", "c", c.Rows, c.Cols, m, n)
	}
	if m == 0 || n == 0 {
		return
	}
	if alpha == 0 || k == 0 {
		scale(beta, c)
		return
	}
	if beta != 0 && beta != 1 {
		scale(beta, c)
	}
	r := row[T]()
	if tb == NoTrans && k*n <= directLimit.area && !collides(k, b.Stride) {
		direct(r, ta == Trans, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta == 0, c.Data, c.Stride)
		return
	}
	g := product[T]{
		row: r, m: m, n: n, k: k, alpha: alpha, set: beta == 0,
		a: operand[T]{a.Data, a.Stride, ta == Trans},
		b: operand[T]{b.Data, b.Stride, tb == Trans},
		c: c.Data, ldc: c.Stride,
	}
	g.compute()
}

// operand is op(X) stored at data, row-major with stride ld, transposed or not.
type operand[T dense.Float] struct {
	data  []T
	ld    int
	trans bool
}

// from returns the storage of op(X) from its element (i, j) on.
func (x *operand[T]) from(i, j int) []T {
	if x.trans {
		i, j = j, i
	}
	return x.data[i*x.ld+j:]
}

// product is one call of Gemm after its checks: C += alpha*A*B, or C = alpha*A*B if set, with m, n,
// k >= 1 and alpha not 0.
type product[T dense.Float] struct {
	row     *kernel.Kernel[T]
	m, n, k int
	alpha   T
	set     bool
	a, b    operand[T]
	c       []T
	ldc     int
}

// compute takes the path that the shape asks for.
func (g *product[T]) compute() {
	d := &directLimit
	if !g.b.trans && g.k*g.n <= d.most && (d.copies || !collides(min(g.k, d.k), g.b.ld)) {
		g.directBlocks()
		return
	}
	g.packed()
}

// scale multiplies C by beta; 0 overwrites.
func scale[T dense.Float](beta T, c dense.Matrix[T]) {
	if beta == 1 {
		return
	}
	for i := range c.Rows {
		r := c.Row(i)
		if beta == 0 {
			clear(r)
			continue
		}
		for j := range r {
			r[j] *= beta
		}
	}
}
