package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the broadcast operand lies in rows, rb points into row 0 and rLow into row 4 of 8; rStride and
// rTriple are one and three times their distance. They take the registers of k, b and the panel.
var rLow, rStride, rTriple = reg.R14, reg.RDI, reg.RCX

// rowOfB is the address disp bytes ahead in row j.
func (g *gen) rowOfB(j, disp int) operand.Mem {
	base := rb
	if j >= 4 {
		base = rLow
	}
	if j%4 == 3 {
		return ix(base, rTriple, 1, disp)
	}
	return ix(base, rStride, j%4, disp)
}

// afterLines is how much of a row that is broadcast next is prefetched before: what comes behind it is
// in the time of the first micro-tile, as in fetchBroadcasts.
const afterLines = 16

// fetchAfter prefetches the beginning of a row that is broadcast next.
func (g *gen) fetchAfter(v int) {
	g.fetchRow(v, aRow{g.argAddr("after"), g.argAddr("afterRows"), operand.U32(afterLines), g.argAddr("bs")})
}

// fetchSeveral prefetches as many rows of what is packed next as the rk rounds have room for, two lines
// in each.
func (g *gen) fetchSeveral(v int) {
	again, row, none := g.label("again"), g.label("row"), g.label("none")
	g.Label(again)
	g.CMPQ(g.argAddr("rows"), operand.Imm(0))
	g.JLE(to(none))
	g.MOVQ(g.argAddr("lines"), rn)
	g.INCQ(rn)
	g.SHRQ(operand.Imm(1), rn)
	g.JZ(to(none))
	g.CMPQ(rn, rk)
	g.JGE(to(none))
	g.SUBQ(rn, rk)
	g.DECQ(g.argAddr("rows"))
	g.MOVQ(g.argAddr("next"), rc)
	g.Label(row)
	g.PREFETCHT1(at(rc, 0))
	g.PREFETCHT1(at(rc, 64))
	g.ADDQ(imm(128), rc)
	g.roundAhead(v, add)
	g.DECQ(rn)
	g.JNZ(to(row))
	g.MOVQ(g.argAddr("ld"), rn)
	g.SHLQ(operand.Imm(g.shift()), rn)
	g.ADDQ(rn, g.argAddr("next"))
	g.JMP(to(again))
	g.Label(none)
}

func rowsAVX512(g *gen) {
	g.inRows = true
	g.gemm("gemmRowsAVX512", "GemmRows", false, true)
	g.gemm("gemmSetRowsAVX512", "GemmSetRows", true, true)
	g.gemmEdge("gemmEdgeRowsAVX512", "GemmEdgeRows", false)
	g.gemmEdge("gemmEdgeSetRowsAVX512", "GemmEdgeSetRows", true)
}
