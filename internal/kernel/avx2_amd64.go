//go:build !purego

package kernel

// avx2Row is the row for AVX2 and FMA: panels of 4, micro-tiles of 12 x 4. What is left of a
// matrix beside whole blocks of 4 x 4 is packed by the Go twin.
func avx2Row() *Kernel[float64] {
	k := goRow[float64]("avx2", 4)
	k.MR = 3
	k.Gemm, k.GemmSet = gemmAVX2, gemmSetAVX2
	k.GemmEdge, k.GemmEdgeSet = gemmEdgeAVX2, gemmEdgeSetAVX2
	k.Direct = func(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
		directAVX2.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directAdd)
	}
	k.DirectSet = func(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
		directAVX2.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directSet)
	}
	k.Trsm, k.Claim = trsmAVX2, claimAVX
	k.Potrf = func(n, mp int, a *float64, as int, inv *float64) int {
		if potrfAVX2(n, mp, a, as, inv) == 0 {
			return 0
		}
		return potrfGo(4, n, mp, a, as, inv)
	}
	k.PackT, k.UnpackT = byFours(4, packTAVX2, packTGo), byFours(4, unpackTAVX2, unpackTGo)
	k.PackN = packNAVX2
	k.Peak = func(n int) int {
		peakAVX2(n / 12)
		return n / 12 * 12 * 8
	}
	return k
}
