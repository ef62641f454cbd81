package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/reg"
)

// z and x are the vector registers by number.
var z = []reg.VecPhysical{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
	reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
	reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}

// General registers by what they hold in every kernel. The capital ones stay while the lower
// case ones run through one micro-tile. SP and BP are never touched.
var (
	rK, rM, rA, rAS  = reg.RCX, reg.RDX, reg.RSI, reg.R8
	rB, rC, rCP, rCC = reg.RDI, reg.RBX, reg.R9, reg.R10
	ra, rb, rc, rk   = reg.RAX, reg.R11, reg.R12, reg.R13
	rn               = reg.R15
)

// lanes returns the elements of a 512-bit vector, which is the width of a panel; halves how many
// micro-tiles of 8 columns one panel of the broadcast operand makes.
func (g *gen) lanes() int  { return 64 / g.size() }
func (g *gen) halves() int { return g.lanes() / 8 }

// acc is the sum of column j, vector i of the 24 x 8 micro-tile (48 x 8 for float32): z8..z31. z0..z2 hold the vectors
// of the left operand, z3..z6 what is broadcast, z7 alpha.
func acc(j, i int) reg.VecPhysical { return z[8+3*j+i] }

var zAlpha = z[7]

// clearAcc zeroes the sums of v vectors by n columns.
func (g *gen) clearAcc(v, n int) {
	for j := range n {
		for i := range v {
			g.VPXORQ(acc(j, i), acc(j, i), acc(j, i))
		}
	}
}

func peakAVX512(g *gen) {
	g.function("peakAVX512", "func(n int)", fmt.Sprintf("peakAVX512 does n times 24 independent fused multiply-adds of %d %s.", g.lanes(), g.goType()))
	g.arg("n", rK)
	g.clearAcc(3, 8)
	g.VPXORQ(z[0], z[0], z[0])
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	g.align(64)
	g.Label("loop")
	for j := range 24 {
		g.fma231(z[0], z[0], z[8+j])
	}
	g.DECQ(rK)
	g.JNZ(to("loop"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}
