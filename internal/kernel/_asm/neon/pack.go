package main

import "fmt"

// pack writes the conversions. Four columns of a panel's rows are a round; the transposition is zips
// of two registers, eight for float64 and sixteen for float32, whose panel has two blocks of four
// rows. The lower triangle of a diagonal block is the Go twin's with float32: there is one a panel.
func pack(g *gen) {
	w := g.width()
	g.function("packTNEON", "k int, a *float64, lda int, p *float64", "", fmt.Sprintf("is PackT for panels of %d.", w))
	g.transpose(func() {
		for i := range w {
			if g.single {
				g.op("FMOVQ.P 16(%s), F%d", lines[i], i)
			} else {
				g.op("FLDPQ.P 32(%s), (F%d, F%d)", lines[i], 2*i, 2*i+1)
			}
		}
		g.zips()
		for l := range 4 {
			g.store2(16+2*l, 32*l, "R6")
		}
		g.add(128, "R6")
	}, func() {
		for i := range w {
			g.op("FMOV%s.P %d(%s), F%d", g.letter(), g.size(), lines[i], i)
		}
		for i := range w {
			g.store1(i, g.size()*i, "R6")
		}
		g.add(32, "R6")
	})

	g.function("unpackTNEON", "k int, a *float64, lda int, p *float64", "", fmt.Sprintf("is UnpackT for panels of %d.", w))
	g.transpose(func() {
		for l := range 4 {
			g.load2(32*l, "R6", 2*l)
		}
		g.unzips()
		for i := range w {
			if g.single {
				g.op("FMOVQ.P F%d, 16(%s)", 16+i, lines[i])
			} else {
				g.op("FSTPQ.P (F%d, F%d), 32(%s)", 16+2*i, 17+2*i, lines[i])
			}
		}
		g.add(128, "R6")
	}, func() {
		for i := range w {
			g.load1(g.size()*i, "R6", i)
		}
		for i := range w {
			g.op("FMOV%s.P F%d, %d(%s)", g.letter(), i, g.size(), lines[i])
		}
		g.add(32, "R6")
	})
	if !g.single {
		g.unpackLower()
	}
	g.packN()
}

// lines point to the rows of a panel's place in a row-major matrix.
var lines = [8]string{"R2", "R3", "R4", "R5", "R7", "R8", "R9", "R10"}

// transpose loops over the columns of a panel (R6) and of its lines, four at a time and one.
func (g *gen) transpose(four, one func()) {
	g.arg("k", "R0")
	g.arg("a", "R2")
	g.elems("lda", "R1")
	g.arg("p", "R6")
	for i := 1; i < g.width(); i++ {
		g.op("ADD R1, %s, %s", lines[i-1], lines[i])
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

// zips sets column l of a panel, V16+2l and V17+2l, from four elements of each of its lines, in V0..V7:
// line i of float64 is V2i, V2i+1, of float32 Vi. unzips is the inverse, columns in V0..V7.
func (g *gen) zips() {
	if g.single {
		for b := range 2 {
			g.transpose4(func(i int) int { return 4*b + i }, func(l int) int { return 16 + 2*l + b })
		}
		return
	}
	for i := range 4 {
		zip := g.zip1
		if i%2 == 1 {
			zip = g.zip2
		}
		zip(16+2*i, i/2, 2+i/2)
		zip(17+2*i, 4+i/2, 6+i/2)
	}
}

func (g *gen) unzips() {
	if !g.single {
		g.zips() // a transposition of 4 x 4 is its own inverse
		return
	}
	for b := range 2 {
		g.transpose4(func(l int) int { return 2*l + b }, func(i int) int { return 16 + 4*b + i })
	}
}

// transpose4 transposes the 4 x 4 float32 of the registers that from names into those that to names.
// V24..V27 are lost.
func (g *gen) transpose4(from, to func(int) int) {
	for i, zip := range []func(d, n, m int){g.zip1, g.zip2} {
		zip(24+2*i, from(0), from(2))
		zip(25+2*i, from(1), from(3))
		g.zip1(to(2*i), 24+2*i, 25+2*i)
		g.zip2(to(2*i+1), 24+2*i, 25+2*i)
	}
}

func (g *gen) unpackLower() {
	g.function("unpackLowerNEON", "a *float64, lda int, p *float64", "", "is UnpackLower for panels of 4.")
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
		fmt.Sprintf("is PackN for v panels of %d, v = 1 or 2, and k > 0.", g.width()))
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
