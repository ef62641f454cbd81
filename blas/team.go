package blas

import "heddle/dense"

// A Team is what GemmTeam needs of the goroutines that call it together: each has a rank, 0 to
// Size()-1, and Barrier returns when all have called it. *task.Member is one. What a member wrote
// before a barrier must be visible to all after it.
type Team interface {
	Rank() int
	Size() int
	Barrier()
}

// TeamSpace is what the members of a team share during GemmTeam: the packed panels. All members
// pass the same one. Its zero value is ready; it may be used again, by one team at a time, and
// keeps its storage.
type TeamSpace[T dense.Float] struct {
	panel [2][]T // of op(A): one is multiplied while the other is packed
	bytes int    // what the last product packed, all members together
}

// PackedBytes returns the bytes of packed operands, shared and private, of the last product: the
// shared panels take [SharedPanelBytes] at most and each member's slab 576 KiB, at any size.
func (s *TeamSpace[T]) PackedBytes() int { return s.bytes }

// GemmTeam is Gemm by a team whose members all call it with the same arguments. For each K-panel
// they pack their shares of one panel of op(A), which all read; each then multiplies its own
// columns of C slab by slab, packing the slab of op(B) for itself, and meanwhile its share of the
// next panel of op(A). One barrier ends a K-panel, and one the whole: when GemmTeam returns, C is
// complete. Each element of C is summed in the same order by a team of any size, and by Gemm: the
// results have the same bits.
//
// A barrier that will never be complete is the Team's to notice: a *task.Member unwinds.
func GemmTeam[T dense.Float](tm Team, space *TeamSpace[T], ta, tb Transpose, alpha T, a, b dense.Matrix[T], beta T, c dense.Matrix[T]) {
	m, n, k := checkGemm("GemmTeam", ta, tb, &a, &b, &c)
	if m == 0 || n == 0 {
		return
	}
	x := teamwork[T]{g: newProduct(ta, tb, m, n, k, alpha, &a, &b, beta, &c), beta: beta, tm: tm, space: space}
	x.path = x.g.path()
	if alpha == 0 || k == 0 || !x.g.shares(x.path) {
		x.apart()
	} else {
		x.together()
	}
}

// teamwork is one member's view of a product.
type teamwork[T dense.Float] struct {
	g     product[T]
	beta  T
	path  path
	tm    Team
	space *TeamSpace[T]

	kc, mu int // depth and rows of a panel
}

// share returns the part of n things, in units of q, that this member takes.
func (x *teamwork[T]) share(n, q int) (from, to int) {
	units, size, rank := (n+q-1)/q, x.tm.Size(), x.tm.Rank()
	return min(n, units*rank/size*q), min(n, units*(rank+1)/size*q)
}

// apart computes rows of C, which share nothing.
func (x *teamwork[T]) apart() {
	g := &x.g
	from, to := 0, g.m
	if g.m*g.n*g.k > soloWork || g.alpha == 0 || g.k == 0 {
		from, to = x.share(g.m, g.row.W)
	} else if x.tm.Rank() > 0 {
		to = 0
	}
	if x.tm.Rank() == 0 {
		x.space.bytes = 0
		if x.path == packedPath && g.alpha != 0 && g.k > 0 {
			x.space.bytes = x.tm.Size() * g.workspaceBytes()
		}
	}
	if from < to {
		p := g.part(from, to-from, 0, g.n)
		p.scale(x.beta)
		if g.alpha != 0 && g.k > 0 {
			p.along(x.path)
		}
	}
	x.tm.Barrier()
}

// together packs and multiplies panel after panel: row block by row block and, within one, in the
// order of k.
func (x *teamwork[T]) together() {
	g := &x.g
	w := g.row.W
	x.kc = depth(g.k, w)
	x.mu = evenly(g.m, panelRows[T](x.kc, 2*w)/2, w)
	ws := borrow[T]()
	defer ws.giveBack()
	j0, j1 := x.share(g.n, w*g.row.MR)
	nv := evenly(g.n, slabLimit(g.row, x.kc), w*g.row.MR)
	slab := ws.takeB(roundUp(nv, w) * x.kc)
	if x.tm.Rank() == 0 {
		for i := range x.space.panel {
			take(&x.space.panel[i], roundUp(x.mu, w)*x.kc)
		}
		x.space.bytes = size[T]() * (2*roundUp(x.mu, w)*x.kc + x.tm.Size()*len(slab))
	}
	x.tm.Barrier()
	next, more := block{}, true
	x.limits(&next)
	x.pack(&next, 0)
	x.tm.Barrier()
	for epoch := 0; more; epoch++ {
		s := next
		next, more = x.after(s)
		x.multiply(&s, &next, more, epoch, j0, j1, evenly(j1-j0, nv, w*g.row.MR), slab)
		x.tm.Barrier()
	}
}

