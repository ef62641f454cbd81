//go:build !purego

package kernel

// avx512RowF32 is the row for AVX-512 and float32: panels of 16, micro-tiles of 48 x 8, two of which
// make one panel of the broadcast operand. What is left of a matrix beside whole panels, and of a
// panel beside groups of 4 columns, is packed by the Go twin.
func avx512RowF32() *Kernel[float32] {
	k := goRow[float32]("avx512", 16)
	k.MR = 3
	k.Gemm, k.GemmSet = gemmF32AVX512, gemmSetF32AVX512
	k.GemmAhead, k.GemmSetAhead = gemmAheadF32AVX512, gemmSetAheadF32AVX512
	k.GemmRows, k.GemmSetRows = gemmRowsF32AVX512, gemmSetRowsF32AVX512
	k.GemmEdgeRows, k.GemmEdgeSetRows = gemmEdgeRowsF32AVX512, gemmEdgeSetRowsF32AVX512
	k.GemmEdge, k.GemmEdgeSet = gemmEdgeF32AVX512, gemmEdgeSetF32AVX512
	k.Direct, k.DirectSet = directAddF32AVX512, directSetF32AVX512
	k.Trsm, k.Claim = trsmF32AVX512, claimF32AVX
	k.Potrf = func(n, mp int, a *float32, as int, inv *float32) int {
		if potrfF32AVX512(n, mp, a, as, inv) == 0 {
			return 0
		}
		return potrfGo(16, n, mp, a, as, inv)
	}
	k.PackT, k.UnpackT = byFours(16, packTF32AVX512, packTGo), byFours(16, unpackTF32AVX512, unpackTGo)
	k.PackN, k.PackNEdge = packNF32AVX512, packNEdgeF32AVX512
	k.Peak = func(n int) int {
		peakF32AVX512(n / 24)
		return n / 24 * 24 * 32
	}
	return k
}

// byFours is PackT or UnpackT for panels of w: four columns at a time by the assembly, the last
// k mod 4 by the Go twin.
func byFours[T Float](w int, fours func(k int, a *T, lda int, p *T), rest func(w, rows, k int, a *T, lda int, p *T)) func(k int, a *T, lda int, p *T) {
	return func(k int, a *T, lda int, p *T) {
		fours(k, a, lda, p)
		if r := k % 4; r > 0 {
			rest(w, w, r, at(a, k-r), lda, at(p, (k-r)*w))
		}
	}
}
