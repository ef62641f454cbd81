package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Loops over vectors in AVX2 are those in AVX-512 with two vectors for each of theirs, so that sums
// add up in the same order.
var (
	yA8        = [8]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7} // sums
	yFactor    = reg.Y8
	yA, yB     = reg.Y9, reg.Y10
	yTail      = reg.Y11
	yTailCount = reg.Y12
)

func vectorAVX2(g gen) {
	numbers := g.numbers("numbers")
	w := vectorLoop{factor: yFactor, sums: yA8[:], size: 32, tail: func(body func(y, x operand.Mem, s int, masked bool)) {
		g.VMOVQ(vLeft, yTailCount.AsX())
		g.VPBROADCASTQ(yTailCount.AsX(), yTailCount)
		for s := range 2 {
			g.VPCMPGTQ(numbers.Offset(32*s), yTailCount, yTail)
			body(operand.Mem{Base: vY, Disp: 32 * s}, operand.Mem{Base: vX, Disp: 32 * s}, s, true)
		}
	}}
	load := func(m operand.Mem, y reg.VecPhysical, masked bool) {
		if masked {
			g.VMASKMOVPD(m, yTail, y)
		} else {
			g.VMOVUPD(m, y)
		}
	}
	store := func(y reg.VecPhysical, m operand.Mem, masked bool) {
		if masked {
			g.VMASKMOVPD(y, yTail, m)
		} else {
			g.VMOVUPD(y, m)
		}
	}
	axpy := func(y, x operand.Mem, masked bool) {
		load(y, yA, masked)
		load(x, yB, masked)
		g.VFMADD231PD(yB, yFactor, yA)
		store(yA, y, masked)
	}
	g.vector(w, "axpyAVX2", false, "computes y += a x.", func(y, x operand.Mem, s int, masked bool) { axpy(y, x, masked) })
	g.vector(w, "scaleAVX2", false, "computes y = x + a y.", func(y, x operand.Mem, s int, masked bool) {
		load(y, yA, masked)
		load(x, yB, masked)
		g.VFMADD231PD(yA, yFactor, yB)
		store(yB, y, masked)
	})
	g.vector(w, "axpyDotAVX2", true, "computes y += a x and returns y.y.", func(y, x operand.Mem, s int, masked bool) {
		axpy(y, x, masked)
		g.VFMADD231PD(yA, yA, yA8[s])
	})
	g.vector(w, "dotAVX2", true, "returns x.y; a is not used.", func(y, x operand.Mem, s int, masked bool) {
		load(y, yA, masked)
		load(x, yB, masked)
		g.VFMADD231PD(yA, yB, yA8[s])
	})
}
