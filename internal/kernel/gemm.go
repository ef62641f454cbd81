package kernel

// gemmGo is Gemm and its variants: mp panels of w rows by one panel, of which nr columns and, in
// the last panel, `last` rows are stored.
func gemmGo[T Float](w, k, mp int, a *T, as int, b, c *T, cp, cc int, alpha T, nr, last int, set bool) {
	bs := run(b, 0, k*w)
	for p := range mp {
		rows := w
		if p == mp-1 {
			rows = last
		}
		pa := run(a, p*as, k*w)
		for j := 0; j < nr; j += 2 {
			for i := 0; i < rows; i += 4 {
				acc := tile4x2(w, k, pa, bs, i, j)
				for q := range min(2, nr-j) {
					store(run(c, p*cp+(j+q)*cc+i, min(4, rows-i)), acc[4*q:], alpha, set)
				}
			}
		}
	}
}

// tile4x2 returns, column by column, rows i..i+3 of a by columns j, j+1 of b, summed over k.
// Eight sums, four values of a and two of b are what 16 vector registers hold.
func tile4x2[T Float](w, k int, a, b []T, i, j int) (acc [8]T) {
	if k == 0 {
		return
	}
	var s0, s1, s2, s3, t0, t1, t2, t3 T
	a, b = a[i:], b[j:]
	for l := 0; l < k*w; l += w {
		pa, pb := a[l:l+4:l+4], b[l:l+2:l+2]
		a0, a1, a2, a3 := pa[0], pa[1], pa[2], pa[3]
		b0, b1 := pb[0], pb[1]
		s0 += a0 * b0
		s1 += a1 * b0
		s2 += a2 * b0
		s3 += a3 * b0
		t0 += a0 * b1
		t1 += a1 * b1
		t2 += a2 * b1
		t3 += a3 * b1
	}
	return [8]T{s0, s1, s2, s3, t0, t1, t2, t3}
}

// store sets or updates c with alpha * acc.
func store[T Float](c, acc []T, alpha T, set bool) {
	for i := range c {
		if set {
			c[i] = alpha * acc[i]
		} else {
			c[i] += alpha * acc[i]
		}
	}
}
