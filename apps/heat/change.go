package heat

// changeBlock sweeps over block (bi, bj) and returns the sum of the squares of its changes.
// The cells are those of sweepBlock, bit by bit.
func (g *grid) changeBlock(bi, bj int) float64 {
	i, h, j, w := g.block(bi, bj)
	row := func(i int) []float64 {
		at := i*g.u.Stride + j - 1
		return g.u.Data[at : at+w+2]
	}
	i, end, sum := i, i+h, 0.0
	if w >= 4 {
		for ; i+4 <= end; i += 4 {
			sum += change4(row(i-1), row(i), row(i+1), row(i+2), row(i+3), row(i+4))
		}
	}
	for ; i < end; i++ {
		sum += change1(row(i-1), row(i), row(i+1))
	}
	return sum
}

// changeCell is cell, and returns the square of the change.
func changeCell(up, r, down []float64, c int) float64 {
	old := r[c]
	cell(up, r, down, c)
	return (r[c] - old) * (r[c] - old)
}

// change1 is sweep1, and returns the sum of the squares of the changes.
func change1(up, r, down []float64) float64 {
	n := len(r)
	up, down = up[:n], down[:n]
	left, sum := r[0], 0.0
	for c := 1; c < n-1; c++ {
		left = (up[c] + r[c+1] + down[c] + left) * 0.25
		d := left - r[c]
		sum += d * d
		r[c] = left
	}
	return sum
}

// change4 is sweep4, and returns the sum of the squares of the changes.
func change4(r0, r1, r2, r3, r4, r5 []float64) float64 {
	n := len(r0)
	r1, r2, r3, r4, r5 = r1[:n], r2[:n], r3[:n], r4[:n], r5[:n]
	sum := changeCell(r0, r1, r2, 1)
	sum += changeCell(r0, r1, r2, 2)
	sum += changeCell(r1, r2, r3, 1)
	sum += changeCell(r0, r1, r2, 3)
	sum += changeCell(r1, r2, r3, 2)
	sum += changeCell(r2, r3, r4, 1)
	u1, u2, u3, u4 := r1[3], r2[2], r3[1], r4[0]
	for c := 4; c < n-1; c++ {
		a, b, d := r2[c], r3[c-1], r4[c-2]
		n4 := (u3 + d + r5[c-3] + u4) * 0.25
		n3 := (u2 + b + d + u3) * 0.25
		n2 := (u1 + a + b + u2) * 0.25
		n1 := (r0[c] + r1[c+1] + a + u1) * 0.25
		d1, d2, d3, d4 := n1-r1[c], n2-r2[c-1], n3-r3[c-2], n4-r4[c-3]
		sum += (d1*d1 + d2*d2) + (d3*d3 + d4*d4)
		r1[c], r2[c-1], r3[c-2], r4[c-3] = n1, n2, n3, n4
		u1, u2, u3, u4 = n1, n2, n3, n4
	}
	w := n - 2
	sum += changeCell(r1, r2, r3, w)
	sum += changeCell(r2, r3, r4, w-1)
	sum += changeCell(r3, r4, r5, w-2)
	sum += changeCell(r2, r3, r4, w)
	sum += changeCell(r3, r4, r5, w-1)
	sum += changeCell(r3, r4, r5, w)
	return sum
}
