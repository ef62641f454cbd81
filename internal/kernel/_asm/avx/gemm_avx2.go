package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

func gemmAVX2(g *gen) {
	h := avx2{g}
	h.gemm("gemmAVX2", "Gemm", false)
	h.gemm("gemmSetAVX2", "GemmSet", true)
	masks := h.masks("gemmMasks")
	h.gemmEdge("gemmEdgeAVX2", "GemmEdge", masks, false)
	h.gemmEdge("gemmEdgeSetAVX2", "GemmEdgeSet", masks, true)
}

// product sets the sums to A * B'; C's columns at rc, which is clobbered, are prefetched.
func (g avx2) product(v int) {
	g.clear(v)
	g.loop(v, add, func() {
		for i := range v {
			g.PREFETCHT0(ix(rc, rCP, i, 0))
		}
		g.ADDQ(rCC, rc)
	})
}

// update stores alpha (y0) times the sums of column j into C at rc, added to what is there unless
// set; the last vector under the mask y1 where masked.
func (g avx2) update(v, j int, set, masked bool) {
	for i := range v {
		c, under := ix(rc, rCP, i, 0), masked && i == v-1
		switch {
		case set:
			g.mul(y[0], g.acc(j, i), g.acc(j, i))
		case under:
			g.maskMov(c, y[1], y[2])
			g.fma213(y[2], y[0], g.acc(j, i))
		default:
			g.fma213(c, y[0], g.acc(j, i))
		}
		if under {
			g.maskMov(g.acc(j, i), y[1], c)
		} else {
			g.mov(g.acc(j, i), c)
		}
	}
}

func (g avx2) gemmArgs() {
	g.arg("k", rK)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.arg("b", rB)
	g.arg("c", rC)
	g.elems("cp", rCP)
	g.elems("cc", rCC)
}

func (g avx2) gemm(name, what string, set bool) {
	g.function(name, "func(k, mp int, a *float64, as int, b, c *float64, cp, cc int, alpha float64)",
		fmt.Sprintf("%s is %s for panels of %d, three of them at a time.", name, what, g.lanes()))
	g.gemmArgs()
	g.arg("mp", rM)
	g.groups("", func(v int) {
		g.eachHalf(func() {
			g.MOVQ(rA, ra)
			g.MOVQ(rB, rb)
			g.MOVQ(rC, rc)
			g.product(v)
			g.MOVQ(rC, rc)
			g.bcast(g.argAddr("alpha"), y[0])
			for j := range 4 {
				g.update(v, j, set, false)
				if j < 3 {
					g.ADDQ(rCC, rc)
				}
			}
		})
	}, func(v int) {
		g.LEAQ(ix(rC, rCP, 2, 0), rC)
		if v == 3 {
			g.ADDQ(rCP, rC)
		}
	})
	g.VZEROUPPER()
	g.RET()
}

// eachHalf runs body for 4 columns of the broadcast panel, and again for the next 4 where the panel
// is as wide; rB and rC are moved on and back. The place of the argument cc, which is in its
// register, counts.
func (g avx2) eachHalf(body func()) {
	if g.halves() == 1 {
		body()
		return
	}
	half, again := g.argAddr("cc"), g.label("half")
	g.MOVQ(imm(g.halves()), half)
	g.Label(again)
	body()
	g.nextHalf()
	g.DECQ(half)
	g.JNZ(to(again))
	g.SUBQ(imm(4*g.size()*g.halves()), rB)
	g.SHLQ(operand.Imm(3), rCC)
	g.SUBQ(rCC, rC)
	g.SARQ(operand.Imm(3), rCC)
}

// nextHalf moves rB and rC to the next 4 columns.
func (g avx2) nextHalf() {
	g.ADDQ(imm(4*g.size()), rB)
	g.LEAQ(ix(rC, rCC, 4, 0), rC)
}

func (g avx2) gemmEdge(name, what string, masks operand.Mem, set bool) {
	g.function(name, "func(k, v int, a *float64, as int, b, c *float64, cp, cc int, alpha float64, nr, last int)",
		fmt.Sprintf("%s is %s for panels of %d: one micro-tile, computed whole; only C is accessed under mask.", name, what, g.lanes()))
	g.gemmArgs()
	g.arg("v", rM)
	g.MOVQ(rA, ra)
	g.MOVQ(rB, rb)
	g.MOVQ(rC, rc)
	for v := 3; v >= 1; v-- {
		next, half := g.label("fewer"), g.prefix+"half"+string(rune('0'+v))
		if v > 1 {
			g.CMPQ(rM, operand.Imm(uint64(v)))
			g.JNE(to(next))
		}
		if g.halves() > 1 {
			g.Label(half)
		}
		g.product(v)
		g.LEAQ(masks, rB)
		g.arg("last", rA)
		g.firstLanes(rA, rB, y[1])
		g.arg("nr", rA)
		g.MOVQ(rC, rc)
		g.bcast(g.argAddr("alpha"), y[0])
		for j := range 4 {
			g.update(v, j, set, true)
			if j < 3 {
				g.DECQ(rA)
				g.JZ(to("done"))
				g.ADDQ(rCC, rc)
			}
		}
		if g.halves() > 1 { // the panels again, for the columns that are left
			g.DECQ(rA)
			g.JZ(to("done"))
			g.MOVQ(rA, g.argAddr("nr"))
			g.arg("a", ra)
			g.arg("b", rB)
			g.ADDQ(imm(4*g.size()), rB)
			g.MOVQ(rB, rb)
			g.LEAQ(ix(rC, rCC, 4, 0), rC)
			g.MOVQ(rC, rc)
			g.JMP(to(half))
		}
		if v > 1 {
			g.JMP(to("done"))
			g.Label(next)
		}
	}
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}
