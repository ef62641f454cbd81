//go:build !purego

package kernel

// directAVX512 is Direct (set = 0) or DirectSet (set = directSet). Columns are taken in groups of 3
// vectors for blocks of at most 8 rows, or of 4 vectors for blocks of at most 6, so that no group of
// one vector remains, which would load more than it multiplies.
func directAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, set int) {
	if k == 0 || rows <= 0 {
		if set != 0 {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		}
		return
	}
	if alpha == 1 {
		set++
	}
	wide, n := 0, (cols+7)/8
	switch {
	case n >= 4 && n%3 == 1:
		wide = 32
	case n >= 8 && n%3 == 2:
		wide = 64
	}
	s := directCall{k, a, 8 * ars, 8 * acs, b, 8 * ldb, c, 8 * ldc, alpha, set}
	if wide = min(wide, cols); wide > 0 {
		s.wide(rows, wide)
		if wide == cols {
			return
		}
		s.b, s.c = at(b, wide), at(c, wide)
	}
	s.narrow(rows, cols-wide)
}

func (s *directCall) narrow(rows, cols int) {
	high, low, n := split(rows, 8)
	a, c := s.a, s.c
	if high > 0 {
		s.blocks(low+1, high, cols, a, c)
		a, c = s.below(high * (low + 1))
	}
	s.blocks(low, n, cols, a, c)
}

func (s *directCall) wide(rows, cols int) {
	high, low, n := split(rows, 6)
	a, c := s.a, s.c
	if high > 0 {
		s.wideBlocks(low+1, high, cols, a, c)
		a, c = s.below(high * (low + 1))
	}
	s.wideBlocks(low, n, cols, a, c)
}

// blocks does n blocks of r rows.
func (s *directCall) blocks(r, n, cols int, a, c *float64) {
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

// wideBlocks does n blocks of r rows, four vectors of columns at a time.
func (s *directCall) wideBlocks(r, n, cols int, a, c *float64) {
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
