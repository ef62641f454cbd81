//go:build !purego

package kernel

// directAVX512 is Direct (set = directAdd) or DirectSet (set = directSet).
func directAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, set int) {
	if k == 0 || rows <= 0 {
		if set != directAdd {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		}
		return
	}
	if alpha == 1 && set == directSet {
		set = directSetOne
	}
	s := directCall{k, a, 8 * ars, 8 * acs, b, 8 * ldb, c, 8 * ldc, alpha, set}
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
