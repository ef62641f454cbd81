//go:build !purego

package kernel

// directAddAVX512 is Direct. Small products that one call of one kernel does get there at once: at
// n = 16 the choices below would be a tenth of the time.
func directAddAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
	if oneCallAVX512(rows, cols, k) {
		direct8AVX512(rows/8, cols, k, a, 8*ars, 8*acs, b, 8*ldb, c, 8*ldc, alpha, directAdd)
		return
	}
	directAVX512(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directAdd)
}

// directSetAVX512 is DirectSet.
func directSetAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
	mode := directSet
	if alpha == 1 {
		mode = directSetOne
	}
	if oneCallAVX512(rows, cols, k) {
		direct8AVX512(rows/8, cols, k, a, 8*ars, 8*acs, b, 8*ldb, c, 8*ldc, alpha, mode)
		return
	}
	directAVX512(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, mode)
}

// oneCallAVX512 reports whether whole blocks of 8 rows and one to three vectors of columns are all.
func oneCallAVX512(rows, cols, k int) bool {
	return rows > 0 && rows&7 == 0 && uint(cols-1) < 24 && uint(k-1) < directDepth && rows*cols*k <= directWork
}

// directAVX512 is Direct or DirectSet, as mode says.
func directAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, mode int) {
	if k == 0 || rows <= 0 {
		if mode != directAdd {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		}
		return
	}
	s := directCall{k, a, 8 * ars, 8 * acs, b, 8 * ldb, c, 8 * ldc, alpha, mode}
	s.deep(rows, cols, true)
}

// doAVX512 takes columns in groups of 3 vectors for blocks of at most 8 rows, or of 4 vectors for
// blocks of at most 6. It chooses how many columns go in groups of 4 vectors: so many that no group of one
// vector remains, which would load more than it multiplies.
func (s *directCall) doAVX512(rows, cols int) {
	wide, n := 0, (cols+7)/8
	switch {
	case n >= 4 && n%3 == 1:
		wide = min(cols, 32)
	case n >= 8 && n%3 == 2:
		wide = min(cols, 64)
	}
	if wide == 0 {
		s.do(narrowAVX512, rows, cols)
		return
	}
	s.do(wideAVX512, rows, wide)
	if wide < cols {
		t := *s
		t.b, t.c = at(s.b, wide), at(s.c, wide)
		t.do(narrowAVX512, rows, cols-wide)
	}
}

func (s *directCall) blocksAVX512(r, n, cols, i int) {
	a, c := s.at(i)
	switch r {
	case 8:
		direct8AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 7:
		direct7AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 6:
		direct6AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 5:
		direct5AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 4:
		direct4AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 3:
		direct3AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 2:
		direct2AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 1:
		direct1AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	}
}

func (s *directCall) wideBlocksAVX512(r, n, cols, i int) {
	a, c := s.at(i)
	switch r {
	case 6:
		directWide6AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 5:
		directWide5AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 4:
		directWide4AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 3:
		directWide3AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 2:
		directWide2AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 1:
		directWide1AVX512(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	}
}
