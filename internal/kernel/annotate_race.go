//go:build race

package kernel

import (
	"unsafe"

	"heddle/internal/race"
)

// reads declares a rows x n block, ld elements apart, as read; writes declares it as written.
func reads[T Float](rows, n int, p *T, ld int)  { touch(rows, n, p, ld, race.Read) }
func writes[T Float](rows, n int, p *T, ld int) { touch(rows, n, p, ld, race.Write) }

func touch[T Float](rows, n int, p *T, ld int, f func(unsafe.Pointer, int)) {
	for r := range rows {
		f(unsafe.Pointer(at(p, r*ld)), n*int(unsafe.Sizeof(*p)))
	}
}

// annotated returns a row whose functions first declare to the race detector what the assembly
// of k reads and writes.
func annotated[T Float](k *Kernel[T]) *Kernel[T] {
	w, r := k.W, *k
	r.Gemm, r.GemmSet = annotatedGemm(w, k.Gemm), annotatedGemm(w, k.GemmSet)
	r.GemmAhead, r.GemmSetAhead = annotatedAhead(w, k.GemmAhead), annotatedAhead(w, k.GemmSetAhead)
	r.GemmRows, r.GemmSetRows = annotatedRows(w, k.GemmRows), annotatedRows(w, k.GemmSetRows)
	r.GemmEdgeRows, r.GemmEdgeSetRows = annotatedEdgeRows(w, k.GemmEdgeRows), annotatedEdgeRows(w, k.GemmEdgeSetRows)
	r.GemmEdge, r.GemmEdgeSet = annotatedEdge(w, k.GemmEdge), annotatedEdge(w, k.GemmEdgeSet)
	r.Direct, r.DirectSet = annotatedDirect(k.Direct), annotatedDirect(k.DirectSet)
	r.Trsm = func(c, mp int, x *T, xs int, l, inv *T) {
		reads(1, (c+w)*w, l, 0)
		reads(1, w, inv, 0)
		reads(mp, c*w, x, xs)
		writes(mp, w*w, at(x, c*w), xs)
		k.Trsm(c, mp, x, xs, l, inv)
	}
	r.Potrf = func(c, mp int, a *T, as int, inv *T) int {
		reads(mp, c*w, a, as)
		writes(mp, w*w, at(a, c*w), as)
		writes(1, w, inv, 0)
		return k.Potrf(c, mp, a, as, inv)
	}
	annotatePack(k, &r)
	return &r
}

func annotatedGemm[T Float](w int, f func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T)) func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
	return func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
		reads(mp, k*w, a, as)
		reads(1, k*w, b, 0)
		for p := range mp {
			writes(w, w, at(c, p*cp), cc)
		}
		f(k, mp, a, as, b, c, cp, cc, alpha)
	}
}

// annotatedAhead says nothing of what is prefetched: that is not a read.
func annotatedAhead[T Float](w int, f func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T, next *T, rows, lines, ld int, panel *T, pace int)) func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T, next *T, rows, lines, ld int, panel *T, pace int) {
	if f == nil {
		return nil
	}
	return func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T, next *T, rows, lines, ld int, panel *T, pace int) {
		annotatedGemm(w, func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
			f(k, mp, a, as, b, c, cp, cc, alpha, next, rows, lines, ld, panel, pace)
		})(k, mp, a, as, b, c, cp, cc, alpha)
	}
}

func annotatedRows[T Float](w int, f func(k, mp int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, after *T, afterRows int, next *T, rows, lines, ld int)) func(k, mp int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, after *T, afterRows int, next *T, rows, lines, ld int) {
	if f == nil {
		return nil
	}
	return func(k, mp int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, after *T, afterRows int, next *T, rows, lines, ld int) {
		reads(mp, k*w, a, as)
		reads(w, k, b, bs)
		for p := range mp {
			writes(w, w, at(c, p*cp), cc)
		}
		f(k, mp, a, as, b, bs, c, cp, cc, alpha, after, afterRows, next, rows, lines, ld)
	}
}

func annotatedEdge[T Float](w int, f func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int)) func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int) {
	return func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int) {
		reads(v, k*w, a, as)
		reads(1, k*w, b, 0)
		for p := range v - 1 {
			writes(nr, w, at(c, p*cp), cc)
		}
		writes(nr, last, at(c, (v-1)*cp), cc)
		f(k, v, a, as, b, c, cp, cc, alpha, nr, last)
	}
}

func annotatedEdgeRows[T Float](w int, f func(k, v int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, nr, last int)) func(k, v int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, nr, last int) {
	if f == nil {
		return nil
	}
	return func(k, v int, a *T, as int, b *T, bs int, c *T, cp, cc int, alpha T, nr, last int) {
		reads(v, k*w, a, as)
		reads(w, k, b, bs)
		for p := range v - 1 {
			writes(nr, w, at(c, p*cp), cc)
		}
		writes(nr, last, at(c, (v-1)*cp), cc)
		f(k, v, a, as, b, bs, c, cp, cc, alpha, nr, last)
	}
}

func annotatedDirect[T Float](f func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T)) func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
	return func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
		for i := range rows {
			reads(k, 1, at(a, i*ars), acs)
		}
		reads(k, cols, b, ldb)
		writes(rows, cols, c, ldc)
		f(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha)
	}
}

// annotatePack sets the packing functions of r to those of k, annotated.
func annotatePack[T Float](k, r *Kernel[T]) {
	w := k.W
	r.PackT = func(n int, a *T, lda int, p *T) {
		reads(w, n, a, lda)
		writes(1, n*w, p, 0)
		k.PackT(n, a, lda, p)
	}
	r.PackTEdge = func(rows, n int, a *T, lda int, p *T) {
		reads(rows, n, a, lda)
		writes(1, n*w, p, 0)
		k.PackTEdge(rows, n, a, lda, p)
	}
	r.UnpackT = func(n int, a *T, lda int, p *T) {
		reads(1, n*w, p, 0)
		writes(w, n, a, lda)
		k.UnpackT(n, a, lda, p)
	}
	r.UnpackTEdge = func(rows, n int, a *T, lda int, p *T) {
		reads(1, n*w, p, 0)
		writes(rows, n, a, lda)
		k.UnpackTEdge(rows, n, a, lda, p)
	}
	r.UnpackLower = func(a *T, lda int, p *T) {
		reads(1, w*w, p, 0)
		for i := range w {
			writes(1, i+1, at(a, i*lda), 0)
		}
		k.UnpackLower(a, lda, p)
	}
	r.PackN = func(n, v int, a *T, lda int, p *T, ps int) {
		reads(n, v*w, a, lda)
		writes(v, n*w, p, ps)
		k.PackN(n, v, a, lda, p, ps)
	}
	r.PackNEdge = func(n, cols int, a *T, lda int, p *T) {
		reads(n, cols, a, lda)
		writes(1, n*w, p, 0)
		k.PackNEdge(n, cols, a, lda, p)
	}
}
