package main

// Registers of the loops in NEON. The vectors' point to this slice's rows.
const (
	nRun   = "R0"
	nLeft  = "R1" // rows left of the line, this slice's among them
	nAt    = "R2" // bytes from the line's first row to this slice's
	nV     = "R3"
	nAhead = "R4"
	nOwn   = "R9"
	nDiag  = "R10"
	nR, nT = "R11", "R12"
	nTmp   = "R13"
	nNext  = "R14" // values that are wanted next
	nRows  = "R19" // of a slice at an end of its line
	nFirst = "R20" // there: 0 in the line's first row
	nCount = "R15"
)

var (
	nX       = [4]string{"R5", "R6", "R7", "R8"}
	nVectors = []string{"R5", "R6", "R7", "R8", nOwn, nDiag, nR, nT}
)

// Vector registers: 0 to 7 are the sums of four groups, two vectors each; 16 to 19 hold values and
// elements; then a sweep's right-hand sides and multipliers.
const (
	nC, nW              = 20, 24
	nCarry, nOne, nZero = 28, 29, 30
)

// A neonLoop is the code of a loop for two vectors, half h of a slice, and for a single row. Both
// find the sum of the groups begun in registers 0 to 7 by the vector, or 0 to 3.
type neonLoop struct {
	neighbour int // of the row itself: -1 or 1
	own       int // the register group whose sum takes the entry that meets it, -1: none does
	half      func(h int)
	single    func()
	sweep     bool // half and single leave right-hand sides and multipliers to be solved
}

func runNEON(n *neon) {
	for _, add := range []bool{false, true} {
		name, doc := "aboveNEON", "computes T = U x."
		if add {
			name, doc = "addAboveNEON", "computes T += U x."
		}
		n.run(name, doc, neonLoop{1, 0, func(h int) {
			if add {
				n.loadPair(32*h, nT, 16)
				n.fadd(0, 16, 0)
				n.fadd(1, 17, 1)
			}
			n.store2(0, 32*h, nT)
		}, func() {
			if add {
				n.loadOne(0, nT, 16)
				n.op("FADDD F16, F0")
			}
			n.op("FMOVD F0, (%s)", nT)
		}, false})
	}
	n.run("belowNEON", "computes T = (D + L) x.", neonLoop{-1, 3, func(h int) {
		n.loadPair(32*h, nOwn, 16)
		n.loadPair(32*h, nDiag, 18)
		n.fmla(0, 16, 18)
		n.fmla(1, 17, 19)
		n.store2(0, 32*h, nT)
	}, func() {
		n.loadOne(0, nOwn, 16)
		n.loadOne(0, nDiag, 17)
		n.madd(0, 16, 17)
		n.op("FMOVD F0, (%s)", nT)
	}, false})
	for _, from := range []bool{false, true} {
		n.forward(from)
		n.backward(from)
	}
}

func (n *neon) forward(from bool) {
	name, doc := "forwardNEON", "solves (D + L) x = R."
	if from {
		name, doc = "forwardFromNEON", "solves (D + L) x = R - T."
	}
	n.run(name, doc, neonLoop{-1, -1, func(h int) {
		c := nC + 2*h
		n.loadPair(32*h, nR, c)
		if from {
			n.loadPair(32*h, nT, 16)
			n.fsub(c, c, 16)
			n.fsub(c+1, c+1, 17)
		}
		n.loadPair(32*h, nDiag, 18)
		for p := range 2 {
			n.fsub(c+p, c+p, p)
			n.fmul(c+p, c+p, 18+p)
		}
	}, func() {
		n.loadOne(0, nR, 16)
		if from {
			n.loadOne(0, nT, 17)
			n.op("FSUBD F17, F16")
		}
		n.loadOne(0, nDiag, 18)
		n.op("FSUBD F0, F16")
		n.op("FMULD F18, F16")
	}, true})
}

func (n *neon) backward(from bool) {
	name, doc := "backwardNEON", "computes x -= (U x) / D, row by row downwards."
	if from {
		name, doc = "backwardFromNEON", "computes x += (T - U x) / D, row by row downwards."
	}
	n.run(name, doc, neonLoop{1, -1, func(h int) {
		c := nC + 2*h
		n.loadPair(32*h, nOwn, c)
		n.loadPair(32*h, nDiag, 18)
		if from {
			n.loadPair(32*h, nT, 16)
		}
		for p := range 2 {
			if from {
				n.fsub(16+p, 16+p, p)
				n.fmla(c+p, 16+p, 18+p)
			} else {
				n.fmls(c+p, p, 18+p)
			}
		}
	}, func() {
		n.loadOne(0, nOwn, 16)
		n.loadOne(0, nDiag, 18)
		if from {
			n.loadOne(0, nT, 17)
			n.op("FSUBD F0, F17, F17")
		} else {
			n.op("FNEGD F0, F17")
		}
		n.madd(16, 17, 18)
	}, true})
}

