package main

const gemmParams = "k int, mp int, a *float64, as int, b *float64, c *float64, cp int, cc int, alpha float64"

func gemm(g *gen) {
	for _, set := range []bool{false, true} {
		name, doc := "gemmNEON", "Gemm"
		if set {
			name, doc = "gemmSetNEON", "GemmSet"
		}
		g.function(name, gemmParams, "", "is "+doc+g.scope()+".")
		g.gemmArgs()
		g.panels(func(v int) {
			g.product(v)
			g.columns(v)
			for j := range 4 {
				for p := range v {
					g.update(p, j, set)
				}
				for p := range v {
					g.add(rCC, rc[p])
				}
			}
		})
	}
	for _, set := range []bool{false, true} {
		name, doc := "gemmEdgeNEON", "GemmEdge"
		if set {
			name, doc = "gemmEdgeSetNEON", "GemmEdgeSet"
		}
		g.function(name, gemmParams+", nr int, last int", "", "is "+doc+g.scope()+".")
		g.gemmArgs()
		g.arg("nr", "R19")
		g.arg("last", "R20")
		g.choose(g.fresh("two"), func(v int) { g.edge(v, set) })
	}
}

// scope says of which panels a function multiplies how much.
func (g *gen) scope() string {
	if g.single {
		return " for panels of 8 and 4 columns"
	}
	return " for panels of 4"
}

func (g *gen) gemmArgs() {
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.arg("b", rB)
	g.arg("c", rC)
	g.elems("cp", rCP)
	g.elems("cc", rCC)
}

// product computes A * B' for v panels into the sums, alpha into V7, while C comes closer.
func (g *gen) product(v int) {
	g.columns(v)
	for range 4 {
		for p := range v {
			g.op("PRFM (%s), PSTL1KEEP", rc[p])
			g.add(rCC, rc[p])
		}
	}
	each(v, 0, 4, func(p, j, h int) {
		g.clear(acc(p, j, h))
		if v == 1 {
			g.clear(acc(p, j, h) + 8)
		}
	})
	g.op("MOVD %s, %s", rB, rb)
	g.sums(v, false)
	g.op("FMOV%s %s, F7", g.letter(), g.param("alpha"))
}

// update adds alpha times four sums to C, or sets it.
func (g *gen) update(p, j int, set bool) {
	a := acc(p, j, 0)
	if set {
		g.fmul(a, a, 7, 0)
		g.fmul(a+1, a+1, 7, 0)
		g.store2(a, 0, rc[p])
		return
	}
	g.load2(0, rc[p], 2*p)
	g.fmla(2*p, a, 7, 0)
	g.fmla(2*p+1, a+1, 7, 0)
	g.store2(2*p, 0, rc[p])
}

// edge ends the function with one micro-tile of v panels, R19 columns and R20 rows of the last panel.
func (g *gen) edge(v int, set bool) {
	done := g.fresh("done")
	g.product(v)
	g.columns(v)
	for j := range 4 {
		for p := range v - 1 {
			g.update(p, j, set)
			g.add(rCC, rc[p])
		}
		g.updateLast(v-1, j, set)
		g.add(rCC, rc[v-1])
		if j < 3 {
			g.loop(1, "R19", "BEQ", done)
		}
	}
	g.label(done)
	g.op("RET")
}

// updateLast is update for R20 of the panel's rows.
func (g *gen) updateLast(p, j int, set bool) {
	some, end := g.fresh("some"), g.fresh("end")
	g.branch(g.width(), "R20", "BNE", some)
	g.update(p, j, set)
	g.op("B %s", end)
	g.label(some)
	lanes := g.lanes()
	low := g.fresh("low")
	g.branch(lanes, "R20", "BLT", low)
	g.part(acc(p, j, 0), 0, rc[p], lanes, set)
	g.oneOf(lanes, lanes, end, func(n int) { g.part(acc(p, j, 1), 16, rc[p], n, set) })
	g.label(low)
	g.oneOf(0, lanes, end, func(n int) { g.part(acc(p, j, 0), 0, rc[p], n, set) })
	g.label(end)
}

// oneOf runs body(n) for the n < most that R20 exceeds base by, none for 0, and goes to end.
func (g *gen) oneOf(base, most int, end string, body func(n int)) {
	for n := 1; n < most; n++ {
		other := g.fresh("other")
		g.branch(base+n, "R20", "BNE", other)
		body(n)
		g.op("B %s", end)
		g.label(other)
	}
	g.op("B %s", end)
}

// part adds alpha (V7) times the first n elements of vector a to memory, or sets it. V6 is lost, and
// V5 where n is 3. The lanes beyond n are computed and not stored.
func (g *gen) part(a, off int, r string, n int, set bool) {
	if set {
		g.fmul(6, a, 7, 0)
	} else {
		g.loadSome(n, off, r, 6, 5)
		g.fmla(6, a, 7, 0)
	}
	g.storeSome(n, 6, off, r, 5)
}
