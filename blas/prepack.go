package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// Packed is one operand of GEMM in the format of the micro-kernels, for use in many products. It
// is a copy: later changes of the matrix do not reach it. Any number of goroutines may use one at
// once. It belongs to the kernels in use when it was packed.
type Packed[T dense.Float] struct {
	row     *kernel.Kernel[T]
	left    bool
	m, k    int // of op(X), or of its transpose on the right: the panels' rows and the length of sums
	kc, all int // depth of a block, and the panels' rows rounded up
	data    []T // block by block of the sums, panel by panel
}

// Pack packs op(x), x or its transpose, to stand on one side of products: Left as op(A), Right as
// op(B). It costs what one product spends on packing that operand, 1 to 5 % of it at order 1000,
// once instead of each time; products whose other dimension is small gain most.
func Pack[T dense.Float](side Side, trans Transpose, x dense.Matrix[T]) *Packed[T] {
	checkEnum("Pack", "side", side)
	checkEnum("Pack", "transpose", trans)
	check("Pack", "x", &x)
	p := &Packed[T]{row: row[T](), left: side == Left}
	p.m, p.k = opShape(trans == Trans, x)
	flip := trans == Trans // panels hold rows of op(A), or columns of op(B)
	if !p.left {
		p.m, p.k, flip = p.k, p.m, !flip
	}
	if p.m == 0 || p.k == 0 {
		return p
	}
	w := p.row.W
	p.kc, p.all = depth(p.k, w), roundUp(p.m, w)
	p.data = dense.Aligned[T](p.all * p.k)
	o := operand[T]{x.Data, x.Stride, flip}
	for l := 0; l < p.k; l += p.kc {
		k := min(p.kc, p.k-l)
		packPanels(p.row, flip, p.m, k, o.from(0, l), x.Stride, p.data[p.all*l:], w*k)
	}
	return p
}

// Bytes returns the size of the copy: that of the matrix, its panels padded to whole vectors.
func (p *Packed[T]) Bytes() int { return len(p.data) * size[T]() }

// Side returns the side of products on which it stands.
func (p *Packed[T]) Side() Side {
	if p.left {
		return Left
	}
	return Right
}

// from returns the panels of the block of depth k at l from row i on, a multiple of W.
func (p *Packed[T]) from(l, k, i int) []T { return p.data[p.all*l+i*k:] }

// GemmPacked computes C = alpha*P*op(X) + beta*C for a P packed to stand Left, C = alpha*op(X)*P +
// beta*C for one on the Right. Rules and panics are Gemm's; it also panics if Select has chosen
// other kernels since P was packed. It returns the bytes of X that it held packed at a time. Cost:
// 2mnk flops, and the packing of X.
func GemmPacked[T dense.Float](trans Transpose, alpha T, p *Packed[T], x dense.Matrix[T], beta T, c dense.Matrix[T]) (packedBytes int) {
	g := newPackedProduct(trans, alpha, p, &x, beta, &c)
	if g.m == 0 || g.n == 0 {
		return 0
	}
	if beta != 0 || alpha == 0 || g.k == 0 {
		scale(beta, c)
	}
	switch {
	case alpha == 0 || g.k == 0:
		return 0
	case p.left:
		return g.leftPacked(p)
	}
	return g.rightPacked(p)
}

// CheckPacked panics where GemmPacked would, and does nothing else.
func CheckPacked[T dense.Float](trans Transpose, p *Packed[T], x, c dense.Matrix[T]) {
	newPackedProduct(trans, 1, p, &x, 0, &c)
}

// newPackedProduct checks a product with a packed operand.
func newPackedProduct[T dense.Float](trans Transpose, alpha T, p *Packed[T], x *dense.Matrix[T], beta T, c *dense.Matrix[T]) product[T] {
	checkEnum("GemmPacked", "transpose", trans)
	check("GemmPacked", "x", x)
	check("GemmPacked", "c", c)
	if p.row != row[T]() {
		panic("blas: GemmPacked: p was packed for the kernels called " + p.row.Name)
	}
	g := product[T]{row: p.row, k: p.k, alpha: alpha, set: beta == 0, c: c.Data, ldc: c.Stride}
	o := operand[T]{x.Data, x.Stride, trans == Trans}
	xm, xn := opShape(trans == Trans, *x)
	if p.left {
		g.m, g.n, g.b = p.m, xn, o
	} else {
		g.m, g.n, g.a = xm, p.m, o
		xm, xn = xn, xm
	}
	if xm != p.k {
		badShape("GemmPacked", "x", x.Rows, x.Cols, p.k, xn)
	}
	if c.Rows != g.m || c.Cols != g.n {
		badShape("GemmPacked", "c", c.Rows, c.Cols, g.m, g.n)
	}
	return g
}

// leftPacked multiplies slab after slab of op(B), which it packs, with the panels of P.
func (g *product[T]) leftPacked(p *Packed[T]) (bytes int) {
	w := g.row.W
	nv := evenly(g.n, slabLimit(g.row, p.kc), w*g.row.MR)
	ws := borrow[T]()
	defer ws.giveBack()
	slab := ws.takeB(roundUp(nv, w) * p.kc)
	for l := 0; l < g.k; l += p.kc {
		for j := 0; j < g.n; j += nv {
			s := block{l: l, j: j, m: g.m, k: min(p.kc, g.k-l), n: min(nv, g.n-j)}
			g.nextBlock(&s, p.kc, nv, 0)
			packPanels(g.row, !g.b.trans, s.n, s.k, g.b.from(l, j), g.b.ld, slab, w*s.k)
			panels := (s.m + w - 1) / w
			for i := 0; i < s.m; i += w {
				f := fetch[T]{panel: p.from(l, s.k, (i+w)%p.all)}
				f.from = f.panel
				if s.nextK > 0 {
					g.aheadOfB(&s, &f, panels-i/w, rowsAhead)
				}
				g.stripe(min(w, s.m-i), s.n, s.k, p.from(l, s.k, i), slab, g.c[i*g.ldc+j:], g.set && l == 0, &f)
			}
		}
	}
	return len(slab) * size[T]()
}

// rightPacked multiplies op(A), which it packs panel by panel at its first use, with slabs of P.
func (g *product[T]) rightPacked(p *Packed[T]) (bytes int) {
	w := g.row.W
	nv, mu := evenly(g.n, slabLimit(g.row, p.kc), w*g.row.MR), evenly(g.m, panelRows[T](sharedBytes, p.kc, w), w)
	ws := borrow[T]()
	defer ws.giveBack()
	pa := ws.takeA(roundUp(mu, w) * p.kc)
	for i := 0; i < g.m; i += mu {
		for l := 0; l < g.k; l += p.kc {
			for j := 0; j < g.n; j += nv {
				s := block{i: i, l: l, j: j, m: min(mu, g.m-i), k: min(p.kc, g.k-l), n: min(nv, g.n-j), packs: j == 0}
				g.block(&s, pa, p.from(l, s.k, j), &walk{})
			}
		}
	}
	return len(pa) * size[T]()
}
