package heat

// sweepBlock sweeps over block (bi, bj).
func (g *grid) sweepBlock(bi, bj, _ int) {
	i, h, j, w := g.block(bi, bj)
	row := func(i int) []float64 {
		at := i*g.u.Stride + j - 1
		return g.u.Data[at : at+w+2]
	}
	i, end := i, i+h
	if w >= 4 {
		for ; i+4 <= end; i += 4 {
			sweep4(row(i-1), row(i), row(i+1), row(i+2), row(i+3), row(i+4))
		}
	}
	for ; i < end; i++ {
		sweep1(row(i-1), row(i), row(i+1))
	}
}

// cell replaces r[c], between its neighbours, by their mean. All kernels add in this order.
func cell(up, r, down []float64, c int) {
	r[c] = (up[c] + r[c+1] + down[c] + r[c-1]) * 0.25
}

// sweep1 sweeps over the inside of row r, which lies between up and down.
func sweep1(up, r, down []float64) {
	n := len(r)
	up, down = up[:n], down[:n]
	left := r[0]
	for c := 1; c < n-1; c++ {
		left = (up[c] + r[c+1] + down[c] + left) * 0.25
		r[c] = left
	}
}

// sweep4 sweeps over rows r1 to r4, inside, between r0 and r5; they have at least 6 elements.
//
// A row cannot go faster than an addition and a multiplication, one after the other, for each
// cell. So four rows go together, each one cell behind the one above it: the order among
// neighbours, and hence every bit, is that of sweep1 on one row after the other. What is
// loaded as a row's right neighbour is also the neighbour below for the row above.
func sweep4(r0, r1, r2, r3, r4, r5 []float64) {
	n := len(r0)
	r1, r2, r3, r4, r5 = r1[:n], r2[:n], r3[:n], r4[:n], r5[:n]
	cell(r0, r1, r2, 1)
	cell(r0, r1, r2, 2)
	cell(r1, r2, r3, 1)
	cell(r0, r1, r2, 3)
	cell(r1, r2, r3, 2)
	cell(r2, r3, r4, 1)
	u1, u2, u3, u4 := r1[3], r2[2], r3[1], r4[0]
	for c := 4; c < n-1; c++ {
		a, b, d := r2[c], r3[c-1], r4[c-2]
		n4 := (u3 + d + r5[c-3] + u4) * 0.25
		n3 := (u2 + b + d + u3) * 0.25
		n2 := (u1 + a + b + u2) * 0.25
		n1 := (r0[c] + r1[c+1] + a + u1) * 0.25
		r1[c], r2[c-1], r3[c-2], r4[c-3] = n1, n2, n3, n4
		u1, u2, u3, u4 = n1, n2, n3, n4
	}
	w := n - 2
	cell(r1, r2, r3, w)
	cell(r2, r3, r4, w-1)
	cell(r3, r4, r5, w-2)
	cell(r2, r3, r4, w)
	cell(r3, r4, r5, w-1)
	cell(r3, r4, r5, w)
}
