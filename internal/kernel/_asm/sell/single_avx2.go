package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
)

// singleAVX2 writes the loop over vectors of float32, 32 elements a turn.
func singleAVX2(g gen) {
	const doc = "saxpyAVX2 computes y += a x on n elements, a multiple of 32 that is not 0."
	g.Function("saxpyAVX2")
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(n int, y, x *float32, a float32)")
	g.Doc(doc)
	g.Pragma("noescape")
	g.Load(g.Param("n"), vLeft)
	g.Load(g.Param("y"), vY)
	g.Load(g.Param("x"), vX)
	a, err := g.Param("a").Resolve()
	if err != nil {
		panic(err)
	}
	g.VBROADCASTSS(a.Addr, yFactor)
	g.Label("many")
	for s := range 4 {
		g.VMOVUPS(operand.Mem{Base: vY, Disp: 32 * s}, yA8[s])
		g.VFMADD231PS(operand.Mem{Base: vX, Disp: 32 * s}, yFactor, yA8[s])
		g.VMOVUPS(yA8[s], operand.Mem{Base: vY, Disp: 32 * s})
	}
	g.ADDQ(imm(128), vY)
	g.ADDQ(imm(128), vX)
	g.SUBQ(imm(32), vLeft)
	g.JNE(to("many"))
	g.VZEROUPPER()
	g.RET()
}
