package main

// Loops over vectors in NEON are those in AVX-512 with four vectors for each of theirs, so that sums
// add up in the same order: in registers 0 to 15. The last elements are copied into the frame, as
// vectors cannot be read in part.
const (
	nvLeft, nvY, nvX, nvAhead = "R1", "R2", "R3", "R4"
	nvNextY, nvNextX          = "R5", "R6"
	nFactor                   = 31
)

func vectorNEON(n *neon) {
	n.vector("axpyNEON", "computes y += a x.", true, false, func(y, x, s int) { n.fmla(y, x, nFactor) })
	n.vector("scaleNEON", "computes y = x + a y.", true, false, func(y, x, s int) {
		n.fmla(x, y, nFactor)
		n.op("VORR V%d.B16, V%d.B16, V%d.B16", x, x, y)
	})
	n.vector("axpyDotNEON", "computes y += a x and returns y.y.", true, true, func(y, x, s int) {
		n.fmla(y, x, nFactor)
		n.fmla(s, y, y)
	})
	n.vector("dotNEON", "returns x.y; a is not used.", false, true, func(y, x, s int) { n.fmla(s, y, x) })
}

// vector writes a loop by 32 elements, by 8, and the rest. body computes with a vector of y and one of
// x; it leaves y, to be stored if writes is set, and if sum is set adds to register s.
func (n *neon) vector(name, doc string, writes, sum bool, body func(y, x, s int)) {
	signature, size := "(n int, y *float64, x *float64, a float64, ahead int)", 40
	if sum {
		signature, size = signature+" float64", 48
	}
	n.begin(name, signature, doc, size)
	n.op("MOVD n+0(FP), %s", nvLeft)
	n.op("MOVD y+8(FP), %s", nvY)
	n.op("MOVD x+16(FP), %s", nvX)
	n.op("FMOVD a+24(FP), F%d", nFactor)
	n.op("VDUP V%d.D[0], V%d.D2", nFactor, nFactor)
	n.op("MOVD ahead+32(FP), %s", nvAhead)
	if sum {
		for v := range 16 {
			n.clear(v)
		}
	}
	n.op("SUBS $32, %s, %s", nvLeft, nvLeft)
	n.op("BLT few")
	n.label("many")
	n.lines(4, nvY, nvX, writes, body)
	n.op("SUBS $32, %s, %s", nvLeft, nvLeft)
	n.op("BGE many")
	n.label("few")
	n.op("ADDS $24, %s, %s", nvLeft, nvLeft)
	n.op("BLT rest")
	n.label("eight")
	n.lines(1, nvY, nvX, writes, body)
	n.op("SUBS $8, %s, %s", nvLeft, nvLeft)
	n.op("BGE eight")
	n.label("rest")
	n.op("ADDS $8, %s, %s", nvLeft, nvLeft)
	n.op("BLE done")
	n.clearFrame()
	n.copyIn(0, nvY, nvLeft)
	n.copyIn(64, nvX, nvLeft)
	n.eight(0, 0, frame, 64, frame, writes, body)
	if writes {
		n.copyOut(0, nvY, nvLeft)
	}
	n.label("done")
	if sum {
		n.reduce()
	}
	n.op("RET")
}

// lines is n lines of 64 bytes of the loop, and fetches what is wanted then.
func (n *neon) lines(count int, y, x string, writes bool, body func(y, x, s int)) {
	n.op("ADD %s, %s, %s", nvAhead, y, nvNextY)
	n.op("ADD %s, %s, %s", nvAhead, x, nvNextX)
	for s := range count {
		n.op("PRFM %d(%s), PLDL2KEEP", 64*s, nvNextY)
		n.op("PRFM %d(%s), PLDL2KEEP", 64*s, nvNextX)
	}
	for s := range count {
		n.eight(s, 64*s, y, 64*s, x, writes, body)
	}
	n.op("ADD $%d, %s, %s", 64*count, y, y)
	n.op("ADD $%d, %s, %s", 64*count, x, x)
}

// eight computes with eight elements of y and of x, which add to the sums of a line.
func (n *neon) eight(line, offY int, y string, offX int, x string, writes bool, body func(y, x, s int)) {
	for p := 0; p < 4; p += 2 {
		n.loadPair(offY+16*p, y, 16)
		n.loadPair(offX+16*p, x, 18)
		for i := range 2 {
			body(16+i, 18+i, 4*line+p+i)
		}
		if writes {
			n.store2(16, offY+16*p, y)
		}
	}
}

// reduce returns the sum of the lanes of registers 0 to 15.
func (n *neon) reduce() {
	for i := range 4 {
		n.fadd(i, i, 4+i)
		n.fadd(8+i, 8+i, 12+i)
		n.fadd(i, i, 8+i)
	}
	n.fadd(0, 0, 2)
	n.fadd(1, 1, 3)
	n.fadd(0, 0, 1)
	n.op("VDUP V0.D[1], V1.D2")
	n.op("FADDD F1, F0")
	n.op("FMOVD F0, ret+40(FP)")
}
