//go:build !purego

package kernel

// directAVX2 is Direct (set = directAdd) or DirectSet (set = directSet): blocks of at most 4 rows, groups
// of 3 vectors of columns.
func directAVX2(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, set int) {
	if rows <= 0 {
		return
	}
	s := directCall{k, a, 8 * ars, 8 * acs, b, 8 * ldb, c, 8 * ldc, alpha, set}
	high, low, n := split(rows, 4)
	if high > 0 {
		s.blocksAVX2(low+1, high, cols, a, c)
		a, c = s.below(high * (low + 1))
	}
	s.blocksAVX2(low, n, cols, a, c)
}

// blocksAVX2 does n blocks of r rows.
func (s *directCall) blocksAVX2(r, n, cols int, a, c *float64) {
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
