package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// claim prefetches lines for writing: 3DNow's PREFETCHW, which every processor with AVX2 executes
// or ignores, and which neither avo nor Go's assembler knows.
func claim(g *gen) {
	g.function("claimAVX", "func(lines int, p *float64)", "claimAVX is Claim.")
	g.arg("lines", reg.RCX)
	g.arg("p", reg.RAX)
	g.TESTQ(reg.RCX, reg.RCX)
	g.JLE(to("done"))
	g.Label("next")
	for _, b := range []byte{0x0f, 0x0d, 0x08} { // PREFETCHW (AX)
		g.Instruction(&ir.Instruction{Opcode: "BYTE", Operands: []operand.Op{operand.U8(b)}})
	}
	g.ADDQ(imm(64), reg.RAX)
	g.DECQ(reg.RCX)
	g.JNZ(to("next"))
	g.Label("done")
	g.RET()
}
