//go:build !purego

package kernel

// avx512Row is the row for AVX-512 (F, DQ, VL, BW): panels of 8, micro-tiles of 24 x 8.
func avx512Row() *Kernel[float64] {
	return &Kernel[float64]{
		Name: "avx512", W: 8, MR: 3,
		Gemm: gemmAVX512, GemmSet: gemmSetAVX512,
		GemmAhead: gemmAheadAVX512, GemmSetAhead: gemmSetAheadAVX512,
		GemmRows: gemmRowsAVX512, GemmSetRows: gemmSetRowsAVX512,
		GemmEdgeRows: gemmEdgeRowsAVX512, GemmEdgeSetRows: gemmEdgeSetRowsAVX512,
		GemmEdge: gemmEdgeAVX512, GemmEdgeSet: gemmEdgeSetAVX512,
		Direct: directAddAVX512, DirectSet: directSetAVX512,
		Trsm: trsmAVX512, Claim: claimAVX,
		Potrf: func(k, mp int, a *float64, as int, inv *float64) int {
			if potrfAVX512(k, mp, a, as, inv) == 0 {
				return 0
			}
			return potrfGo(8, k, mp, a, as, inv)
		},
		PackT:           func(k int, a *float64, lda int, p *float64) { packTAVX512(8, k, a, lda, p) },
		PackTEdge:       packTAVX512,
		UnpackT:         func(k int, a *float64, lda int, p *float64) { unpackTAVX512(8, k, a, lda, p) },
		UnpackTEdge:     unpackTAVX512,
		UnpackLower:     unpackLowerAVX512,
		UnpackLowerEdge: func(n int, a *float64, lda int, p *float64) { unpackLowerGo(8, n, a, lda, p) },
		PackN:           packNAVX512,
		PackNEdge:       packNEdgeAVX512,
		Peak: func(n int) int {
			peakAVX512(n / 24)
			return n / 24 * 24 * 16
		},
	}
}
