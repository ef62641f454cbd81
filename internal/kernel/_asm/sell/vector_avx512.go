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

// A vectorLoop is what the loops of an instruction set have of their own: the register with a in all
// lanes, the sums, how many bytes a vector takes, and the code of what is left, vLeft elements.
type vectorLoop struct {
	factor reg.VecPhysical
	sums   []reg.VecPhysical
	size   int
	tail   func(body func(y, x operand.Mem, s int, masked bool))
}

func vectorAVX512(g gen) {
	w := vectorLoop{factor: zFactor, sums: zA4[:], size: 64, tail: func(body func(y, x operand.Mem, s int, masked bool)) {
		g.MOVQ(imm(1), rTmp)
		g.SHLQ(reg.CL, rTmp)
		g.SUBQ(imm(1), rTmp)
		g.KMOVW(rTmp.As32(), kTail)
		body(operand.Mem{Base: vY}, operand.Mem{Base: vX}, 0, true)
	}}
	g.vector(w, "axpyAVX512", false, "computes y += a x.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
			return
		}
		g.VFMADD231PD(x, zFactor, zT4[s])
		g.VMOVUPD(zT4[s], y)
	})
	g.vector(w, "scaleAVX512", false, "computes y = x + a y.", func(y, x operand.Mem, s int, masked bool) {
		g.part(x, zT4[s], masked)
		if masked {
			g.VFMADD231PD(y, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
			return
		}
		g.VFMADD231PD(y, zFactor, zT4[s])
		g.VMOVUPD(zT4[s], y)
	})
	g.vector(w, "axpyDotAVX512", true, "computes y += a x and returns y.y.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zFactor, kTail, zT4[s])
			g.VMOVUPD(zT4[s], kTail, y)
		} else {
			g.VFMADD231PD(x, zFactor, zT4[s])
			g.VMOVUPD(zT4[s], y)
		}
		g.VFMADD231PD(zT4[s], zT4[s], zA4[s])
	})
	g.vector(w, "dotAVX512", true, "returns x.y; a is not used.", func(y, x operand.Mem, s int, masked bool) {
		g.part(y, zT4[s], masked)
		if masked {
			g.VFMADD231PD(x, zT4[s], kTail, zA4[s])
			return
		}
		g.VFMADD231PD(x, zT4[s], zA4[s])
	})
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
// adds up what body has added to the sums: element i of a line of 32 goes to lane i of them.
func (g gen) vector(w vectorLoop, name string, sum bool, doc string, body func(y, x operand.Mem, s int, masked bool)) {
	signature := "func(n int, y, x *float64, a float64, ahead int)"
	if sum {
		signature += " float64"
	}
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr(signature)
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
	g.VBROADCASTSD(a.Addr, w.factor)
	if sum {
		for _, v := range w.sums {
			g.zero(v)
		}
	}
	g.SUBQ(imm(32), vLeft)
	g.JL(to("few"))
	g.Label("many")
	g.vectors(w, 4, body)
	g.SUBQ(imm(32), vLeft)
	g.JGE(to("many"))
	g.Label("few")
	g.ADDQ(imm(24), vLeft)
	g.JL(to("rest"))
	g.Label("eight")
	g.vectors(w, 1, body)
	g.SUBQ(imm(8), vLeft)
	g.JGE(to("eight"))
	g.Label("rest")
	g.ADDQ(imm(8), vLeft)
	g.JLE(to("done"))
	w.tail(body)
	g.Label("done")
	if sum {
		g.reduce(w.sums)
	}
	g.VZEROUPPER()
	g.RET()
}

// zero sets a vector register to zeros.
func (g gen) zero(v reg.VecPhysical) {
	if v.Size() == 64 {
		g.VPXORQ(v, v, v)
	} else {
		g.VXORPD(v, v, v)
	}
}

// vectors is n lines of 64 bytes of the loop, and fetches what is wanted then.
func (g gen) vectors(w vectorLoop, n int, body func(y, x operand.Mem, s int, masked bool)) {
	for s := range n {
		g.PREFETCHT1(operand.Mem{Base: vY, Index: vAhead, Scale: 1, Disp: 64 * s})
		g.PREFETCHT1(operand.Mem{Base: vX, Index: vAhead, Scale: 1, Disp: 64 * s})
	}
	for s := range n * 64 / w.size {
		body(operand.Mem{Base: vY, Disp: w.size * s}, operand.Mem{Base: vX, Disp: w.size * s}, s, false)
	}
	g.ADDQ(imm(64*n), vY)
	g.ADDQ(imm(64*n), vX)
}

// reduce returns the sum of the lanes of four vectors of 8, or eight of 4: in both cases the same.
func (g gen) reduce(v []reg.VecPhysical) {
	k := len(v) / 4
	for i := range k {
		g.VADDPD(v[k+i], v[i], v[i])
		g.VADDPD(v[3*k+i], v[2*k+i], v[2*k+i])
		g.VADDPD(v[2*k+i], v[i], v[i])
	}
	if k == 1 {
		g.VEXTRACTF64X4(operand.Imm(1), v[0], v[1].AsY())
	}
	g.VADDPD(v[1].AsY(), v[0].AsY(), v[0].AsY())
	g.VEXTRACTF128(operand.Imm(1), v[0].AsY(), v[1].AsX())
	g.VADDPD(v[1].AsX(), v[0].AsX(), v[0].AsX())
	g.VPERMILPD(operand.Imm(1), v[0].AsX(), v[1].AsX())
	g.VADDSD(v[1].AsX(), v[0].AsX(), v[0].AsX())
	r, err := g.ReturnIndex(0).Resolve()
	if err != nil {
		panic(err)
	}
	g.VMOVSD(v[0].AsX(), r.Addr)
}
