package kernel

// goRow is the row written in Go, for panels of w rows (a multiple of 4). It is the definition
// of every row with that w, and the only row where there is no assembly.
func goRow[T Float](name string, w int) *Kernel[T] {
	return &Kernel[T]{
		Name: name, W: w, MR: 1,
		Gemm: func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
			gemmGo(w, k, mp, a, as, b, c, cp, cc, alpha, w, w, false)
		},
		GemmSet: func(k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T) {
			gemmGo(w, k, mp, a, as, b, c, cp, cc, alpha, w, w, true)
		},
		GemmEdge: func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int) {
			gemmGo(w, k, v, a, as, b, c, cp, cc, alpha, nr, last, false)
		},
		GemmEdgeSet: func(k, v int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int) {
			gemmGo(w, k, v, a, as, b, c, cp, cc, alpha, nr, last, true)
		},
		Direct: func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, false)
		},
		DirectSet: func(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T) {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		},
		Trsm:        func(k, mp int, x *T, xs int, l, inv *T) { trsmGo(w, k, mp, x, xs, l, inv) },
		Potrf:       func(k, mp int, a *T, as int, inv *T) int { return potrfGo(w, k, mp, a, as, inv) },
		PackT:       func(k int, a *T, lda int, p *T) { packTGo(w, w, k, a, lda, p) },
		PackTEdge:   func(rows, k int, a *T, lda int, p *T) { packTGo(w, rows, k, a, lda, p) },
		UnpackT:     func(k int, a *T, lda int, p *T) { unpackTGo(w, w, k, a, lda, p) },
		UnpackTEdge: func(rows, k int, a *T, lda int, p *T) { unpackTGo(w, rows, k, a, lda, p) },
		UnpackLower: func(a *T, lda int, p *T) { unpackLowerGo(w, w, a, lda, p) },
		UnpackLowerEdge: func(n int, a *T, lda int, p *T) {
			unpackLowerGo(w, n, a, lda, p)
		},
		PackN: func(k, v int, a *T, lda int, p *T, ps int) {
			for i := 0; k > 0 && i < v; i++ {
				packNGo(w, w, k, at(a, i*w), lda, at(p, i*ps))
			}
		},
		PackNEdge: func(k, cols int, a *T, lda int, p *T) { packNGo(w, cols, k, a, lda, p) },
		Peak:      peakGo[T],
	}
}

// peakGo does n multiply-adds in eight independent chains.
func peakGo[T Float](n int) int {
	var s [8]T
	x := T(0.5)
	for range n / 8 {
		s[0] = s[0]*x + x
		s[1] = s[1]*x + x
		s[2] = s[2]*x + x
		s[3] = s[3]*x + x
		s[4] = s[4]*x + x
		s[5] = s[5]*x + x
		s[6] = s[6]*x + x
		s[7] = s[7]*x + x
	}
	sink(s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7])
	return n / 8 * 8 * 2
}

// sink keeps a result from being optimized away.
//
//go:noinline
func sink[T Float](T) {}
