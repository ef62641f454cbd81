package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A slice's eight rows are the lanes of a vector. Accesses are under masks: kMid has the rows
// that there are, kLeft those of them that have a row before them in the line, kRight those that
// have one after them. Masked lanes are not read.
var (
	kLeft, kMid, kRight = reg.K1, reg.K2, reg.K3

	zSum                = [4]reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3}
	zC, zW              = reg.Z4, reg.Z5 // a sweep's right-hand sides and multipliers
	zD                  = reg.Z6
	zA, zB              = reg.Z7, reg.Z8
	zCarry, zOne, zZero = reg.Z9, reg.Z10, reg.Z11
	zLast               = reg.Z12 // 7 in all lanes
	zV                  = [4]reg.VecPhysical{reg.Z16, reg.Z17, reg.Z18, reg.Z19}
)

func runAVX512(g gen) {
	for _, add := range []bool{false, true} {
		name, doc := "aboveAVX512", "computes T = U x."
		if add {
			name, doc = "addAboveAVX512", "computes T += U x."
		}
		g.function(name, doc)
		g.upwards(nothing, func() {
			g.sum()
			g.FMA(value(12), row(rOwn, 1), kRight, zSum[0])
			g.total()
			if add {
				g.VMOVUPD_Z(row(rT, 0), kMid, zA)
				g.VADDPD(zA, zSum[0], zSum[0])
			}
			g.VMOVUPD(zSum[0], kMid, row(rT, 0))
		})
	}
	g.function("belowAVX512", "computes T = (D + L) x.")
	g.upwards(nothing, func() {
		g.sum()
		g.FMA(value(12), row(rOwn, -1), kLeft, zSum[3])
		g.total()
		g.VMOVUPD_Z(row(rOwn, 0), kMid, zA)
		g.VFMADD231PD(row(rDiag, 0), zA, kMid, zSum[0])
		g.VMOVUPD(zSum[0], kMid, row(rT, 0))
	})
	for _, from := range []bool{false, true} {
		g.forward(from)
		g.backward(from)
	}
}

// FMA adds the product of a value and an element of a vector to the lanes of a mask.
func (g gen) FMA(v, x operand.Mem, k, sum operand.Op) {
	g.VMOVUPD(v, zV[0])
	g.VFMADD231PD(x, zV[0], k, sum)
}

// sum computes the sums of the four groups.
func (g gen) sum() {
	for e, k := range []operand.Op{kLeft, kMid, kRight} {
		for i := range 4 {
			g.VMOVUPD(value(3*i+e), zV[i])
			if e == 0 {
				g.VMULPD_Z(row(rX[i], -1), zV[i], k, zSum[i])
			} else {
				g.VFMADD231PD(row(rX[i], e-1), zV[i], k, zSum[i])
			}
		}
	}
}

// total adds the sums of the groups.
func (g gen) total() {
	g.VADDPD(zSum[1], zSum[0], zSum[0])
	g.VADDPD(zSum[3], zSum[2], zSum[2])
	g.VADDPD(zSum[2], zSum[0], zSum[0])
}

// full sets masks to all lanes.
func (g gen) full(masks ...operand.Op) {
	for _, k := range masks {
		g.KXNORW(k, k, k)
	}
}

// upwards calls for the code of a slice, for each of the run from the first to the last, with
// that of begin before each line.
func (g gen) upwards(begin, slice func()) {
	g.load()
	g.Label("line")
	begin()
	g.ahead(true)
	g.MOVQ(field(offN), rLeft)
	g.XORQ(rAt, rAt)
	g.MOVQ(imm(0xfe), rTmp)
	g.KMOVW(rTmp.As32(), kLeft)
	g.full(kMid, kRight)
	g.Label("next")
	g.CMPQ(rLeft, imm(8))
	g.JG(to("slice"))
	g.last()
	g.KANDW(kMid, kLeft, kLeft)
	g.Label("slice")
	g.prefetch()
	slice()
	g.full(kLeft)
	g.ADDQ(imm(sliceBytes), rV)
	g.ADDQ(imm(stepBytes), rAt)
	g.SUBQ(imm(8), rLeft)
	g.JG(to("next"))
	g.lineBytes()
	for _, r := range vectors {
		g.ADDQ(rTmp, r)
	}
	g.finish()
}

// last sets kMid and kRight for the last slice, of rLeft rows.
func (g gen) last() {
	g.MOVQ(imm(1), rTmp)
	g.SHLQ(reg.CL, rTmp)
	g.SUBQ(imm(1), rTmp)
	g.KMOVW(rTmp.As32(), kMid)
	g.SHRQ(operand.Imm(1), rTmp)
	g.KMOVW(rTmp.As32(), kRight)
}

