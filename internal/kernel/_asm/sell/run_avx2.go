package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A slice's eight rows are the lanes of two vectors, halves 0 and 1. Inside a line nothing is
// masked. Its first and its last slice have code of their own, which reads and writes under
// masks; masked lanes are 0.
var (
	ySum         = [4]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3}
	yV, yX       = reg.Y4, reg.Y5
	yMask        = reg.Y6
	yD           = reg.Y7
	yC           = [2]reg.VecPhysical{reg.Y8, reg.Y9} // a sweep's right-hand sides
	yW           = [2]reg.VecPhysical{reg.Y10, reg.Y11}
	yCarry, yOne = reg.Y12, reg.Y13
	yLeft        = reg.Y14 // at the ends: rLeft in all lanes
	yFirst       = reg.Y15 // and what the number of a lane exceeds unless it is the line's first row
)

// A mask says which lanes have the row itself, the row before it in the line, the one after it.
type mask int

const (
	before mask = iota - 1
	itself
	after
)

// halves writes the code of a slice: at an end of its line, or inside.
type halves struct {
	gen
	end     bool
	numbers operand.Mem // 0 to 8, the numbers of the lanes and one more
}

func runAVX2(g gen) {
	a := halves{gen: g, numbers: g.numbers("lanes")}
	for _, add := range []bool{false, true} {
		name, doc := "aboveAVX2", "computes T = U x."
		if add {
			name, doc = "addAboveAVX2", "computes T += U x."
		}
		g.function(name, doc)
		a.upwards(nothing, func(a halves) {
			for h := range 2 {
				a.sum(h)
				a.own(h, after, ySum[0])
				a.total()
				a.mask(h, itself)
				if add {
					a.load(row(rT, 4*h), yX)
					g.VADDPD(yX, ySum[0], ySum[0])
				}
				a.store(ySum[0], row(rT, 4*h))
			}
		})
	}
	g.function("belowAVX2", "computes T = (D + L) x.")
	a.upwards(nothing, func(a halves) {
		for h := range 2 {
			a.sum(h)
			a.own(h, before, ySum[3])
			a.total()
			a.mask(h, itself)
			a.load(row(rOwn, 4*h), yX)
			a.load(row(rDiag, 4*h), yD)
			g.VFMADD231PD(yX, yD, ySum[0])
			a.store(ySum[0], row(rT, 4*h))
		}
	})
	for _, from := range []bool{false, true} {
		a.forward(from)
		a.backward(from)
	}
}

// mask sets yMask for what follows.
func (a halves) mask(h int, m mask) {
	if !a.end {
		return
	}
	lanes := a.numbers.Offset(32 * h)
	if m == after {
		lanes = lanes.Offset(8)
	}
	a.VPCMPGTQ(lanes, yLeft, yMask)
	if m == before && h == 0 {
		a.VMOVDQU(lanes, yX)
		a.VPCMPGTQ(yFirst, yX, yX)
		a.VPAND(yX, yMask, yMask)
	}
}

func (a halves) load(m operand.Mem, y reg.VecPhysical) {
	if a.end {
		a.VMASKMOVPD(m, yMask, y)
	} else {
		a.VMOVUPD(m, y)
	}
}

func (a halves) store(y reg.VecPhysical, m operand.Mem) {
	if a.end {
		a.VMASKMOVPD(y, yMask, m)
	} else {
		a.VMOVUPD(y, m)
	}
}

// product adds the products of values and elements of a vector to a sum, or begins it.
func (a halves) product(v, x operand.Mem, sum reg.VecPhysical, begin bool) {
	a.load(v, yV)
	by := operand.Op(x)
	if a.end {
		a.load(x, yX)
		by = yX
	}
	if begin {
		a.VMULPD(by, yV, sum)
	} else {
		a.VFMADD231PD(by, yV, sum)
	}
}

// sum computes the sums of the four groups for half h.
func (a halves) sum(h int) {
	for _, m := range []mask{before, itself, after} {
		a.mask(h, m)
		for i := range 4 {
			a.product(half(value(3*i+int(m)+1), h), row(rX[i], 4*h+int(m)), ySum[i], m == before)
		}
	}
}

