package blas

// The blocks of the packed product: kc x nv of B, packed, stay in the second-level cache; mu x kc
// of A, packed, in the third; a panel of A in the first.
const (
	blockK = 256
	blockV = 192
	blockU = 4000
)

// evenly cuts n into equal parts of at most limit elements, multiples of q, and returns the length
// of a part.
func evenly(n, limit, q int) int {
	parts := (n + limit - 1) / limit
	return min(n, roundUp((n+parts-1)/parts, q))
}

// packed computes the product block by block. Columns of C are the vector operand (panels of B's
// transpose), rows of C the broadcast operand (panels of A).
func (g *product[T]) packed() {
	w := g.row.W
	kc, nv, mu := evenly(g.k, blockK, w), evenly(g.n, blockV, w*g.row.MR), evenly(g.m, blockU, w)
	ws := borrow[T]()
	defer ws.giveBack()
	pa, pb := ws.takeA(roundUp(mu, w)*kc), ws.takeB(roundUp(nv, w)*kc)
	for i := 0; i < g.m; i += mu {
		for l := 0; l < g.k; l += kc {
			k := min(kc, g.k-l)
			m := min(mu, g.m-i)
			packPanels(g.row, g.a.trans, m, k, g.a.from(i, l), g.a.ld, pa, w*k)
			for j := 0; j < g.n; j += nv {
				n := min(nv, g.n-j)
				packPanels(g.row, !g.b.trans, n, k, g.b.from(l, j), g.b.ld, pb, w*k)
				g.block(m, n, k, pa, pb, g.c[i*g.ldc+j:], g.set && l == 0)
			}
		}
	}
}

// block updates m x n elements of C with packed operands, panel of A by panel of A.
func (g *product[T]) block(m, n, k int, pa, pb, c []T, set bool) {
	for i := 0; i < m; i += g.row.W {
		g.stripe(min(g.row.W, m-i), n, k, pa[i*k:], pb, c[i*g.ldc:], set)
	}
}

// stripe updates rows <= W rows and n columns of C from one panel of A and those of B.
func (g *product[T]) stripe(rows, n, k int, a, pb, c []T, set bool) {
	r := g.row
	w := r.W
	whole, edge := r.Gemm, r.GemmEdge
	if set {
		whole, edge = r.GemmSet, r.GemmEdgeSet
	}
	j := 0
	if rows == w {
		j = wholePanels(n, w, r.MR)
		if j > 0 {
			whole(k, j/w, &pb[0], w*k, &a[0], &c[0], w, g.ldc, g.alpha)
		}
	}
	for j < n {
		cols := min(n-j, w*r.MR)
		v := (cols + w - 1) / w
		edge(k, v, &pb[j*k], w*k, &a[0], &c[j], w, g.ldc, g.alpha, rows, cols-(v-1)*w)
		j += cols
	}
}

// wholePanels returns how many of n columns go to the kernel without fringe: all if n is a
// multiple of w, else so many micro-tiles that the fringe is joined with whole panels.
func wholePanels(n, w, mr int) int {
	if n%w == 0 {
		return n
	}
	return n / (w * mr) * (w * mr)
}
