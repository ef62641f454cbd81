//go:build !purego

package kernel

// avx2RowF32 is the row for AVX2, FMA and float32: panels of 8, micro-tiles of 24 x 4, two of which
// make one panel of the broadcast operand.
func avx2RowF32() *Kernel[float32] {
	k := goRow[float32]("avx2", 8)
	k.MR = 3
	k.Gemm, k.GemmSet = gemmF32AVX2, gemmSetF32AVX2
	k.GemmEdge, k.GemmEdgeSet = gemmEdgeF32AVX2, gemmEdgeSetF32AVX2
	k.Direct = func(rows, cols, k int, a *float32, ars, acs int, b *float32, ldb int, c *float32, ldc int, alpha float32) {
		directF32AVX2.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directAdd)
	}
	k.DirectSet = func(rows, cols, k int, a *float32, ars, acs int, b *float32, ldb int, c *float32, ldc int, alpha float32) {
		directF32AVX2.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directSet)
	}
	k.Trsm, k.Claim = trsmF32AVX2, claimF32AVX
	k.Potrf = func(n, mp int, a *float32, as int, inv *float32) int {
		if potrfF32AVX2(n, mp, a, as, inv) == 0 {
			return 0
		}
		return potrfGo(8, n, mp, a, as, inv)
	}
	k.PackT, k.UnpackT = byFours(8, packTF32AVX2, packTGo), byFours(8, unpackTF32AVX2, unpackTGo)
	k.PackN = packNF32AVX2
	k.Peak = func(n int) int {
		peakF32AVX2(n / 12)
		return n / 12 * 12 * 16
	}
	return k
}