// own adds the entry that meets the neighbour of the row itself.
func (a halves) own(h int, m mask, sum reg.VecPhysical) {
	a.mask(h, m)
	a.product(half(value(12), h), row(rOwn, 4*h+int(m)), sum, false)
}

func half(m operand.Mem, h int) operand.Mem { return m.Offset(32 * h) }

// total adds the sums of the groups.
func (a halves) total() {
	a.VADDPD(ySum[1], ySum[0], ySum[0])
	a.VADDPD(ySum[3], ySum[2], ySum[2])
	a.VADDPD(ySum[2], ySum[0], ySum[0])
}

// slices writes the code of a slice twice: with masks, for which rLeft and rAt say which slice it is,
// and without. The next one begins at label next, which goes to slice or to end; both
// lead to label done.
func (a halves) slices(slice func(halves)) {
	a.Label("slice")
	a.prefetch()
	slice(halves{a.gen, false, a.numbers})
	a.JMP(to("done"))
	a.Label("end")
	a.prefetch()
	a.VMOVQ(rLeft, yLeft.AsX())
	a.VPBROADCASTQ(yLeft.AsX(), yLeft)
	a.MOVQ(rAt, rTmp)
	a.NEGQ(rTmp)
	a.VMOVQ(rTmp, yFirst.AsX())
	a.VPBROADCASTQ(yFirst.AsX(), yFirst)
	slice(halves{a.gen, true, a.numbers})
	a.Label("done")
}

// upwards calls for the code of a slice, for each of the run from the first to the last, with
// that of begin before each line.
func (a halves) upwards(begin func(), slice func(halves)) {
	a.gen.load()
	a.Label("line")
	begin()
	a.ahead(true)
	a.MOVQ(field(offN), rLeft)
	a.XORQ(rAt, rAt)
	a.JMP(to("end"))
	a.Label("next")
	a.CMPQ(rLeft, imm(8))
	a.JLE(to("end"))
	a.slices(slice)
	a.ADDQ(imm(sliceBytes), rV)
	a.ADDQ(imm(stepBytes), rAt)
	a.SUBQ(imm(8), rLeft)
	a.JG(to("next"))
	a.lineBytes()
	for _, r := range vectors {
		a.ADDQ(rTmp, r)
	}
	a.finish()
}

// downwards is upwards from the last slice to the first.
func (a halves) downwards(begin func(), slice func(halves)) {
	a.gen.load()
	a.toLast()
	a.Label("line")
	begin()
	a.ahead(false)
	a.lastSlice()
	a.JMP(to("end"))
	a.Label("next")
	a.JEQ(to("end"))
	a.slices(slice)
	a.MOVQ(imm(9), rLeft) // there is a row after these
	a.SUBQ(imm(sliceBytes), rV)
	a.SUBQ(imm(stepBytes), rAt)
	a.JGE(to("next"))
	a.lineBytes()
	for _, r := range vectors {
		a.SUBQ(rTmp, r)
	}
	a.finish()
}

func (a halves) noCarry() { a.VXORPD(yCarry, yCarry, yCarry) }

func (a halves) one() {
	a.VPCMPEQQ(yOne, yOne, yOne) // 1 is 0x3ff0000000000000
	a.VPSLLQ(operand.Imm(54), yOne, yOne)
	a.VPSRLQ(operand.Imm(2), yOne, yOne)
}

func (a halves) forward(from bool) {
	name, doc := "forwardAVX2", "solves (D + L) x = R."
	if from {
		name, doc = "forwardFromAVX2", "solves (D + L) x = R - T."
	}
	a.function(name, doc)
	a.one()
	a.upwards(a.noCarry, func(a halves) {
		for h := range 2 {
			a.sum(h)
			a.total()
			a.mask(h, itself)
			a.load(row(rR, 4*h), yC[h])
			if from {
				a.load(row(rT, 4*h), yX)
				a.VSUBPD(yX, yC[h], yC[h])
			}
			a.load(row(rDiag, 4*h), yD)
			a.VSUBPD(ySum[0], yC[h], yC[h])
			a.VMULPD(yD, yC[h], yC[h])
			a.mask(h, before)
			a.multiplier(h)
		}
		a.scan(true)
		a.result()
		a.VPERMPD(operand.Imm(0xff), yC[1], yCarry)
	})
}