// run writes a function of a run: all lines, upwards or if it is a sweep that begins with the last
// row, downwards.
func (n *neon) run(name, doc string, l neonLoop) {
	n.begin(name, "(r *Run)", doc, 8)
	n.op("MOVD r+0(FP), %s", nRun)
	n.op("MOVD %d(%s), %s", offValues, nRun, nV)
	for i, r := range nX {
		n.op("MOVD %d(%s), %s", offX+24*i, nRun, r)
	}
	for i, r := range []string{nOwn, nDiag, nR, nT} {
		n.op("MOVD %d(%s), %s", offOwn+24*i, nRun, r)
	}
	n.op("FMOVD $1.0, F%d", nOne)
	n.op("VDUP V%d.D[0], V%d.D2", nOne, nOne)
	n.clear(nZero)
	if l.sweep && l.neighbour > 0 {
		n.downwards(l)
	} else {
		n.upwards(l)
	}
}

// move adds r to what points to rows.
func (n *neon) move(op, by string) {
	for _, r := range nVectors {
		n.op("%s %s, %s, %s", op, by, r, r)
	}
}

func (n *neon) upwards(l neonLoop) {
	n.label("line")
	n.clear(nCarry)
	n.ahead("MOVD")
	n.op("MOVD %d(%s), %s", offN, nRun, nLeft)
	n.op("MOVD ZR, %s", nAt)
	n.op("B end")
	n.label("next")
	n.op("CMP $8, %s", nLeft)
	n.op("BLE end")
	n.slices(l)
	n.op("ADD $%d, %s, %s", sliceBytes, nV, nV)
	n.op("ADD $%d, %s, %s", stepBytes, nAt, nAt)
	n.move("ADD", "$64")
	n.op("SUBS $8, %s, %s", nLeft, nLeft)
	n.op("BGT next")
	n.op("ADD %s<<3, ZR, %s", nLeft, nTmp) // minus the rows that the last slice lacks
	n.move("ADD", nTmp)
	n.finish()
}

func (n *neon) downwards(l neonLoop) {
	n.op("MOVD %d(%s), %s", offLines, nRun, nLeft)
	n.op("MOVD %d(%s), %s", offStride, nRun, nTmp)
	n.op("MADD %s, %s, %s, %s", nTmp, nV, nLeft, nV)
	n.op("SUB $%d, %s, %s", sliceBytes, nV, nV)
	n.op("SUB $1, %s, %s", nLeft, nLeft)
	n.op("MOVD %d(%s), %s", offN, nRun, nTmp)
	n.op("LSL $3, %s, %s", nTmp, nTmp)
	n.op("MUL %s, %s, %s", nLeft, nTmp, nTmp)
	n.move("ADD", nTmp)
	n.label("line")
	n.clear(nCarry)
	n.ahead("NEG")
	n.op("MOVD %d(%s), %s", offN, nRun, nLeft)
	n.op("SUB $1, %s, %s", nLeft, nLeft)
	n.op("LSR $3, %s, %s", nLeft, nAt)
	n.op("LSL $6, %s, %s", nAt, nAt)
	n.move("ADD", nAt)
	n.op("AND $7, %s, %s", nLeft, nLeft)
	n.op("ADD $1, %s, %s", nLeft, nLeft)
	n.op("B end")
	n.label("next")
	n.op("CBZ %s, end", nAt)
	n.slices(l)
	n.op("MOVD $9, %s", nLeft) // there is a row after these
	n.op("SUB $%d, %s, %s", sliceBytes, nV, nV)
	n.move("SUB", "$64")
	n.op("SUBS $%d, %s, %s", stepBytes, nAt, nAt)
	n.op("BGE next")
	n.op("MOVD %d(%s), %s", offN, nRun, nTmp)
	n.op("SUB $8, %s, %s", nTmp, nTmp) // they are a slice before the line
	n.op("LSL $3, %s, %s", nTmp, nTmp)
	n.move("SUB", nTmp)
	n.finish()
}

