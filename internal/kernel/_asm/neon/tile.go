package main

// The micro-tile is three panels by four columns, 24 vectors of sums in V8..V31: 12 x 4 with
// float64, 24 x 4 with float32. A step of k needs 6 vectors of the left operand (V0..V5) and four
// elements of the right one (V6 and V7; with float32 V6 in even steps and V7 in odd ones), which
// the multiply-adds take by lane, so nothing is duplicated: 24 multiply-adds stand against 5 loads
// (float32: 4), and with four steps a round 6 instructions of counting, or 96 in 122. Four
// multiply-add pipes of latency 4 need 16 sums in flight; there are 24.
//
// All 32 registers are in use, yet no load is waited for on a core that runs in order: each
// register is loaded for the next step right after its last use in this one, which is 8 to 12
// multiply-adds before its next use. Two panels have 16 sums. One panel has 8 and takes even and
// odd steps into separate ones, so that it also has 16.

// Registers of every function on panels. The panel loop moves rA and rC; the rest of the capital
// ones stay, and ra, rb, rc run through one micro-tile.
const (
	rK, rM, rA, rAS, rB = "R0", "R1", "R2", "R3", "R4"
	rC, rCP, rCC        = "R5", "R6", "R7"
	rl, rb, rt          = "R8", "R12", "R16"
)

var ra, rc = [3]string{"R9", "R10", "R11"}, [3]string{"R13", "R14", "R15"}

// acc is the sum of panel p, column j, half h of the rows.
func acc(p, j, h int) int { return 8 + 8*p + 2*j + h }

// each calls f for the halves h of columns j in [from, to) of v panels.
func each(v, from, to int, f func(p, j, h int)) {
	for p := range v {
		for j := from; j < to; j++ {
			f(p, j, 0)
			f(p, j, 1)
		}
	}
}

// step is one rank-1 update of v panels by four elements, which are in b. With next > 0 the operands
// of the next step are loaded from next bytes ahead, the four elements to nb. For one panel, odd
// chooses the second set of sums.
func (g *gen) step(v, next int, sub, odd bool, b, nb int) {
	update := func(p, j, h int) {
		d := acc(p, j, h)
		if v == 1 && odd {
			d += 8
		}
		m, lane := g.lane(b, j)
		if sub {
			g.fmls(d, 2*p+h, m, lane)
		} else {
			g.fmla(d, 2*p+h, m, lane)
		}
	}
	early := !g.single || nb != b // the first vector of the next step has a free register
	each(v, 0, 2, update)
	if next > 0 && early {
		g.load(next, rb, nb)
	}
	for p := range v {
		for j := 2; j < 4; j++ {
			update(p, j, 0)
			update(p, j, 1)
		}
		if next > 0 {
			g.load2(next, ra[p], 2*p)
		}
	}
	switch {
	case next > 0 && !early:
		g.load(next, rb, nb)
	case next > 0 && !g.single:
		g.load(next+16, rb, nb+1)
	}
}

// sums adds (or subtracts) k = rK rank-1 updates of v panels from rA by the panel rb. It leaves
// ra and rb anywhere and V0..V7 free.
func (g *gen) sums(v int, sub bool) {
	const unroll = 4
	main, rest, single, last, end := g.fresh("main"), g.fresh("rest"), g.fresh("single"), g.fresh("last"), g.fresh("end")
	g.op("CBZ %s, %s", rK, end)
	g.op("MOVD %s, %s", rA, ra[0])
	for p := 1; p < v; p++ {
		g.op("ADD %s, %s, %s", rAS, ra[p-1], ra[p])
	}
	advance := func(n int) {
		for p := range v {
			g.add(n, ra[p])
		}
		g.add(n, rb)
	}
	for p := range v {
		g.load2(0, ra[p], 2*p)
	}
	g.load4(0, rb, 6)
	g.op("SUB $%d, %s, %s", 1+unroll, rK, rl)
	g.op("TBNZ $63, %s, %s", rl, rest)
	g.align()
	g.label(main)
	for u := range unroll {
		b, nb := 6, 6
		if g.single {
			b, nb = 6+u%2, 7-u%2
		}
		g.step(v, 32*(u+1), sub, u%2 == 1, b, nb)
	}
	advance(32 * unroll)
	g.loop(unroll, rl, "BGE", main)
	g.label(rest)
	g.op("ADDS $%d, %s, %s", unroll, rl, rl)
	g.op("BEQ %s", last)
	g.label(single)
	g.step(v, 32, sub, false, 6, 6)
	advance(32)
	g.loop(1, rl, "BNE", single)
	g.label(last)
	g.step(v, 0, sub, true, 6, 6)
	g.label(end)
	if v == 1 {
		each(1, 0, 4, func(p, j, h int) { g.fadd(acc(p, j, h), acc(p, j, h), acc(p, j, h)+8) })
	}
}

// panels runs body over rM panels in micro-tiles of 3, but 2 + 2 where 4 are left, since two
// panels make better use of the loads than three and one. After each, rA and rC move on.
func (g *gen) panels(body func(v int)) {
	next, two := g.fresh("next"), g.fresh("two")
	g.label(next)
	g.branch(4, rM, "BEQ", two)
	g.choose(two, func(v int) {
		body(v)
		if v == 1 {
			g.op("RET")
			return
		}
		for range v {
			g.add(rAS, rA)
			g.add(rCP, rC)
		}
		g.loop(v, rM, "BNE", next)
		g.op("RET")
	})
}

// choose runs body for micro-tiles of 3 (where rM >= 3), 2 and 1 panels; body does not fall
// through. two is the label of its second form.
func (g *gen) choose(two string, body func(v int)) {
	one := g.fresh("one")
	g.branch(2, rM, "BLT", one)
	g.op("BEQ %s", two)
	body(3)
	g.label(two)
	body(2)
	g.label(one)
	body(1)
}

// columns sets rc to the panels of C at rC.
func (g *gen) columns(v int) {
	g.op("MOVD %s, %s", rC, rc[0])
	for p := 1; p < v; p++ {
		g.op("ADD %s, %s, %s", rCP, rc[p-1], rc[p])
	}
}
