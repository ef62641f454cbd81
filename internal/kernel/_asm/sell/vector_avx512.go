package main

import (
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Loops over vectors: y in memory at vY, x at vX, vLeft elements left.
var (
	vY, vX        = reg.RDI, reg.RSI
	vLeft, vAhead = reg.RCX, reg.RDX
	kTail         = reg.K1
	zA4           = [4]reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3} // sums
	zT4           = [4]reg.VecPhysical{reg.Z4, reg.Z5, reg.Z6, reg.Z7}
	zFactor       = reg.Z8
)

func vectorAVX512(g gen) {
	g.vector("axpyAVX512", "(n int, y, x *float64, a float64, ahead int)", "computes y += a x.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
			return
		}
		g.VFMADD231PD(x, zFactor, zT4[s])
		g.VMOVUPD(zT4[s], y)
	}, false)
	g.vector("scaleAVX512", "(n int, y, x *float64, a float64, ahead int)", "computes y = x + a y.", func(y, x operand.Mem, s int, masked bool) {
		g.part(x, zT4[s], masked)
		if masked {
			g.VFMADD231PD(y, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
			return
		}
		g.VFMADD231PD(y, zFactor, zT4[s])
		g.VMOVUPD(zT4[s], y)
	}, false)
	g.vector("axpyDotAVX512", "(n int, y, x *float64, a float64, ahead int) float64", "computes y += a x and returns y.y.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
		} else {
			g.VFMADD231PD(x, zFactor, zT4[s])
			g.VMOVUPD(zT4[s], y)
		}
		g.VFMADD231PD(zT4[s], zT4[s], zA4[s])
	}, true)
	g.vector("dotAVX512", "(n int, y, x *float64, a float64, ahead int) float64", "returns x.y; a is not used.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zT4[s], kTail, zA4[s])
			return
		}
		g.VFMADD231PD(x, zT4[s], zA4[s])
	}, true)
}

// part loads a vector, or its part that is there, zeros beside it.
func (g gen) part(m operand.Mem, z reg.VecPhysical, masked bool) {
	if masked {
		g.VMOVUPD_Z(m, kTail, z)
	} else {
		g.VMOVUPD(m, z)
	}
}

// vector writes a loop over y and x, by 32 elements, by 8, and the rest. If it returns a sum, it
// adds up what body has added to zA4: element i of a line of 32 goes to sum i/8, lane i%8.
func (g gen) vector(name, signature, doc string, body func(y, x operand.Mem, s int, masked bool), sum bool) {
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func" + signature)
	g.Doc(strings.Split(name+" "+doc, "\n")...)
	g.Pragma("noescape")
	g.Load(g.Param("n"), vLeft)
	g.Load(g.Param("y"), vY)
	g.Load(g.Param("x"), vX)
	g.Load(g.Param("ahead"), vAhead)
	a, err := g.Param("a").Resolve()
	if err != nil {
		panic(err)
	}
	g.VBROADCASTSD(a.Addr, zFactor)
	if sum {
		for _, z := range zA4 {
			g.VPXORQ(z, z, z)
		}
	}
	g.SUBQ(imm(32), vLeft)
	g.JL(to("few"))
	g.Label("many")
	g.vectors(4, body)
	g.SUBQ(imm(32), vLeft)
	g.JGE(to("many"))
	g.Label("few")
	g.ADDQ(imm(24), vLeft)
	g.JL(to("rest"))
	g.Label("eight")
	g.vectors(1, body)
	g.SUBQ(imm(8), vLeft)
	g.JGE(to("eight"))
	g.Label("rest")
	g.ADDQ(imm(8), vLeft)
	g.JLE(to("done"))
	g.MOVQ(imm(1), rTmp)
	g.SHLQ(reg.CL, rTmp)
	g.SUBQ(imm(1), rTmp)
	g.KMOVW(rTmp.As32(), kTail)
	body(operand.Mem{Base: vY}, operand.Mem{Base: vX}, 0, true)
	g.Label("done")
	if sum {
		g.reduce()
	}
	g.VZEROUPPER()
	g.RET()
}

// vectors is n whole vectors of the loop, and fetches what is wanted then.
func (g gen) vectors(n int, body func(y, x operand.Mem, s int, masked bool)) {
	for s := range n {
		g.PREFETCHT1(operand.Mem{Base: vY, Index: vAhead, Scale: 1, Disp: 64 * s})
		g.PREFETCHT1(operand.Mem{Base: vX, Index: vAhead, Scale: 1, Disp: 64 * s})
	}
	for s := range n {
		body(operand.Mem{Base: vY, Disp: 64 * s}, operand.Mem{Base: vX, Disp: 64 * s}, s, false)
	}
	g.ADDQ(imm(64*n), vY)
	g.ADDQ(imm(64*n), vX)
}

// reduce returns the sum of zA4.
func (g gen) reduce() {
	g.VADDPD(zA4[1], zA4[0], zA4[0])
	g.VADDPD(zA4[3], zA4[2], zA4[2])
	g.VADDPD(zA4[2], zA4[0], zA4[0])
	g.VEXTRACTF64X4(operand.Imm(1), zA4[0], zA4[1].AsY())
	g.VADDPD(zA4[1].AsY(), zA4[0].AsY(), zA4[0].AsY())
	g.VEXTRACTF128(operand.Imm(1), zA4[0].AsY(), zA4[1].AsX())
	g.VADDPD(zA4[1].AsX(), zA4[0].AsX(), zA4[0].AsX())
	g.VPERMILPD(operand.Imm(1), zA4[0].AsX(), zA4[1].AsX())
	g.VADDSD(zA4[1].AsX(), zA4[0].AsX(), zA4[0].AsX())
	r, err := g.ReturnIndex(0).Resolve()
	if err != nil {
		panic(err)
	}
	g.VMOVSD(zA4[0].AsX(), r.Addr)
}