// downwards is upwards from the last slice to the first.
func (g gen) downwards(begin, slice func()) {
	g.load()
	g.toLast()
	g.Label("line")
	begin()
	g.ahead(false)
	g.lastSlice()
	g.last()
	g.KMOVW(kMid, kLeft)
	g.Label("next")
	g.TESTQ(rAt, rAt)
	g.JNE(to("slice"))
	g.MOVQ(imm(0xfe), rTmp)
	g.KMOVW(rTmp.As32(), kLeft)
	g.KANDW(kMid, kLeft, kLeft)
	g.Label("slice")
	g.prefetch()
	slice()
	g.full(kLeft, kMid, kRight)
	g.SUBQ(imm(sliceBytes), rV)
	g.SUBQ(imm(stepBytes), rAt)
	g.JGE(to("next"))
	g.lineBytes()
	for _, r := range vectors {
		g.SUBQ(rTmp, r)
	}
	g.finish()
}

func nothing() {}

// noCarry: at the beginning of a line a sweep has nothing to go on from.
func (g gen) noCarry() { g.VPXORQ(zCarry, zCarry, zCarry) }

// constants loads what a scan needs.
func (g gen) constants() {
	g.MOVQ(operand.U64(math.Float64bits(1)), rTmp)
	g.VPBROADCASTQ(rTmp, zOne)
	g.MOVQ(imm(7), rTmp)
	g.VPBROADCASTQ(rTmp, zLast)
	g.VPXORQ(zZero, zZero, zZero)
}

func (g gen) forward(from bool) {
	name, doc := "forwardAVX512", "solves (D + L) x = R."
	if from {
		name, doc = "forwardFromAVX512", "solves (D + L) x = R - T."
	}
	g.function(name, doc)
	g.constants()
	g.upwards(g.noCarry, func() {
		g.sum()
		g.total()
		g.VMOVUPD_Z(row(rR, 0), kMid, zC)
		if from {
			g.VMOVUPD_Z(row(rT, 0), kMid, zA)
			g.VSUBPD(zA, zC, zC)
		}
		g.VMOVUPD_Z(row(rDiag, 0), kMid, zD)
		g.VMOVUPD_Z(value(12), kLeft, zW)
		g.VSUBPD(zSum[0], zC, zC)
		g.VMULPD(zD, zC, zC)
		g.VMULPD(zD, zW, zW)
		g.VSUBPD(zW, zZero, zW)
		g.scan(true)
		g.VMOVUPD(zC, kMid, row(rOwn, 0))
		g.VPERMPD(zC, zLast, zCarry)
	})
}

func (g gen) backward(from bool) {
	name, doc := "backwardAVX512", "computes x -= (U x) / D, row by row downwards."
	if from {
		name, doc = "backwardFromAVX512", "computes x += (T - U x) / D, row by row downwards."
	}
	g.function(name, doc)
	g.constants()
	g.downwards(g.noCarry, func() {
		g.sum()
		g.total()
		g.VMOVUPD_Z(row(rOwn, 0), kMid, zC)
		g.VMOVUPD_Z(row(rDiag, 0), kMid, zD)
		g.VMOVUPD_Z(value(12), kRight, zW)
		if from {
			g.VMOVUPD_Z(row(rT, 0), kMid, zA)
			g.VSUBPD(zSum[0], zA, zA)
			g.VFMADD231PD(zD, zA, zC)
		} else {
			g.VFNMADD231PD(zD, zSum[0], zC)
		}
		g.VMULPD(zD, zW, zW)
		g.VSUBPD(zW, zZero, zW)
		g.scan(false)
		g.VMOVUPD(zC, kMid, row(rOwn, 0))
		g.VBROADCASTSD(zC.AsX(), zCarry)
	})
}

// scan solves c[i] += w[i] c[i-1] for the lanes upwards, or c[i] += w[i] c[i+1] downwards, the
// first with zCarry: Hillis and Steele's scan over the maps c -> w c' + c, three steps for eight
// lanes. Only the last instruction waits for the slice before: 7 cycles a slice instead of 32.
func (g gen) scan(up bool) {
	for _, by := range []uint64{1, 2, 4} {
		if up {
			g.VALIGNQ(operand.Imm(8-by), zZero, zC, zA)
			g.VALIGNQ(operand.Imm(8-by), zOne, zW, zB)
		} else {
			g.VALIGNQ(operand.Imm(by), zC, zZero, zA)
			g.VALIGNQ(operand.Imm(by), zW, zOne, zB)
		}
		g.VFMADD231PD(zA, zW, zC)
		g.VMULPD(zB, zW, zW)
	}
	g.VFMADD231PD(zCarry, zW, zC)
}