// ahead sets nAhead: from this line's values to the next one's, or if it is the last of the run to what
// comes then.
func (n *neon) ahead(stride string) {
	n.op("MOVD %d(%s), %s", offStride, nRun, nAhead)
	if stride == "NEG" {
		n.op("NEG %s, %s", nAhead, nAhead)
	}
	n.op("MOVD %d(%s), %s", offAhead, nRun, nTmp)
	n.op("MOVD %d(%s), %s", offLines, nRun, nNext)
	n.op("CMP $1, %s", nNext)
	n.op("CSEL EQ, %s, %s, %s", nTmp, nAhead, nAhead)
}

// finish goes on to the next line if there is one, and returns.
func (n *neon) finish() {
	n.op("MOVD %d(%s), %s", offLines, nRun, nTmp)
	n.op("SUBS $1, %s, %s", nTmp, nTmp)
	n.op("MOVD %s, %d(%s)", nTmp, offLines, nRun)
	n.op("BNE line")
	n.op("RET")
}

// slices writes the code of a slice inside a line, and at label end that of one at an end of it: row by
// row, as vectors cannot be read in part.
func (n *neon) slices(l neonLoop) {
	n.prefetch()
	for h := range 2 {
		n.groups(h)
		if l.own >= 0 {
			n.product(12, h, nOwn, l.neighbour, 2*l.own, false)
		}
		n.total()
		l.half(h)
		if l.sweep {
			n.load2(64*12+32*h, nV, 16)
			for p := range 2 {
				n.fmul(16+p, 16+p, 18+p)
				n.fsub(nW+2*h+p, nZero, 16+p)
			}
		}
	}
	if l.sweep {
		n.scan(l.neighbour < 0)
		n.store2(nC, 0, nOwn)
		n.store2(nC+2, 32, nOwn)
	}
	n.op("B done")
	n.label("end")
	n.prefetch()
	n.rows(l)
	n.label("done")
}

func (n *neon) prefetch() {
	n.op("ADD %s, %s, %s", nAhead, nV, nNext)
	for k := range entries {
		n.op("PRFM %d(%s), PLDL2KEEP", 64*k, nNext)
	}
}

// groups computes the sums of the four groups for half h.
func (n *neon) groups(h int) {
	for e := range 3 {
		for i := range 4 {
			n.product(3*i+e, h, nX[i], e-1, 2*i, e == 0)
		}
	}
}

// product adds entry k times the elements of x that lie move beside the rows, or begins the sum.
func (n *neon) product(k, h int, x string, move, sum int, begin bool) {
	n.load2(64*k+32*h, nV, 16)
	n.loadPair(32*h+8*move, x, 18)
	for p := range 2 {
		if begin {
			n.fmul(sum+p, 16+p, 18+p)
		} else {
			n.fmla(sum+p, 16+p, 18+p)
		}
	}
}

// total adds the sums of the groups.
func (n *neon) total() {
	for p := range 2 {
		n.fadd(p, p, 2+p)
		n.fadd(4+p, 4+p, 6+p)
		n.fadd(p, p, 4+p)
	}
}

// scan is that of AVX-512, step by step: by 1, by 2 and by 4 lanes, of which the last two are whole
// vectors.
func (n *neon) scan(up bool) {
	at := func(q int) int { // the vectors in the order of solving
		if up {
			return q
		}
		return 3 - q
	}
	for q := 3; q >= 0; q-- {
		for i, v := range []int{nC, nW} {
			before := v + at(max(q-1, 0))
			if q == 0 {
				before = []int{nZero, nOne}[i]
			}
			if up {
				n.op("VEXT $8, V%d.B16, V%d.B16, V%d.B16", v+at(q), before, 16+i)
			} else {
				n.op("VEXT $8, V%d.B16, V%d.B16, V%d.B16", before, v+at(q), 16+i)
			}
		}
		n.fmla(nC+at(q), 16, nW+at(q))
		n.fmul(nW+at(q), 17, nW+at(q))
	}
	for _, by := range []int{1, 2} {
		for q := 3; q >= by; q-- {
			n.fmla(nC+at(q), nC+at(q-by), nW+at(q))
			n.fmul(nW+at(q), nW+at(q-by), nW+at(q))
		}
	}
	for q := range 4 {
		n.fmla(nC+at(q), nCarry, nW+at(q))
	}
	lane := 0
	if up {
		lane = 1
	}
	n.op("VDUP V%d.D[%d], V%d.D2", nC+at(3), lane, nCarry)
}
