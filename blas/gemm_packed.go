package blas

import "heddle/internal/kernel"

// The blocks of the packed product: blockK x blockV of B, packed, stay in the second-level cache
// beside what is prefetched; blockU x blockK of A, packed, in the third; a panel of A in the first.
// Beyond the second-level cache a flop moves 4/blockV bytes of A and 8/k of C, read and written,
// k <= blockK: where neighbours slow that, a longer k gains what an L2 of 1 MiB (Zen 5) cannot hold.
// blockK 384 against 256 on Emerald Rapids (2 MiB), 20th percentiles and medians of interleaved
// runs in percent of peak: n=1024 88.0/90.9 against 83.7/90.4, disturbed 70.1/73.3 against
// 66.5/69.0; 1000 82.5/88.5 against 76.9/90.1; blockK 512, blockV 144 to 384 are within the noise.
const (
	blockV = 192
	blockU = 4000
)

var blockK = deepest(kernel.L2Cache())

func deepest(l2 int) int {
	if l2 >= 2<<20 {
		return 384
	}
	return 256
}

// evenly cuts n into equal parts of at most limit elements, multiples of q, and returns the length
// of a part.
func evenly(n, limit, q int) int {
	parts := (n + limit - 1) / limit
	return min(n, roundUp((n+parts-1)/parts, q))
}

// packed computes the product block by block. Columns of C are the vector operand (panels of B's
// transpose), rows of C the broadcast operand (panels of A). A is packed panel by panel when it is
// first used, beside the first block of B.
func (g *product[T]) packed() {
	w := g.row.W
	kc, nv, mu := evenly(g.k, blockK, w), evenly(g.n, blockV, w*g.row.MR), evenly(g.m, blockU, w)
	ws := borrow[T]()
	defer ws.giveBack()
	pa, pb := ws.takeA(roundUp(mu, w)*kc), ws.takeB(roundUp(nv, w)*kc)
	for i := 0; i < g.m; i += mu {
		for l := 0; l < g.k; l += kc {
			for j := 0; j < g.n; j += nv {
				s := block{i: i, l: l, j: j, m: min(mu, g.m-i), k: min(kc, g.k-l), n: min(nv, g.n-j)}
				s.nextL, s.nextJ = l, j+nv
				if s.nextJ >= g.n {
					s.nextL, s.nextJ = l+kc, 0
				}
				s.nextK, s.nextN = min(kc, g.k-s.nextL), min(nv, g.n-s.nextJ)
				packPanels(g.row, !g.b.trans, s.n, s.k, g.b.from(l, j), g.b.ld, pb, w*s.k)
				g.block(&s, pa, pb)
			}
		}
	}
}

// block updates the part of C that belongs to one block, panel of A by panel of A.
func (g *product[T]) block(s *block, pa, pb []T) {
	w := g.row.W
	for i := 0; i < s.m; i += w {
		rows, panel := min(w, s.m-i), pa[i*s.k:]
		if s.j == 0 {
			packPanels(g.row, g.a.trans, rows, s.k, g.a.from(s.i+i, s.l), g.a.ld, panel, w*s.k)
		}
		ahead := g.ahead(s, i, pa)
		g.stripe(rows, s.n, s.k, panel, pb, g.c[(s.i+i)*g.ldc+s.j:], g.set && s.l == 0, &ahead)
	}
}

// stripe updates rows <= W rows and n columns of C from one panel of A and those of B.
func (g *product[T]) stripe(rows, n, k int, a, pb, c []T, set bool, ahead *fetch[T]) {
	r := g.row
	w := r.W
	whole, edge, wholeAhead := r.Gemm, r.GemmEdge, r.GemmAhead
	if set {
		whole, edge, wholeAhead = r.GemmSet, r.GemmEdgeSet, r.GemmSetAhead
	}
	j := 0
	if rows == w {
		j = wholePanels(n, w, r.MR)
	}
	switch {
	case j == 0:
	case ahead.panel != nil && wholeAhead != nil:
		tiles := (j/w + r.MR - 1) / r.MR
		pace := (4*w + tiles - 1) / tiles // the panel's k*w elements in k/4 * tiles rounds
		wholeAhead(k, j/w, &pb[0], w*k, &a[0], &c[0], w, g.ldc, g.alpha, &ahead.from[0], ahead.rows, ahead.lines, ahead.ld, &ahead.panel[0], pace)
	default:
		whole(k, j/w, &pb[0], w*k, &a[0], &c[0], w, g.ldc, g.alpha)
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
