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
	m, n, k := checkGemm("Gemm", ta, tb, &a, &b, &c)
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
	if tb == NoTrans && whole(ta == Trans, m, n, k, b.Stride) {
		direct(r, ta == Trans, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta == 0, c.Data, c.Stride)
		return
	}
	g := newProduct(ta, tb, m, n, k, alpha, &a, &b, beta, &c)
	g.compute()
}

// CheckGemm panics where Gemm would, and does nothing else.
func CheckGemm[T dense.Float](ta, tb Transpose, a, b, c dense.Matrix[T]) {
	checkGemm("Gemm", ta, tb, &a, &b, &c)
}

// checkGemm panics unless the operands of a product are matrices whose shapes fit: op(A) m x k, op(B)
// k x n, C m x n.
func checkGemm[T dense.Float](routine string, ta, tb Transpose, a, b, c *dense.Matrix[T]) (m, n, k int) {
	checkEnum(routine, "transpose", ta|tb)
	check(routine, "a", a)
	check(routine, "b", b)
	check(routine, "c", c)
	m, k = a.Rows, a.Cols
	if ta == Trans {
		m, k = k, m
	}
	kb, n := b.Rows, b.Cols
	if tb == Trans {
		kb, n = n, kb
	}
	if kb != k {
		badShape(routine, "op(b)", kb, n, k, n)
	}
	if c.Rows != m || c.Cols != n {
		badShape(routine, "c", c.Rows, c.Cols, m, n)
	}
	return m, n, k
}

// newProduct describes a product whose operands have been checked. C is scaled by beta already, or is
// to be set where beta is 0.
func newProduct[T dense.Float](ta, tb Transpose, m, n, k int, alpha T, a, b *dense.Matrix[T], beta T, c *dense.Matrix[T]) product[T] {
	return product[T]{
		row: row[T](), m: m, n: n, k: k, alpha: alpha, set: beta == 0,
		a: operand[T]{a.Data, a.Stride, ta == Trans},
		b: operand[T]{b.Data, b.Stride, tb == Trans},
		c: c.Data, ldc: c.Stride,
	}
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
	panel   int // bytes that a packed panel of A may take; 0: sharedBytes
}

// part returns the product restricted to rows i..i+m-1 and columns j..j+n-1 of C.
func (g *product[T]) part(i, m, j, n int) product[T] {
	p := *g
	p.m, p.n, p.c = m, n, g.c[i*g.ldc+j:]
	if g.k > 0 {
		p.a.data, p.b.data = g.a.from(i, 0), g.b.from(0, j)
	}
	return p
}

// A path is a way to compute a product. Each element of C is summed in an order that depends on the
// path and on k alone: parts of a product that take the path of the whole give the same bits.
type path uint8

const (
	wholePath  path = iota // nothing packed, B is small
	directPath             // nothing packed, B in blocks
	packedPath             // both operands packed, block by block
	// The large operand of a thin product read once, as it lies.
	thinRows            // few rows: B in strips of its rows
	thinRowsByDots      // few rows: rows of B as rows of C'
	thinColumns         // few columns: rows of A as rows of C
	thinColumnsByStrips // few columns: A in strips of its rows, as B of C'
)

// path returns the path that the shape asks for.
func (g *product[T]) path() path {
	d := &directLimit
	if !g.b.trans && whole(g.a.trans, g.m, g.n, g.k, g.b.ld) {
		return wholePath
	}
	if p, thin := g.thinPath(); thin {
		return p
	}
	switch {
	case g.b.trans:
		return packedPath
	case g.k*g.n <= d.most && (d.copies || !collides(min(g.k, d.k), g.b.ld)):
		return directPath
	}
	return packedPath
}

// compute takes the path that the shape asks for.
func (g *product[T]) compute() { g.along(g.path()) }

func (g *product[T]) along(p path) {
	switch p {
	case wholePath:
		direct(g.row, g.a.trans, g.m, g.n, g.k, g.alpha, g.a.data, g.a.ld, g.b.data, g.b.ld, g.set, g.c, g.ldc)
	case directPath:
		g.directBlocks()
	case packedPath:
		g.packed()
	default:
		g.thin(p)
	}
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
