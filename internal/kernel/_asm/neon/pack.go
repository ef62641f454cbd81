package main

// pack writes the conversions. Four columns of four rows are a round; the transposition is
// eight zips of two registers.
func pack(g *gen) {
	g.function("packTNEON", "k int, a *float64, lda int, p *float64", "", "packTNEON is PackT for panels of 4.")
	g.transpose(func() {
		for i := range 4 {
			g.op("FLDPQ.P 32(%s), (F%d, F%d)", rows[i], 2*i, 2*i+1)
		}
		g.zips()
		for l := range 4 {
			g.store2(16+2*l, 32*l, "R6")
		}
		g.add(128, "R6")
	}, func() {
		for i := range 4 {
			g.op("FMOVD.P 8(%s), F%d", rows[i], i)
		}
		for i := range 4 {
			g.store1(i, 8*i, "R6")
		}
		g.add(32, "R6")
	})

	g.function("unpackTNEON", "k int, a *float64, lda int, p *float64", "", "unpackTNEON is UnpackT for panels of 4.")
	g.transpose(func() {
		for l := range 4 {
			g.load2(32*l, "R6", 2*l)
		}
		g.zips()
		for i := range 4 {
			g.op("FSTPQ.P (F%d, F%d), 32(%s)", 16+2*i, 17+2*i, rows[i])
		}
		g.add(128, "R6")
	}, func() {
		for i := range 4 {
			g.load1(8*i, "R6", i)
		}
		for i := range 4 {
			g.op("FMOVD.P F%d, 8(%s)", i, rows[i])
		}
		g.add(32, "R6")
	})
	g.unpackLower()
	g.packN()
}

// transpose loops over the columns of a panel (R6) and of rows R2..R5, four at a time and one.
func (g *gen) transpose(four, one func()) {
	g.arg("k", "R0")
	g.arg("a", "R2")
	g.elems("lda", "R1")
	g.arg("p", "R6")
	for i := 1; i < 4; i++ {
		g.op("ADD R1, %s, %s", rows[i-1], rows[i])
	}
	g.op("SUBS $4, R0, R0")
	g.op("BLT rest")
	g.align()
	g.label("main")
	four()
	g.loop(4, "R0", "BGE", "main")
	g.label("rest")
	g.op("ADDS $4, R0, R0")
	g.op("BEQ done")
	g.label("single")
	one()
	g.loop(1, "R0", "BNE", "single")
	g.label("done")
	g.op("RET")
}

// zips transposes the 4 x 4 block whose line i is V2i, V2i+1 into V16+2i, V17+2i.
func (g *gen) zips() {
	for i := range 4 {
		zip := g.zip1
		if i%2 == 1 {
			zip = g.zip2
		}
		zip(16+2*i, i/2, 2+i/2)
		zip(17+2*i, 4+i/2, 6+i/2)
	}
}

func (g *gen) unpackLower() {
	g.function("unpackLowerNEON", "a *float64, lda int, p *float64", "", "unpackLowerNEON is UnpackLower for panels of 4.")
	g.arg("a", "R2")
	g.elems("lda", "R1")
	g.arg("p", "R6")
	for l := range 4 {
		g.load2(32*l, "R6", 2*l)
	}
	g.zips()
	g.store1(16, 0, "R2")
	g.add("R1", "R2")
	g.store(18, 0, "R2")
	g.add("R1", "R2")
	g.store(20, 0, "R2")
	g.store1(21, 16, "R2")
	g.add("R1", "R2")
	g.store2(22, 0, "R2")
	g.op("RET")
}

// packN copies two panels at a time, so that a cache line of the source is read once.
func (g *gen) packN() {
	g.function("packNNEON", "k int, v int, a *float64, lda int, p *float64, ps int", "",
		"packNNEON is PackN for v panels of 4, v = 1 or 2, and k > 0.")
	g.arg("k", "R0")
	g.arg("a", "R2")
	g.elems("lda", "R1")
	g.arg("p", "R6")
	g.elems("ps", "R7")
	g.add("R6", "R7")
	g.arg("v", "R3")
	g.branch(1, "R3", "BEQ", "one")
	for v := 2; v > 0; v-- {
		name := []string{"", "one", "two"}[v]
		g.label(name)
		for i := range v {
			g.load2(32*i, "R2", 2*i)
		}
		g.add("R1", "R2")
		for i := range v {
			g.op("FSTPQ.P (F%d, F%d), 32(%s)", 2*i, 2*i+1, []string{"R6", "R7"}[i])
		}
		g.loop(1, "R0", "BNE", name)
		g.op("RET")
	}
}
