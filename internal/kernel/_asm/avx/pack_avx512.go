package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func packAVX512(g *gen) {
	g.packT()
	g.unpackT()
	g.unpackLower()
	g.packN()
	g.packNEdge()
}

// transpose sets z8+c to column c of the 8 x 8 block whose row r lies at row(r). The halves of rows r and
// r+2 are joined as they are loaded, so 16 shuffles are left, of which a core does one a cycle.
func (g *gen) transpose(row func(r, disp int) operand.Mem) {
	for h := range 2 {
		for q, r := range []int{0, 1, 4, 5} { // z0..z3
			g.VMOVUPD(row(r, 32*h), z[q].AsY())
			g.VINSERTF64X4(operand.Imm(1), row(r+2, 32*h), z[q], z[q])
		}
		g.merge(8 + 4*h)
	}
}

// merge sets z[to..to+3] to the columns of z0 (rows 0, 2), z1 (1, 3), z2 (4, 6), z3 (5, 7).
func (g *gen) merge(to int) {
	g.VUNPCKLPD(z[1], z[0], z[4])
	g.VUNPCKHPD(z[1], z[0], z[5])
	g.VUNPCKLPD(z[3], z[2], z[6])
	g.VUNPCKHPD(z[3], z[2], z[7])
	g.VSHUFF64X2(operand.Imm(0x88), z[6], z[4], z[to])
	g.VSHUFF64X2(operand.Imm(0x88), z[7], z[5], z[to+1])
	g.VSHUFF64X2(operand.Imm(0xdd), z[6], z[4], z[to+2])
	g.VSHUFF64X2(operand.Imm(0xdd), z[7], z[5], z[to+3])
}

// rows gives the address of row r of 8 from rA, rAS apart, through two more pointers that it sets
// up: ra is row 3, rb row 6. forward moves all of them by n bytes.
func (g *gen) rows() (row func(r, disp int) operand.Mem, forward func(n int)) {
	g.LEAQ(ix(rAS, rAS, 2, 0), rk)
	g.LEAQ(ix(rA, rk, 1, 0), ra)
	g.LEAQ(ix(ra, rk, 1, 0), rb)
	base := []reg.Register{rA, ra, rb}
	row = func(r, disp int) operand.Mem { return ix(base[r/3], rAS, r%3, disp) }
	forward = func(n int) {
		g.ADDQ(imm(n), rA)
		g.ADDQ(imm(n), ra)
		g.ADDQ(imm(n), rb)
	}
	return row, forward
}

// column gives the address of column c of the block at rB.
func column(c, disp int) operand.Mem { return at(rB, 64*c+disp) }

func (g *gen) packArgs() {
	g.arg("k", rK)
	g.arg("a", rA)
	g.elems("lda", rAS)
	g.arg("p", rB)
}

const packSig = "func(rows, k int, a *float64, lda int, p *float64)"

