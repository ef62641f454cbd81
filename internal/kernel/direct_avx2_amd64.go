//go:build !purego

package kernel

// directAVX2 is Direct (set = directAdd) or DirectSet (set = directSet), in groups of 3 vectors of
// columns for blocks of at most 4 rows.
func directAVX2(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, set int) {
	if k == 0 || rows <= 0 {
		if set != directAdd {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		}
		return
	}
	s := directCall{k, a, 8 * ars, 8 * acs, b, 8 * ldb, c, 8 * ldc, alpha, set}
	s.deep(rows, cols, false)
}

func (s *directCall) blocksAVX2(r, n, cols, i int) {
	a, c := s.at(i)
	switch r {
	case 4:
		direct4AVX2(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 3:
		direct3AVX2(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 2:
		direct2AVX2(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	case 1:
		direct1AVX2(n, cols, s.k, a, s.ars, s.acs, s.b, s.ldb, c, s.ldc, s.alpha, s.mode)
	}
}
