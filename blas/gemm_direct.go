package blas

import (
	"heddle/dense"
	"heddle/internal/kernel"
)

// Where a product does without packing: B is read in blocks of at most area elements, which stay in
// the second-level cache, with sums of length at most k, up to most elements of B. Sums are not cut
// up to k = 576, so that C is written once. Shares of peak measured on Emerald Rapids (2 MiB),
// direct against packed, medians of interleaved runs in one process: n=264 95/88, 384 91.4/90.5, 432
// 80/82 (disturbed), 480 89/90, 512 86.5/89.6, 640 91.4/91.5; 20th percentiles 432 64/69, 480 81/84.
// On Zen 4 (1 MiB), direct with sums cut from 256 on, direct, packed: n=264 94/96/93, 320 95/96/94, 400
// 95/96/94, 480 95/95/94, 500 94/96/93, 560 90/92/93 (disturbed), 640 91/91/93, 1000 85/90/94; m=1000,
// n=200, k=1000 89/91/90. On Zen 5 (1 MiB) direct wins up to n = 480.
var directLimit = directLimits(kernel.L2Cache())

type directBounds struct {
	area, k, most int
	spread        int  // k rows of B, ld apart, meet in few sets of the cache if k*(ld&-ld) is more
	copies        bool // whether rows that meet are better copied than packed
}

func directLimits(l2 int) directBounds {
	if l2 >= 2<<20 {
		return directBounds{80_000, 576, 410 * 410, l2 / 16, true}
	}
	return directBounds{256 * 264, 576, 480 * 480, l2 / 16, false}
}

// collides reports whether k rows of B, ld apart, are too many for the sets of the second-level
// cache that they fall on: at n = 512 direct falls from 88 % of peak to 47 then. ld&-ld is the
// largest power of two in ld, and half of 16 ways may be B's.
func collides(k, ld int) bool { return k*(ld&-ld) > directLimit.spread }

// whole reports whether op(A), m x k, is multiplied with B as it is, k x n with stride ld: B is small,
// and A does not have to come from beyond the cache column by column for few columns of C, which
// takes five times as long as row by row.
func whole(ta bool, m, n, k, ld int) bool {
	return k*n <= directLimit.area && !collides(k, ld) && !(ta && n <= few && m*k > 4*directLimit.area)
}

// direct computes C += alpha*op(A)*B, or stores it if set, where A and B lie: as many rows of C a
// call as keep it short.
func direct[T dense.Float](r *kernel.Kernel[T], ta bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, set bool, c []T, ldc int) {
	ars, acs := lda, 1
	if ta {
		ars, acs = 1, lda
	}
	call := r.Direct
	if set {
		call = r.DirectSet
	}
	if 2*m*n*k <= flopsPerCall {
		call(m, n, k, &a[0], ars, acs, &b[0], ldb, &c[0], ldc, alpha)
		return
	}
	rows := evenly(m, max(r.W, flopsPerCall/(2*n*k)/r.W*r.W), r.W)
	if k < fetches && m*n*size[T]() > wideBytes && n*size[T]() >= wideRow {
		rows = 1
	}
	for i := 0; i < m; i += rows {
		call(min(rows, m-i), n, k, &a[i*ars], ars, acs, &b[0], ldb, &c[i*ldc], ldc, alpha)
	}
}

// With sums shorter than `fetches` the kernel does not prefetch C. Where C does not stay in the cache
// it is then better written row by row, which the processor foresees, than in micro-tiles.
const (
	fetches   = 4
	wideBytes = 1 << 20
	wideRow   = 2 << 10
)

// directBlocks is direct block by block of B. A block whose rows collide in the cache is copied to
// where they do not.
func (g *product[T]) directBlocks() {
	kc, nv := g.directBlock()
	if !collides(kc, g.b.ld) {
		g.directOver(kc, nv, nil)
		return
	}
	ws := borrow[T]()
	defer ws.giveBack()
	g.directOver(kc, nv, ws.takeB(kc*(nv+g.row.W)))
}

// directInPlace is directBlocks without copies.
func (g *product[T]) directInPlace() {
	kc, nv := g.directBlock()
	g.directOver(kc, nv, nil)
}

// directBlock returns the depth and the columns of a block of B.
func (g *product[T]) directBlock() (kc, nv int) {
	kc = evenly(g.k, directLimit.k, g.row.W)
	q := g.row.W * g.row.MR
	return kc, evenly(g.n, max(q, directLimit.area/kc/q*q), q)
}

// directOver computes blocks of B of depth kc and nv columns, each copied before where there is
// room for it.
func (g *product[T]) directOver(kc, nv int, copied []T) {
	for l := 0; l < g.k; l += kc {
		for j := 0; j < g.n; j += nv {
			k, n := min(kc, g.k-l), min(nv, g.n-j)
			b, ldb := g.b.from(l, j), g.b.ld
			if copied != nil {
				b, ldb = copied, nv+g.row.W
				copyRows(k, n, b, ldb, g.b.from(l, j), g.b.ld)
			}
			direct(g.row, g.a.trans, g.m, n, k, g.alpha, g.a.from(0, l), g.a.ld, b, ldb, g.set && l == 0, g.c[j:], g.ldc)
		}
	}
}

func copyRows[T dense.Float](rows, n int, dst []T, ldd int, src []T, lds int) {
	for i := range rows {
		copy(dst[i*ldd:i*ldd+n], src[i*lds:])
	}
}
