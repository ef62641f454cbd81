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
	r.Gemm = func(k, mp int, a *float32, as int, b, c *float32, cp, cc int, alpha float32) {
		for p, n := 0, 0; p < mp; p += n {
			n = neonPanels(k, mp-p)
			ap, cp0 := at(a, p*as), at(c, p*cp)
			gemmF32NEON(k, n, ap, as, b, cp0, cp, cc, alpha)
			gemmF32NEON(k, n, ap, as, at(b, 4), at(cp0, 4*cc), cp, cc, alpha)
		}
	}
	r.GemmSet = func(k, mp int, a *float32, as int, b, c *float32, cp, cc int, alpha float32) {
		for p, n := 0, 0; p < mp; p += n {
			n = neonPanels(k, mp-p)
			ap, cp0 := at(a, p*as), at(c, p*cp)
			gemmSetF32NEON(k, n, ap, as, b, cp0, cp, cc, alpha)
			gemmSetF32NEON(k, n, ap, as, at(b, 4), at(cp0, 4*cc), cp, cc, alpha)
		}
	}
	r.GemmEdge = func(k, v int, a *float32, as int, b, c *float32, cp, cc int, alpha float32, nr, last int) {
		gemmEdgeF32NEON(k, v, a, as, b, c, cp, cc, alpha, min(4, nr), last)
		if nr > 4 {
			gemmEdgeF32NEON(k, v, a, as, at(b, 4), at(c, 4*cc), cp, cc, alpha, nr-4, last)
		}
	}
	r.GemmEdgeSet = func(k, v int, a *float32, as int, b, c *float32, cp, cc int, alpha float32, nr, last int) {
		gemmEdgeSetF32NEON(k, v, a, as, b, c, cp, cc, alpha, min(4, nr), last)
		if nr > 4 {
			gemmEdgeSetF32NEON(k, v, a, as, at(b, 4), at(c, 4*cc), cp, cc, alpha, nr-4, last)
		}
	}
	r.Direct, r.DirectSet = neonDirect(directF32NEON, directF32NEON), neonDirect(directSetF32NEON, directF32NEON)
	r.Trsm, r.Potrf = neonTrsmF32, neonPotrfF32
	r.PackT, r.UnpackT = neonColumnwise(packTF32NEON), neonColumnwise(unpackTF32NEON)
	r.PackN = neonPackN(packNF32NEON)
	r.Peak = neonPeak[float32](peakF32NEON)
	return r
}

func neonTrsmF32(k, mp int, x *float32, xs int, l, inv *float32) {
	for p, n := 0, 0; p < mp; p += n {
		n = neonPanels(k, mp-p)
		trsmF32NEON(k, n, at(x, p*xs), xs, l, inv)
		trsmF32NEON(k+4, n, at(x, p*xs), xs, at(l, 4), at(inv, 4))
	}
}

func neonPotrfF32(k, mp int, a *float32, as int, inv *float32) int {
	if j := potrfF32NEON(k, a, inv); j != 0 {
		return j
	}
	neonTrsmF32(k, mp-1, at(a, as), as, a, inv)
	return 0
}
