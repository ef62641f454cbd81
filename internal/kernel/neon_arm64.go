//go:build !purego

package kernel

import "unsafe"

// neonRow is the row for arm64: panels of 4 rows, micro-tiles of 12 x 4, which are 24 vectors of two
// sums in V8..V31. A step of k loads 6 vectors of the left operand and 2 of the right one, whose
// elements FMLA takes by lane, so that nothing is duplicated: 24 multiply-adds against 5 loads, and
// in the loop of four steps 96 against 20 loads and 6 instructions of counting. Every load is 8
// to 12 multiply-adds ahead of its use. The machine models of llvm-mca 14 give that loop 96.1 cycles
// on a core with one multiply-add pipe (Cortex-A57), 48.1 with two (Apple M1), 32.1 with three
// (Exynos M5), so nothing but multiply-adds limits it there. It was not timed on a real one.
//
// The fringes of packing are the twin's: they are a matrix's last rows, met once for every
// conversion of the whole.
func neonRow() *Kernel[float64] {
	r := goRow[float64]("neon", 4)
	r.MR = 3
	r.Gemm, r.GemmSet = neonGemm(gemmNEON), neonGemm(gemmSetNEON)
	r.GemmEdge, r.GemmEdgeSet = gemmEdgeNEON, gemmEdgeSetNEON
	r.Direct, r.DirectSet = neonDirect(directNEON, directNEON), neonDirect(directSetNEON, directNEON)
	trsm := neonTrsm(trsmNEON)
	r.Trsm, r.Potrf = trsm, neonPotrf(trsm)
	r.PackT, r.UnpackT = neonColumnwise(packTNEON), neonColumnwise(unpackTNEON)
	r.UnpackLower, r.PackN = unpackLowerNEON, neonPackN(packNNEON)
	r.Peak = neonPeak[float64](peakNEON)
	return r
}

// neonCall bounds the multiply-adds of one call, which cannot be preempted: 3 us at the 24 GFLOP/s
// of a core with two pipes at 3 GHz, 10 us at a quarter of that.
const neonCall = 1 << 15

// neonPanels returns how many of mp > 0 panels the next call takes: a multiple of 3 within
// neonCall, or all; but it leaves no panel alone, since the last 4 are best done as 2 + 2.
func neonPanels(k, mp int) int {
	n := min(mp, max(1, neonCall/(48*(k+1)))*3)
	if mp-n == 1 {
		n--
	}
	return n
}

// neonGemm is Gemm or GemmSet by calls of f, which does four columns: those of a panel of float64, half
// of one of float32.
func neonGemm[T Float](f func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T)) func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
	w := neonWidth[T]()
	return func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
		for p, n := 0, 0; p < mp; p += n {
			n = neonPanels(k, mp-p)
			for j := 0; j < w; j += 4 {
				f(k, n, at(a, p*as), as, at(b, j), at(c, p*cp+j*cc), cp, cc, alpha)
			}
		}
	}
}

// neonTrsm is Trsm by calls of f, which solves four columns: the second half of a panel of float32
// after four more columns.
func neonTrsm[T Float](f func(k, mp int, x *T, xs int, l, inv *T)) func(k, mp int, x *T, xs int, l, inv *T) {
	w := neonWidth[T]()
	return func(k, mp int, x *T, xs int, l, inv *T) {
		for p, n := 0, 0; p < mp; p += n {
			n = neonPanels(k, mp-p)
			for j := 0; j < w; j += 4 {
				f(k+j, n, at(x, p*xs), xs, at(l, j), at(inv, j))
			}
		}
	}
}

// neonPotrf eliminates with the diagonal block in the micro-tile that holds it; the panels after
// that one are trsm's.
func neonPotrf(trsm func(k, mp int, x *float64, xs int, l, inv *float64)) func(k, mp int, a *float64, as int, inv *float64) int {
	return func(k, mp int, a *float64, as int, inv *float64) int {
		n := min(mp, 3)
		if mp == 4 {
			n = 2
		}
		if j := potrfNEON(k, n, a, as, inv); j != 0 {
			return j
		}
		trsm(k, mp-n, at(a, n*as), as, a, inv)
		return 0
	}
}

// neonDepth and neonStrip cut Direct: k in pieces of neonDepth, and columns in multiples of 6 vectors
// such that a call stays within neonCall.
const neonDepth = 512

func neonStrip[T Float](k int) int { return max(1, neonCall/(48*(k+1))) * 3 * neonWidth[T]() }

// neonWidth is the rows of a panel, two vectors.
func neonWidth[T Float]() int { return 32 / int(unsafe.Sizeof(T(0))) }

// neonBlock is Direct or DirectSet in assembly, for at most 4 rows.
type neonBlock[T Float] func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T)

// neonDirect cuts a product into blocks of 4 rows, pieces of k, of which first does the first and add
// the others, and columns.
func neonDirect[T Float](first, add neonBlock[T]) func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
	return func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
		for i := 0; i < rows; i += 4 {
			f := first
			for l := 0; l == 0 || l < k; l += neonDepth {
				d := min(neonDepth, k-l)
				n := neonStrip[T](d)
				for j := 0; j < cols; j += n {
					f(min(4, rows-i), min(n, cols-j), d, at(a, i*ars+l*acs), ars, acs, at(b, l*ldb+j), ldb, at(c, i*ldc+j), ldc, alpha)
				}
				f = add
			}
		}
	}
}

// neonColumns is how many columns of a panel one call converts, about 1 us out of cache.
const neonColumns = 512

// neonColumnwise cuts PackT or UnpackT.
func neonColumnwise[T Float](f func(k int, a *T, lda int, p *T)) func(k int, a *T, lda int, p *T) {
	return func(k int, a *T, lda int, p *T) {
		for l := 0; l < k; l += neonColumns {
			f(min(neonColumns, k-l), at(a, l), lda, at(p, l*neonWidth[T]()))
		}
	}
}

// neonPackN cuts PackN into pairs of panels and pieces of k.
func neonPackN[T Float](pair func(k, v int, a *T, lda int, p *T, ps int)) func(k, v int, a *T, lda int, p *T, ps int) {
	w := neonWidth[T]()
	return func(k, v int, a *T, lda int, p *T, ps int) {
		for i := 0; i < v; i += 2 {
			for l := 0; l < k; l += neonColumns {
				pair(min(neonColumns, k-l), min(2, v-i), at(a, l*lda+w*i), lda, at(p, i*ps+w*l), ps)
			}
		}
	}
}

// neonPeak runs rounds of 24 multiply-adds of full vectors, 1000 a call.
func neonPeak[T Float](rounds func(n int)) func(n int) int {
	perRound := 24 * neonWidth[T]() / 2
	return func(n int) int {
		calls := max(1, n/(1000*perRound))
		for range calls {
			rounds(1000)
		}
		return calls * 1000 * perRound * 2
	}
}
