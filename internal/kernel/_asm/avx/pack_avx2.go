package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

func packAVX2(g *gen) {
	h := avx2{g}
	h.packT()
	h.unpackT()
	h.packN()
}

// transpose sets y4+c to column c of the 4 x 4 block whose row r lies at row(r). Halves of rows r
// and r+2 are joined as they are loaded.
func (g avx2) transpose(row func(r, disp int) operand.Mem) {
	for h := range 2 {
		for r := range 2 {
			g.VMOVUPD(row(r, 16*h), y[r].AsX())
			g.VINSERTF128(operand.Imm(1), row(r+2, 16*h), y[r], y[r])
		}
		g.VUNPCKLPD(y[1], y[0], y[4+2*h])
		g.VUNPCKHPD(y[1], y[0], y[5+2*h])
	}
}

func (g avx2) packArgs(blocks bool) {
	g.arg("k", rK)
	g.arg("a", rA)
	g.elems("lda", rAS)
	g.arg("p", rB)
	if blocks {
		g.LEAQ(ix(rAS, rAS, 2, 0), rCP)
		g.SHRQ(operand.Imm(2), rK)
		g.JZ(to("done"))
	}
}

func row2(r, disp int) operand.Mem {
	if r == 3 {
		return ix(rA, rCP, 1, disp)
	}
	return ix(rA, rAS, r, disp)
}

func column2(c, disp int) operand.Mem { return at(rB, 32*c+disp) }

func (g avx2) blocks(name, doc string, from, dest func(r, disp int) operand.Mem) {
	g.function(name, "func(k int, a *float64, lda int, p *float64)", name+doc)
	g.packArgs(true)
	g.align(32)
	g.Label("block")
	g.transpose(from)
	for c := range 4 {
		g.VMOVUPD(y[4+c], dest(c, 0))
	}
	g.ADDQ(imm(32), rA)
	g.ADDQ(imm(128), rB)
	g.DECQ(rK)
	g.JNZ(to("block"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}

func (g avx2) packT() {
	g.blocks("packTAVX2", " is PackT for panels of 4, without the last k mod 4 columns.", row2, column2)
}

func (g avx2) unpackT() {
	g.blocks("unpackTAVX2", " is UnpackT for panels of 4, without the last k mod 4 columns.", column2, row2)
}

// packN copies 4 panels at a time, row by row, then 2, then 1.
func (g avx2) packN() {
	g.function("packNAVX2", "func(k, v int, a *float64, lda int, p *float64, ps int)",
		fmt.Sprintf("packNAVX2 is PackN for panels of %d.", g.lanes()))
	g.packArgs(false)
	g.arg("v", rM)
	g.elems("ps", rCP)
	g.copyPanels(32, y)
}