// packT: blocks of 8 x 8; whatever is not a whole block goes under mask.
func (g *gen) packT() {
	g.function("packTAVX512", packSig, "packTAVX512 is PackT (rows = 8) and PackTEdge for panels of 8.")
	g.packArgs()
	g.arg("rows", rM)
	row, forward := g.rows()
	g.CMPQ(rM, operand.Imm(8))
	g.JNE(to("edge"))
	g.SUBQ(imm(8), rK)
	g.JLT(to("fringe"))
	g.align(64)
	g.Label("block")
	g.transpose(row)
	for c := range 8 {
		g.VMOVUPD(z[8+c], column(c, 0))
	}
	forward(64)
	g.ADDQ(imm(512), rB)
	g.SUBQ(imm(8), rK)
	g.JGE(to("block"))
	g.Label("fringe")
	g.ADDQ(imm(8), rK)
	g.Label("edge")
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	g.columnMask()
	for r := range 8 {
		g.VPXORQ(z[16+r], z[16+r], z[16+r])
	}
	for r := range 8 {
		g.CMPQ(rM, operand.Imm(uint64(r)))
		g.JLE(to("loaded"))
		g.VMOVUPD_Z(row(r, 0), kLast, z[16+r])
	}
	g.Label("loaded")
	g.transposeRegisters()
	for c := range 8 {
		g.VMOVUPD(z[8+c], column(c, 0))
		if c < 7 {
			g.CMPQ(rK, operand.Imm(uint64(c+1)))
			g.JLE(to("done"))
		}
	}
	forward(64)
	g.ADDQ(imm(512), rB)
	g.SUBQ(imm(8), rK)
	g.JMP(to("edge"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}

// columnMask sets kLast to the first rK lanes, all if there are fewer. BZHI looks at the last byte
// of its count only: 256 columns would be none.
func (g *gen) columnMask() {
	whole := g.label("whole")
	g.MOVQ(imm(1<<g.lanes()-1), rn)
	g.CMPQ(rK, operand.Imm(uint64(g.lanes())))
	g.JGE(to(whole))
	g.BZHIQ(rK, rn, rn)
	g.Label(whole)
	g.KMOVW(rn.As32(), kLast)
}

// transposeRegisters is transpose for the rows z16..z23.
func (g *gen) transposeRegisters() {
	for h := range 2 {
		for q, r := range []int{0, 1, 4, 5} {
			g.VSHUFF64X2(operand.Imm([]uint64{0x44, 0xee}[h]), z[16+r+2], z[16+r], z[q])
		}
		g.merge(8 + 4*h)
	}
}

// unpackT: the columns of the panel are the rows of a block to be transposed.
func (g *gen) unpackT() {
	g.function("unpackTAVX512", packSig, "unpackTAVX512 is UnpackT (rows = 8) and UnpackTEdge for panels of 8.")
	g.packArgs()
	g.arg("rows", rM)
	row, forward := g.rows()
	g.CMPQ(rM, operand.Imm(8))
	g.JNE(to("edge"))
	g.SUBQ(imm(8), rK)
	g.JLT(to("fringe"))
	g.align(64)
	g.Label("block")
	g.transpose(column)
	for r := range 8 {
		g.VMOVUPD(z[8+r], row(r, 0))
	}
	forward(64)
	g.ADDQ(imm(512), rB)
	g.SUBQ(imm(8), rK)
	g.JGE(to("block"))
	g.Label("fringe")
	g.ADDQ(imm(8), rK)
	g.Label("edge")
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	g.columnMask()
	for c := range 8 {
		g.VMOVUPD(column(0, 0), z[16+c])
		if c < 7 { // stays on the panel's last column
			more := g.label("more")
			g.CMPQ(rK, operand.Imm(uint64(c+1)))
			g.JLE(to(more))
			g.ADDQ(imm(64), rB)
			g.Label(more)
		}
	}
	g.ADDQ(imm(64), rB)
	g.transposeRegisters()
	for r := range 8 {
		g.VMOVUPD(z[8+r], kLast, row(r, 0))
		if r < 7 {
			g.CMPQ(rM, operand.Imm(uint64(r+1)))
			g.JLE(to("stored"))
		}
	}
	g.Label("stored")
	forward(64)
	g.SUBQ(imm(8), rK)
	g.JMP(to("edge"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}

func (g *gen) unpackLower() {
	g.function("unpackLowerAVX512", "func(a *float64, lda int, p *float64)", "unpackLowerAVX512 is UnpackLower for panels of 8.")
	g.arg("a", rA)
	g.elems("lda", rAS)
	g.arg("p", rB)
	row, _ := g.rows()
	g.transpose(column)
	for r := range 8 {
		g.MOVQ(imm(1<<(r+1)-1), rn)
		g.KMOVW(rn.As32(), kLast)
		g.VMOVUPD(z[8+r], kLast, row(r, 0))
	}
	g.VZEROUPPER()
	g.RET()
}

func (g *gen) packN() {
	g.function("packNAVX512", "func(k, v int, a *float64, lda int, p *float64, ps int)",
		fmt.Sprintf("packNAVX512 is PackN for panels of %d.", g.lanes()))
	g.packArgs()
	g.arg("v", rM)
	g.elems("ps", rCP)
	g.copyPanels(64, z)
}

// copyPanels copies rM panels of whole vectors of n bytes, 4 panels at a time, then 2, then 1.
func (g *gen) copyPanels(n int, vec []reg.VecPhysical) {
	g.LEAQ(ix(rCP, rCP, 2, 0), rCC)
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	for _, v := range []int{4, 2, 1} {
		these, row, fewer := g.label("these"), g.label("row"), g.label("fewer")
		g.Label(these)
		g.CMPQ(rM, operand.Imm(uint64(v)))
		g.JLT(to(fewer))
		g.MOVQ(rA, ra)
		g.MOVQ(rB, rb)
		g.MOVQ(rK, rk)
		g.align(32)
		g.Label(row)
		for i := range v {
			g.mov(at(ra, n*i), vec[i])
		}
		for i := range v {
			if i == 3 {
				g.mov(vec[i], ix(rb, rCC, 1, 0))
			} else {
				g.mov(vec[i], ix(rb, rCP, i, 0))
			}
		}
		g.ADDQ(rAS, ra)
		g.ADDQ(imm(n), rb)
		g.DECQ(rk)
		g.JNZ(to(row))
		g.ADDQ(imm(n*v), rA)
		g.LEAQ(ix(rB, rCP, v, 0), rB)
		g.SUBQ(imm(v), rM)
		g.JMP(to(these))
		g.Label(fewer)
	}
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}

func (g *gen) packNEdge() {
	g.function("packNEdgeAVX512", "func(k, cols int, a *float64, lda int, p *float64)",
		fmt.Sprintf("packNEdgeAVX512 is PackNEdge for panels of %d.", g.lanes()))
	g.arg("cols", rK)
	g.columnMask()
	g.packArgs()
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	g.Label("row")
	g.movZ(at(rA, 0), kLast, z[0])
	g.mov(z[0], at(rB, 0))
	g.ADDQ(rAS, rA)
	g.ADDQ(imm(64), rB)
	g.DECQ(rK)
	g.JNZ(to("row"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}
