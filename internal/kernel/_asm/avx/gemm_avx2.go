package main

import "github.com/mmcloughlin/avo/operand"

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
			g.VMULPD(y[0], g.acc(j, i), g.acc(j, i))
		case under:
			g.VMASKMOVPD(c, y[1], y[2])
			g.VFMADD213PD(y[2], y[0], g.acc(j, i))
		default:
			g.VFMADD213PD(c, y[0], g.acc(j, i))
		}
		if under {
			g.VMASKMOVPD(g.acc(j, i), y[1], c)
		} else {
			g.VMOVUPD(g.acc(j, i), c)
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
		name+" is "+what+" for panels of 4, three of them at a time.")
	g.gemmArgs()
	g.arg("mp", rM)
	g.groups("", func(v int) {
		g.MOVQ(rA, ra)
		g.MOVQ(rB, rb)
		g.MOVQ(rC, rc)
		g.product(v)
		g.MOVQ(rC, rc)
		g.VBROADCASTSD(g.argAddr("alpha"), y[0])
		for j := range 4 {
			g.update(v, j, set, false)
			if j < 3 {
				g.ADDQ(rCC, rc)
			}
		}
	}, func(v int) {
		g.LEAQ(ix(rC, rCP, 2, 0), rC)
		if v == 3 {
			g.ADDQ(rCP, rC)
		}
	})
	g.VZEROUPPER()
	g.RET()
}

func (g avx2) gemmEdge(name, what string, masks operand.Mem, set bool) {
	g.function(name, "func(k, v int, a *float64, as int, b, c *float64, cp, cc int, alpha float64, nr, last int)",
		name+" is "+what+" for panels of 4: one micro-tile, computed whole; only C is accessed under mask.")
	g.gemmArgs()
	g.arg("v", rM)
	g.MOVQ(rA, ra)
	g.MOVQ(rB, rb)
	g.MOVQ(rC, rc)
	for v := 3; v >= 1; v-- {
		next := g.label("fewer")
		if v > 1 {
			g.CMPQ(rM, operand.Imm(uint64(v)))
			g.JNE(to(next))
		}
		g.product(v)
		g.LEAQ(masks, rB)
		g.arg("last", rA)
		g.firstLanes(rA, rB, y[1])
		g.arg("nr", rA)
		g.MOVQ(rC, rc)
		g.VBROADCASTSD(g.argAddr("alpha"), y[0])
		for j := range 4 {
			g.update(v, j, set, true)
			if j < 3 {
				g.DECQ(rA)
				g.JZ(to("done"))
				g.ADDQ(rCC, rc)
			}
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
