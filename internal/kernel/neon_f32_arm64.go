//go:build !purego

package kernel

// neonRowF32 is the row for arm64 and float32: panels of 8, micro-tiles of 24 x 4 in as many vectors
// as float64's 12 x 4, two of which make one panel of the broadcast operand. Trsm, too, does a
// panel's columns in two halves of four. Potrf eliminates in the diagonal block alone; the panels
// below it are Trsm's.
// The loop of four steps takes 96 cycles by the model of a core with one multiply-add pipe and 32
// with three (as in neonRow), for twice the operations of float64's. It was not timed on a real one.
func neonRowF32() *Kernel[float32] {
	r := goRow[float32]("neon", 8)
	r.MR = 3
	r.Gemm, r.GemmSet = neonGemm(gemmF32NEON), neonGemm(gemmSetF32NEON)
	r.GemmEdge, r.GemmEdgeSet = neonHalves(gemmEdgeF32NEON), neonHalves(gemmEdgeSetF32NEON)
	r.Direct, r.DirectSet = neonDirect(directF32NEON, directF32NEON), neonDirect(directSetF32NEON, directF32NEON)
	trsm := neonTrsm(trsmF32NEON)
	r.Trsm = trsm
	r.Potrf = func(k, mp int, a *float32, as int, inv *float32) int {
		if j := potrfF32NEON(k, a, inv); j != 0 {
			return j
		}
		trsm(k, mp-1, at(a, as), as, a, inv)
		return 0
	}
	r.PackT, r.UnpackT = neonColumnwise(packTF32NEON), neonColumnwise(unpackTF32NEON)
	r.PackN = neonPackN(packNF32NEON)
	r.Peak = neonPeak[float32](peakF32NEON)
	return r
}

// neonHalves is GemmEdge or GemmEdgeSet by calls of f, which does up to four columns.
func neonHalves(f func(k, v int, a *float32, as int, b, c *float32, cp, cc int, alpha float32, nr, last int)) func(k, v int, a *float32, as int, b, c *float32, cp, cc int, alpha float32, nr, last int) {
	return func(k, v int, a *float32, as int, b, c *float32, cp, cc int, alpha float32, nr, last int) {
		for j := 0; j < nr; j += 4 {
			f(k, v, a, as, at(b, j), at(c, j*cc), cp, cc, alpha, min(4, nr-j), last)
		}
	}
}
