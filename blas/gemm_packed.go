package blas

import (
	"cmp"

	"heddle/dense"
	"heddle/internal/kernel"
)

// The blocks of the packed product: a slab of B, blockK deep, packed, stays in the second-level cache
// beside what is prefetched; a panel of A, packed, of 10 MiB in the third; a panel of A in the first.
// Beyond the second-level cache a flop moves 4/columns bytes of A and 8/k of C, read and written,
// k <= blockK: where neighbours slow that, a longer k gains what an L2 of 1 MiB (Zen 5) cannot hold.
// On Emerald Rapids (2 MiB), two workers, malleable, interleaved, % of peak (medians): blockK 512
// against 384, with chunks in a row (see begin) against without, n=1000 92.3/86.5, 2048 90.8/88.4;
// one worker 94 in both. blockK 256: 3 to 6 % less; blockV 144 to 384 are within the noise.
var blockK, slabBytes = depths(kernel.L2Cache())

// depths returns the length of sums and the bytes of a slab: 192 columns of float64.
func depths(l2 int) (k, slab int) {
	k = 256
	if l2 >= 2<<20 {
		k = 512
	}
	return k, 192 * 8 * k
}

// panelRows returns how many rows of A may be packed together in so many bytes, a multiple of q.
func panelRows[T dense.Float](bytes, kc, q int) int {
	return max(q, bytes/(size[T]()*kc)/q*q)
}

// depth returns how deep the blocks of sums of length k are. Sums half as long again as blockK are
// not cut: C, read and written once more for each block, costs more than narrower slabs do.
func depth(k, w int) int {
	if 2*k <= 3*blockK {
		return k
	}
	return evenly(k, blockK, w)
}

// slabLimit returns how many columns of B may be packed together, sums being kc long.
func slabLimit[T dense.Float](r *kernel.Kernel[T], kc int) int {
	q := r.W * r.MR
	return max(q, slabBytes/(size[T]()*kc)/q*q)
}

// size is the bytes of an element.
func size[T dense.Float]() int {
	var zero T
	if _, single := any(zero).(float32); single {
		return 4
	}
	return 8
}

// evenly cuts n into equal parts of at most limit elements, multiples of q, and returns the length
// of a part.
func evenly(n, limit, q int) int {
	parts := (n + limit - 1) / limit
	return min(n, roundUp((n+parts-1)/parts, q))
}

// blocks returns the depth of a block, the rows of A and the columns of B that are packed.
func (g *product[T]) blocks() (kc, mu, nv int) {
	w := g.row.W
	kc = depth(g.k, w)
	return kc, evenly(g.m, panelRows[T](cmp.Or(g.panel, sharedBytes), kc, w), w), evenly(g.n, g.slabLimit(kc), w*g.row.MR)
}

// workspaceBytes is what packed packs at a time.
func (g *product[T]) workspaceBytes() int {
	kc, mu, nv := g.blocks()
	return size[T]() * (g.panelLen(mu, kc) + kc*roundUp(nv, g.row.W))
}

// packed computes the product block by block. Columns of C are the vector operand (panels of B's
// transpose), rows of C the broadcast operand: panels of A, each packed when it is first used, beside
// the first block of B, or its rows in place.
func (g *product[T]) packed() { g.packedBy(&walk{}) }

// packedBy is packed for what is left of the product, which shrinks as t gives parts away.
func (g *product[T]) packedBy(t *walk) {
	w := g.row.W
	kc, mu, nv := g.blocks()
	ws := borrow[T]()
	defer ws.giveBack()
	pa, pb := ws.takeA(g.panelLen(mu, kc)), ws.takeB(roundUp(nv, w)*kc)
	for i := 0; i < g.m; i += mu {
		for l := t.from; l < g.k; l += kc {
			for j := t.first; j < g.n; j += nv {
				s := block{i: i, l: l, j: j, m: min(mu, g.m-i), k: min(kc, g.k-l), n: min(nv, g.n-j), packs: j == t.first}
				g.nextBlock(&s, kc, nv, t.first)
				packPanels(g.row, !g.b.trans, s.n, s.k, g.b.from(l, j), g.b.ld, pb, w*s.k)
				g.block(&s, pa, pb, t)
			}
		}
	}
}

// nextBlock sets the block of B that is packed after s; K-panels begin at column first.
func (g *product[T]) nextBlock(s *block, kc, nv, first int) {
	s.nextL, s.nextJ = s.l, s.j+nv
	if s.nextJ >= g.n {
		s.nextL, s.nextJ = s.l+kc, first
	}
	s.nextK, s.nextN = min(kc, g.k-s.nextL), min(nv, g.n-s.nextJ)
}

// block updates the part of C that belongs to one block, panel of A by panel of A.
func (g *product[T]) block(s *block, pa, pb []T, t *walk) {
	w, inPlace := g.row.W, g.inPlace()
	for i := 0; i < s.m; i += w {
		if t.give != nil && i/w%chunkPanels == 0 {
			g.share(t, s, i)
		}
		if inPlace {
			g.rowsInPlace(s, i, min(i+chunkPanels*w, s.m), (s.m-i+w-1)/w, pa, pb)
			i += (chunkPanels - 1) * w
			continue
		}
		ahead := g.ahead(s, i, pa)
		rows, panel := min(w, s.m-i), pa[i*s.k:]
		if s.packs {
			packPanels(g.row, g.a.trans, rows, s.k, g.a.from(s.i+i, s.l), g.a.ld, panel, w*s.k)
		}
		g.stripe(rows, s.n, s.k, panel, pb, g.c[(s.i+i)*g.ldc+s.j:], g.set && s.l == 0, &ahead)
	}
}

// stripe updates rows <= W rows and n columns of C from one panel of A and those of B.
func (g *product[T]) stripe(rows, n, k int, a, pb, c []T, set bool, ahead *fetch[T]) {
	r := g.row
	w := r.W
	whole, wholeAhead := r.Gemm, r.GemmAhead
	if set {
		whole, wholeAhead = r.GemmSet, r.GemmSetAhead
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
	g.fringe(rows, j, n, k, a, pb, c, set)
}

// fringe is stripe for columns j..n-1, which are no whole panels, or of fewer rows than a panel has.
func (g *product[T]) fringe(rows, j, n, k int, a, pb, c []T, set bool) {
	w, edge := g.row.W, g.row.GemmEdge
	if set {
		edge = g.row.GemmEdgeSet
	}
	for j < n {
		cols := min(n-j, w*g.row.MR)
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