func (a halves) backward(from bool) {
	name, doc := "backwardAVX2", "computes x -= (U x) / D, row by row downwards."
	if from {
		name, doc = "backwardFromAVX2", "computes x += (T - U x) / D, row by row downwards."
	}
	a.function(name, doc)
	a.one()
	a.downwards(a.noCarry, func(a halves) {
		for h := range 2 {
			a.sum(h)
			a.total()
			a.mask(h, itself)
			a.load(row(rOwn, 4*h), yC[h])
			a.load(row(rDiag, 4*h), yD)
			if from {
				a.load(row(rT, 4*h), yX)
				a.VSUBPD(ySum[0], yX, yX)
				a.VFMADD231PD(yD, yX, yC[h])
			} else {
				a.VFNMADD231PD(yD, ySum[0], yC[h])
			}
			a.mask(h, after)
			a.multiplier(h)
		}
		a.scan(false)
		a.result()
		a.VBROADCASTSD(yC[0].AsX(), yCarry)
	})
}

// multiplier sets yW to what the neighbour in the line is multiplied with, under the mask.
func (a halves) multiplier(h int) {
	a.load(half(value(12), h), yW[h])
	a.VXORPD(yX, yX, yX)
	a.VMULPD(yD, yW[h], yW[h])
	a.VSUBPD(yW[h], yX, yW[h])
}

// result stores what the scan has left.
func (a halves) result() {
	for h := range 2 {
		a.mask(h, itself)
		a.store(yC[h], row(rOwn, 4*h))
	}
}

// scan is that of AVX-512, step by step: by 1, by 2 and by 4 lanes. Moved by 2, the half that has a
// neighbour is the middle of both; moved by 4 it is the other one.
func (a halves) scan(up bool) {
	c, w, wild := yC, yW, yOne
	if !up {
		c, w = [2]reg.VecPhysical{yC[1], yC[0]}, [2]reg.VecPhysical{yW[1], yW[0]}
	}
	cMid, cEnd, wMid, wEnd := ySum[0], ySum[1], ySum[2], ySum[3]
	for by := 1; by <= 2; by++ {
		// The first of the two has zeros and ones for neighbours, the second has the first.
		a.middle(up, c, cMid)
		a.middle(up, w, wMid)
		if up {
			a.VPERM2F128(operand.Imm(0x08), c[0], c[0], cEnd)
			a.VPERM2F128(operand.Imm(0x20), w[0], wild, wEnd)
		} else {
			a.VPERM2F128(operand.Imm(0x81), c[0], c[0], cEnd)
			a.VPERM2F128(operand.Imm(0x21), wild, w[0], wEnd)
		}
		if by == 1 {
			a.between(up, cMid, c[1])
			a.between(up, cEnd, c[0])
			a.between(up, wMid, w[1])
			a.between(up, wEnd, w[0])
		}
		a.VFMADD231PD(cMid, w[1], c[1])
		a.VFMADD231PD(cEnd, w[0], c[0])
		a.VMULPD(wMid, w[1], w[1])
		a.VMULPD(wEnd, w[0], w[0])
	}
	a.VFMADD231PD(c[0], w[1], c[1])
	a.VMULPD(w[0], w[1], w[1])
	a.VFMADD231PD(yCarry, w[0], c[0])
	a.VFMADD231PD(yCarry, w[1], c[1])
}

// middle sets to to the upper two lanes of half 0 and the lower two of half 1.
func (a halves) middle(up bool, from [2]reg.VecPhysical, to reg.VecPhysical) {
	low, high := from[0], from[1]
	if !up {
		low, high = high, low
	}
	a.VPERM2F128(operand.Imm(0x21), high, low, to)
}

// between sets far, which is near moved by two lanes, to near moved by one.
func (a halves) between(up bool, far, near reg.VecPhysical) {
	if up {
		a.VSHUFPD(operand.Imm(5), near, far, far)
	} else {
		a.VSHUFPD(operand.Imm(5), far, near, far)
	}
}