// limits sets the rows and the depth of the panel that begins at (s.i, s.l).
func (x *teamwork[T]) limits(s *block) {
	s.m, s.k = min(x.mu, x.g.m-s.i), min(x.kc, x.g.k-s.l)
}

// after returns the panel after s.
func (x *teamwork[T]) after(s block) (next block, more bool) {
	next.i, next.l = s.i, s.l+x.kc
	if next.l >= x.g.k {
		next.i, next.l = s.i+x.mu, 0
	}
	if next.i >= x.g.m {
		return next, false
	}
	x.limits(&next)
	return next, true
}

// pack packs this member's share of panel s.
func (x *teamwork[T]) pack(s *block, epoch int) {
	from, to := x.share(s.m, x.g.row.W)
	for i := from; i < to; i += x.g.row.W {
		x.packRows(s, epoch, i)
	}
}

// packRows packs the W rows from row i of panel s on.
func (x *teamwork[T]) packRows(s *block, epoch, i int) {
	g := &x.g
	w := g.row.W
	packPanels(g.row, g.a.trans, min(w, s.m-i), s.k, g.a.from(s.i+i, s.l), g.a.ld, x.space.panel[epoch%2][i*s.k:], w*s.k)
}

// multiply multiplies panel s with this member's columns j0..j1-1, nv at a time. During the last
// slab it packs its share of the next panel, W rows after as many panels as make that even, and
// the kernel fetches those meanwhile.
func (x *teamwork[T]) multiply(s, next *block, more bool, epoch, j0, j1, nv int, slab []T) {
	g := &x.g
	w := g.row.W
	from, to := 0, 0
	if more {
		from, to = x.share(next.m, w)
	}
	for j := j0; j < j1; j += nv {
		s.j, s.n = j, min(nv, j1-j)
		s.nextL, s.nextJ, s.nextK, s.nextN = s.l, j+nv, s.k, min(nv, j1-j-nv)
		last := j+nv >= j1
		if last && more {
			s.nextL, s.nextJ, s.nextK, s.nextN = next.l, j0, next.k, min(nv, j1-j0)
		} else if last {
			s.nextK = 0
		}
		packPanels(g.row, !g.b.trans, s.n, s.k, g.b.from(s.l, s.j), g.b.ld, slab, w*s.k)
		for i := 0; i < s.m; i += w {
			f := x.fetch(s, next, epoch, i, last && from < to, from)
			x.stripe(s, epoch, i, slab, &f)
			if last && from < to {
				x.packRows(next, epoch+1, from)
				from += w
			}
		}
	}
	for ; from < to; from += w { // a member without columns, or with fewer rows to go than to pack
		x.packRows(next, epoch+1, from)
	}
}

// stripe multiplies the W rows from row i of panel s on with the slab.
func (x *teamwork[T]) stripe(s *block, epoch, i int, slab []T, f *fetch[T]) {
	g := &x.g
	rows := min(g.row.W, s.m-i)
	p := g.part(s.i+i, rows, s.j, s.n)
	if s.l == 0 && !g.set {
		p.scale(x.beta)
	}
	g.stripe(rows, s.n, s.k, x.space.panel[epoch%2][i*s.k:], slab, p.c, g.set && s.l == 0, f)
}

// fetch returns what to prefetch beside row i of panel s: rows of the next panel that are packed
// right after, or else what of the next slab is due.
func (x *teamwork[T]) fetch(s, next *block, epoch, i int, packs bool, from int) (f fetch[T]) {
	g := &x.g
	w := g.row.W
	after := i + w
	if after >= s.m {
		after = 0
	}
	f.panel = x.space.panel[epoch%2][after*s.k:]
	f.from = f.panel
	if packs {
		g.aheadOfA(next, &f, from)
	} else if s.nextK > 0 {
		panels := (s.m + w - 1) / w
		g.aheadOfB(s, &f, panels-i/w, panels)
	}
	return f
}
