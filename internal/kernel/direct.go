package kernel

// directGo is Direct and DirectSet: 4 rows x 2 columns of C at a time, then what is left.
func directGo[T Float](rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T, set bool) {
	for i := 0; i < rows; i += 4 {
		m := min(4, rows-i)
		for j := 0; j < cols; j += 2 {
			n := min(2, cols-j)
			var acc [8]T // row by row
			if m == 4 && n == 2 {
				acc = dot4x2(k, at(a, i*ars), ars, acs, at(b, j), ldb)
			} else {
				for r := range m {
					for q := range n {
						for l := range k {
							acc[2*r+q] += *at(a, (i+r)*ars+l*acs) * *at(b, l*ldb+j+q)
						}
					}
				}
			}
			for r := range m {
				store(run(c, (i+r)*ldc+j, n), acc[2*r:], alpha, set)
			}
		}
	}
}

// dot4x2 returns four rows of A by two columns of B, row by row.
func dot4x2[T Float](k int, a *T, ars, acs int, b *T, ldb int) [8]T {
	var s0, s1, s2, s3, t0, t1, t2, t3 T
	for l := range k {
		pb := run(b, l*ldb, 2)
		b0, b1 := pb[0], pb[1]
		a0, a1 := *at(a, l*acs), *at(a, l*acs+ars)
		a2, a3 := *at(a, l*acs+2*ars), *at(a, l*acs+3*ars)
		s0 += a0 * b0
		t0 += a0 * b1
		s1 += a1 * b0
		t1 += a1 * b1
		s2 += a2 * b0
		t2 += a2 * b1
		s3 += a3 * b0
		t3 += a3 * b1
	}
	return [8]T{s0, t0, s1, t1, s2, t2, s3, t3}
}
