package main

import "fmt"

// factor writes Trsm for four columns and the first micro-tile of Potrf. Both load the right-hand
// side into the sums and subtract the product there, so nothing is left to combine after it. With
// float32 four columns are half a panel: Trsm does the first half with k solved columns, the second
// with k+4, and its right operand and inv begin four elements later. Potrf's micro-tile is the
// diagonal block alone then: halves would multiply rounded entries of L where pivot divides.
func factor(g *gen) {
	g.function("trsmNEON", "k int, mp int, x *float64, xs int, l *float64, inv *float64", "",
		"is Trsm"+g.scope()+".")
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
			g.load4(32*j, "R20", 2*j)
		}
		g.load4(0, "R19", 6)
		for j := range 4 {
			each(v, j, j+1, func(p, j, h int) {
				m, lane := g.lane(6, j)
				g.fmul(acc(p, j, h), acc(p, j, h), m, lane)
			})
			each(v, j+1, 4, func(p, c, h int) {
				m, lane := g.lane(2*j, c)
				g.fmls(acc(p, c, h), acc(p, j, h), m, lane)
			})
		}
		g.writeBack(v, 4)
	})

	params, doc := "k int, mp int, a *float64, as int, inv *float64", "is Potrf for panels of 4 and mp <= 3."
	if g.single {
		params, doc = "k int, a *float64, inv *float64", "is Potrf for one panel of 8, the diagonal block."
	}
	g.function("potrfNEON", params, "minor int", doc)
	g.arg("k", rK)
	g.arg("a", rA)
	g.arg("inv", "R19")
	g.op("LSL $5, %s, R20", rK)
	g.op("ADD R20, %s, %s", rA, rC)
	g.op("MOVD $%s, R21", g.largest())
	if g.single {
		g.residualDiagonal()
		g.eliminate(1)
	} else {
		g.arg("mp", rM)
		g.elems("as", rAS)
		g.op("MOVD %s, %s", rA, rB)
		g.elems("as", rCP)
		g.choose(g.fresh("two"), func(v int) {
			g.residual(v)
			g.eliminate(v)
		})
	}
	for j := range g.width() {
		g.label(failed(j))
		g.op("MOVD $%d, R22", 1+j)
		g.op("MOVD R22, %s", g.param("minor"))
		g.op("RET")
	}
}

// failed is where column j goes whose pivot is not positive and finite.
func failed(j int) string { return fmt.Sprint("failed", j) }

// eliminate ends the function: it factors the block whose diagonal is in the sums of panel 0.
func (g *gen) eliminate(v int) {
	g.op("FMOV%s $1.0, F7", g.letter())
	for j := range g.width() {
		g.pivot(v, j)
	}
	g.writeBack(v, g.width())
	g.op("MOVD ZR, %s", g.param("minor"))
	g.op("RET")
}

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

// residualDiagonal sets the sums of one panel of 8 columns to C - A * A', C being the block at rC and
// A the panel at rA: its two vectors are both operands. What lies above the diagonal in whole
// vectors is not computed. Odd steps have their own registers, so that no load is waited for.
func (g *gen) residualDiagonal() {
	const unroll = 2
	main, last, end := g.fresh("main"), g.fresh("last"), g.fresh("end")
	for j := range 8 {
		g.load2(32*j, rC, acc(0, j, 0))
	}
	g.op("MOVD %s, %s", rC, rc[0])
	g.op("CBZ %s, %s", rK, end) // else k is a multiple of 8
	g.op("SUB $%d, %s, %s", unroll, rK, rl)
	step := func(v int) {
		for j := range 8 {
			for h := j / 4; h < 2; h++ {
				m, lane := g.lane(v, j)
				g.fmls(acc(0, j, h), v+h, m, lane)
			}
		}
	}
	g.load2(0, rA, 0)
	g.op("CBZ %s, %s", rl, last)
	g.align()
	g.label(main)
	for u := range unroll {
		g.load2(32*(u+1), rA, 2-2*u)
		step(2 * u)
	}
	g.add(32*unroll, rA)
	g.loop(unroll, rl, "BNE", main)
	g.label(last)
	g.load2(32, rA, 2)
	step(0)
	step(2)
	g.label(end)
}

// writeBack stores the sums of n columns of v panels.
func (g *gen) writeBack(v, n int) {
	for p := range v {
		for j := range n {
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
	n := g.width()
	half := func(i int) int { return i / g.lanes() } // of the panel, that holds row i of the block
	below := func(p, c, h int) bool { return p > 0 || h >= half(c) }
	d, lane := acc(0, j, half(j)), j%g.lanes()
	g.op("VMOV V%d.%s[%d], R22", d, g.letter(), lane)
	g.op("SUB $1, R22, R23") // 0, negative, infinite and NaN are all >= R21, unsigned
	g.op("CMP R21, R23")
	g.op("BHS %s", failed(j))
	g.op("VDUP R22, V0.%s%d", g.letter(), g.lanes())
	for h := half(j + 1); h < 2; h++ {
		g.fdiv(3+h, acc(0, j, h), 0)
	}
	each(v, j+1, n, func(p, c, h int) {
		if below(p, c, h) {
			g.fmls(acc(p, c, h), acc(p, j, h), 3+half(c), c%g.lanes())
		}
	})
	g.op("FSQRT%s F0, F1", g.letter())
	g.op("FDIV%s F1, F7, F2", g.letter())
	g.store1(2, g.size()*j, "R19")
	each(v, j, j+1, func(p, j, h int) {
		if below(p, j, h) {
			g.fmul(acc(p, j, h), acc(p, j, h), 2, 0)
		}
	})
	g.op("VMOV V1.%s[0], V%d.%s[%d]", g.letter(), d, g.letter(), lane)
}
