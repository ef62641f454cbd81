package main

// factor writes Trsm and the first micro-tile of Potrf. Both load the right-hand side into the
// sums and subtract the product there, so nothing is left to combine after it.
func factor(g *gen) {
	g.function("trsmNEON", "k int, mp int, x *float64, xs int, l *float64, inv *float64", "",
		"trsmNEON is Trsm for panels of 4.")
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("x", rA)
	g.elems("xs", rAS)
	g.arg("l", rB)
	g.arg("inv", "R19")
	g.elems("xs", rCP)
	g.op("LSL $5, %s, R20", rK)
	g.op("ADD R20, %s, %s", rA, rC)
	g.op("ADD R20, %s, R20", rB)
	g.panels(func(v int) {
		g.residual(v)
		for j := range 3 {
			g.load2(32*j, "R20", 2*j)
		}
		g.load2(0, "R19", 6)
		for j := range 4 {
			each(v, j, j+1, func(p, j, h int) { g.fmul(acc(p, j, h), acc(p, j, h), 6+j/2, j%2) })
			each(v, j+1, 4, func(p, c, h int) { g.fmls(acc(p, c, h), acc(p, j, h), 2*j+c/2, c%2) })
		}
		g.writeBack(v)
	})

	g.function("potrfNEON", "k int, mp int, a *float64, as int, inv *float64", "minor int",
		"potrfNEON is Potrf for panels of 4 and mp <= 3.")
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.op("MOVD %s, %s", rA, rB)
	g.elems("as", rCP)
	g.arg("inv", "R19")
	g.op("LSL $5, %s, R20", rK)
	g.op("ADD R20, %s, %s", rA, rC)
	g.op("MOVD $0x7fefffffffffffff, R21") // the bits of the largest number
	g.choose(g.fresh("two"), func(v int) {
		g.residual(v)
		g.op("FMOVD $1.0, F7")
		for j := range 4 {
			g.pivot(v, j)
		}
		g.writeBack(v)
		g.op("MOVD ZR, %s", g.param("minor"))
		g.op("RET")
	})
	for j := range 4 {
		g.label(failed[j])
		g.op("MOVD $%d, R22", 1+j)
		g.op("MOVD R22, %s", g.param("minor"))
		g.op("RET")
	}
}

var failed = [4]string{"failed0", "failed1", "failed2", "failed3"}

// residual sets the sums of v panels to C - A * B', C being the block at rC.
func (g *gen) residual(v int) {
	g.columns(v)
	for p := range v {
		for j := range 4 {
			g.load2(32*j, rc[p], acc(p, j, 0))
			if v == 1 {
				g.clear(acc(p, j, 0) + 8)
				g.clear(acc(p, j, 1) + 8)
			}
		}
	}
	g.op("MOVD %s, %s", rB, rb)
	g.sums(v, true)
}

// writeBack stores the sums of v panels.
func (g *gen) writeBack(v int) {
	for p := range v {
		for j := range 4 {
			g.store2(acc(p, j, 0), 32*j, rc[p])
		}
	}
}

// pivot eliminates with column j: the diagonal block is panel 0. The multipliers a(c,j)/p are
// quotients, as in the Go twin: a pivot that is zero in exact arithmetic on small integers must
// be zero here, and no reciprocal of a tiny p may overflow. The square root and its reciprocal
// are off the chain from pivot to pivot. Above the diagonal nothing is computed: what is there
// does not mix with other lanes.
func (g *gen) pivot(v, j int) {
	d, lane := acc(0, j, j/2), j%2
	g.op("VMOV V%d.D[%d], R22", d, lane)
	g.op("SUB $1, R22, R23") // 0, negative, infinite and NaN are all >= R21, unsigned
	g.op("CMP R21, R23")
	g.op("BHS %s", failed[j])
	g.op("VDUP R22, V0.D2")
	for h := (j + 1) / 2; h < 2; h++ {
		g.fdiv(3+h, acc(0, j, h), 0)
	}
	each(v, j+1, 4, func(p, c, h int) {
		if p > 0 || h >= c/2 {
			g.fmls(acc(p, c, h), acc(p, j, h), 3+c/2, c%2)
		}
	})
	g.op("FSQRTD F0, F1")
	g.op("FDIVD F1, F7, F2")
	g.store1(2, 8*j, "R19")
	each(v, j, j+1, func(p, j, h int) {
		if p > 0 || h >= j/2 {
			g.fmul(acc(p, j, h), acc(p, j, h), 2, 0)
		}
	})
	g.op("VMOV V1.D[0], V%d.D[%d]", d, lane)
}
