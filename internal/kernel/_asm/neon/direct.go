package main

import "fmt"

// Direct keeps `rows` rows by up to 6 vectors of columns of C (12 float64, 24 float32) in V8..V31:
// 24 multiply-adds stand against 4 loads of one element of A (V0..V3, lane 0) and 3 of two vectors
// of B (V4..V7).
//
//	R0 columns left   R1 k            R2..R5 rows of A   R6 distance of A's columns
//	R7 B              R8 ldb          R9 C               R10 ldc
//	R11 steps left    R12 row of B    R13 offset into A's rows
//	R14 row of C
const directParams = "rows int, cols int, k int, a *float64, ars int, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64"

var rows = [4]string{"R2", "R3", "R4", "R5"}

func direct(g *gen) {
	for _, set := range []bool{false, true} {
		name, doc := "directNEON", "Direct"
		if set {
			name, doc = "directSetNEON", "DirectSet"
		}
		g.function(name, directParams, "", "is "+doc+" for at most 4 rows.")
		g.arg("cols", "R0")
		g.arg("k", "R1")
		g.arg("a", "R2")
		g.elems("ars", "R6")
		for i := 1; i < 4; i++ {
			g.op("ADD R6, %s, %s", rows[i-1], rows[i])
		}
		g.elems("acs", "R6")
		g.arg("b", "R7")
		g.elems("ldb", "R8")
		g.arg("c", "R9")
		g.elems("ldc", "R10")
		g.arg("rows", "R11")
		for r := 1; r < 4; r++ {
			g.branch(r, "R11", "BEQ", fmt.Sprint("rows", r))
		}
		for r := 4; r > 0; r-- {
			g.label(fmt.Sprint("rows", r))
			g.strips(r, set)
		}
	}
}

// strips runs over the columns: 6, 4, 2 vectors of them at a time, with float32 one, then 3, 2 or 1
// column.
func (g *gen) strips(r int, set bool) {
	vectors := []int{6, 4, 2}
	if g.single {
		vectors = append(vectors, 1)
	}
	for _, nv := range vectors {
		here, next, n := g.fresh("strip"), g.fresh("next"), nv*g.lanes()
		g.label(here)
		g.branch(n, "R0", "BLT", next)
		g.strip(r, n, set)
		g.add(16*nv, "R7")
		g.add(16*nv, "R9")
		g.op("SUB $%d, R0, R0", n)
		g.op("B %s", here)
		g.label(next)
	}
	two, one, done := g.fresh("two"), g.fresh("one"), g.fresh("done")
	g.op("CBZ R0, %s", done)
	g.branch(2, "R0", "BEQ", two)
	g.op("BLT %s", one)
	g.strip(r, 3, set)
	g.op("RET")
	g.label(two)
	g.strip(r, 2, set)
	g.op("RET")
	g.label(one)
	g.strip(r, 1, set)
	g.label(done)
	g.op("RET")
}

// strip computes r rows by n columns of C.
func (g *gen) strip(r, n int, set bool) {
	const unroll = 2
	nv := (n + g.lanes() - 1) / g.lanes()
	sum := func(i, q int) int { return 8 + 6*i + q }
	for i := range r {
		for q := range nv {
			g.clear(sum(i, q))
		}
	}
	main, rest, end := g.fresh("main"), g.fresh("rest"), g.fresh("end")
	g.op("MOVD R7, R12")
	g.op("MOVD ZR, R13")
	g.op("SUBS $%d, R1, R11", unroll)
	g.op("BLT %s", rest)
	g.align()
	g.label(main)
	for range unroll {
		g.directStep(r, n, sum)
	}
	g.loop(unroll, "R11", "BGE", main)
	g.label(rest)
	g.op("ADDS $%d, R11, R11", unroll)
	g.op("BEQ %s", end)
	g.directStep(r, n, sum)
	g.label(end)
	g.op("MOVD R9, R14")
	g.op("FMOV%s %s, F7", g.letter(), g.param("alpha"))
	for i := range r {
		for q := range nv {
			g.part(sum(i, q), 16*q, "R14", min(g.lanes(), n-g.lanes()*q), set)
		}
		g.add("R10", "R14")
	}
}

// directStep is one rank-1 update: a column of A by n elements of a row of B.
func (g *gen) directStep(r, n int, sum func(i, q int) int) {
	for i := range r {
		g.op("FMOV%s (%s)(R13), F%d", g.letter(), rows[i], i)
	}
	lanes := g.lanes()
	for q := 0; q*lanes < n; q += 2 {
		v := 4 + q%4 // the third pair takes the place of the first
		left := n - q*lanes
		if left >= 2*lanes {
			g.load2(16*q, "R12", v)
		} else {
			g.loadSome(min(left, lanes), 16*q, "R12", v, v+1)
			if left > lanes { // three float64
				g.load1(16*q+16, "R12", v+1)
			}
		}
		for i := range r {
			for u := 0; u < 2 && u*lanes < left; u++ {
				g.fmla(sum(i, q+u), v+u, i, 0)
			}
		}
	}
	g.add("R6", "R13")
	g.add("R8", "R12")
}
