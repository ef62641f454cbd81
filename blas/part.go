package blas

import "heddle/dense"

// A Part is some rows and columns of a matrix: Rows x Cols elements from (Row, Col) on.
type Part struct {
	Row, Col, Rows, Cols int
	// Panel bounds the bytes of op(A) that are packed at a time, where several parts are computed
	// at once; 0 is SharedPanelBytes. A few rows are packed in any case.
	Panel int
	// Give is called about every 50 us of a product that packs, with a part of what is left of this
	// one, about half. Where it returns true the part is somebody else's: it is a call of GemmPart
	// with otherwise the same arguments, at the same time or later. It is for whoever knows that
	// a goroutine has nothing to do. Nil: all is computed here.
	Give func(Part) bool

	// Of a part that was given away: its sums up to from are in C, which has been scaled.
	from   int
	scaled bool
}

// GemmPart computes a part of C = alpha*op(A)*op(B) + beta*C, with the bits that Gemm would give it,
// and leaves the rest of C alone: a product may be cut into parts that different goroutines compute
// at once. It returns the bytes of packed operands that it held. An empty part checks the
// arguments and does nothing. It panics as Gemm does, and if the part is not inside C.
func GemmPart[T dense.Float](ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T], part Part) (packedBytes int) {
	g, ok := newPart("GemmPart", ta, tb, alpha, &a, &b, beta, &c, part)
	if !ok {
		return 0
	}
	path := g.path()
	p := g.part(part.Row, part.Rows, part.Col, part.Cols)
	if path != packedPath {
		p.along(path)
		return 0
	}
	p.panel = part.Panel
	packedBytes = p.workspaceBytes()
	p.packedBy(&walk{part: part, give: part.Give, from: part.from})
	return packedBytes
}

// GemmPartNoCopy is GemmPart without packing at any size: operands are read where they lie. It is a
// baseline for measurements, slow where rows are far apart or, since no kernel reads B by columns,
// B is transposed.
func GemmPartNoCopy[T dense.Float](ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T], part Part) (packedBytes int) {
	g, ok := newPart("GemmPartNoCopy", ta, tb, alpha, &a, &b, beta, &c, part)
	if !ok {
		return 0
	}
	p := g.part(part.Row, part.Rows, part.Col, part.Cols)
	if tb == Trans {
		p.dots()
	} else {
		p.directInPlace()
	}
	return 0
}

// newPart checks a part of a product, scales it where that comes first, and returns the whole. It is
// not ok where nothing is left to do.
func newPart[T dense.Float](routine string, ta, tb Transpose, alpha T, a, b *dense.Matrix[T], beta T, c *dense.Matrix[T], p Part) (g product[T], ok bool) {
	m, n, k := checkGemm(routine, ta, tb, a, b, c)
	if p.Row < 0 || p.Col < 0 || p.Rows < 0 || p.Cols < 0 || p.Row > m-p.Rows || p.Col > n-p.Cols {
		panic("blas: " + routine + ": the part is not inside c")
	}
	if p.Rows == 0 || p.Cols == 0 {
		return g, false
	}
	if (alpha == 0 || k == 0 || beta != 0) && !p.scaled {
		scale(beta, c.View(p.Row, p.Col, p.Rows, p.Cols))
	}
	if alpha == 0 || k == 0 {
		return g, false
	}
	return newProduct(ta, tb, m, n, k, alpha, a, b, beta, c), true
}

// dots computes element by element from rows of B.
func (g *product[T]) dots() {
	ars, acs := g.a.ld, 1
	if g.a.trans {
		ars, acs = 1, g.a.ld
	}
	for i := range g.m {
		c := g.c[i*g.ldc:]
		for j := range g.n {
			sum, b := T(0), g.b.data[j*g.b.ld:]
			for l := range g.k {
				sum += g.a.data[i*ars+l*acs] * b[l]
			}
			if g.set {
				c[j] = g.alpha * sum
			} else {
				c[j] += g.alpha * sum
			}
		}
	}
}
