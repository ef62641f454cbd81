package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// Distances of the 24 x 8 loop, as measured: B is prefetched 64 columns ahead, C during the first 8
// rounds of 4 columns, one of its columns a round. Other unrollings are no faster.
const (
	unroll = 4
	aheadB = 64
)

// Broadcasts are loads of their own: with the broadcast inside the multiply-add the loop is as fast
// on Emerald Rapids (99 against 97 to 99 % of peak at k = 256; one vector alone 86 against 78) and 14 %
// slower on Zen 5.
//
// step is one rank-1 update of v vectors (at ra, panels rAS apart) by 8 broadcasts (at rb), u
// columns ahead. It begins the sums, adds to them or subtracts from them.
func (g *gen) step(v, u int, mode stepMode) {
	for i := range v {
		g.mov(ix(ra, rAS, i, 64*u), z[i])
	}
	g.fetchBroadcasts(u)
	for j := range 8 {
		s := z[3+j%4]
		g.bcast(g.broadcast(j, u), s)
		for i := range v {
			switch mode {
			case begin:
				g.mul(z[i], s, acc(j, i))
			case add:
				g.fma231(z[i], s, acc(j, i))
			case sub:
				g.fnma(z[i], s, acc(j, i))
			}
		}
	}
}

type stepMode int

const (
	begin stepMode = iota
	add
	sub
)

// round is `unroll` steps.
func (g *gen) round(v int, mode stepMode) {
	for u := range unroll {
		m := mode
		if mode == begin && u > 0 {
			m = add
		}
		g.step(v, u, m)
	}
	g.advance(unroll)
}

// advance moves ra and rb on by n columns.
func (g *gen) advance(n int) {
	g.ADDQ(imm(64*n), ra)
	if g.inRows {
		g.ADDQ(imm(g.size()*n), rb)
		g.ADDQ(imm(g.size()*n), rLow)
	} else {
		g.ADDQ(imm(64*n), rb)
	}
}

// broadcast is where element j of the 8 lies, u columns ahead.
func (g *gen) broadcast(j, u int) operand.Mem {
	if g.inRows {
		return g.rowOfB(j, g.size()*u)
	}
	return at(rb, 64*u+g.size()*j)
}

// fetchBroadcasts prefetches what is broadcast aheadB columns after column u: a line of the panel, or
// of two of the rows, each of which has a line for 8 columns.
func (g *gen) fetchBroadcasts(u int) {
	if g.inRows {
		g.PREFETCHT0(g.rowOfB(u, g.size()*aheadB))
		g.PREFETCHT0(g.rowOfB(4+u, g.size()*aheadB))
	} else {
		g.PREFETCHT0(at(rb, 64*(u+aheadB)))
	}
}

// depth loads k.
func (g *gen) depth() {
	if g.inRows { // which needs the register
		g.arg("k", rk)
	} else {
		g.MOVQ(rK, rk)
	}
}

// rest does the k mod `unroll` last steps.
func (g *gen) rest(v int, mode stepMode) {
	single, end := g.label("single"), g.label("end")
	g.depth()
	g.ANDQ(imm(unroll-1), rk)
	g.JZ(to(end))
	g.Label(single)
	g.step(v, 0, mode)
	g.advance(1)
	g.DECQ(rk)
	g.JNZ(to(single))
	g.Label(end)
}

// product sets the sums to A * B', k = rK columns. ra and rb run to the end of their panels, and rc,
// which is clobbered, over the columns of C that are prefetched. The first round multiplies where
// the others add, so that nothing has to be zeroed.
func (g *gen) product(v int) {
	short, fetching, main, rest := g.label("short"), g.label("fetching"), g.label("main"), g.label("rest")
	fetch := func() {
		for i := range v {
			g.PREFETCHT0(ix(rc, rCP, i, 0))
		}
		g.ADDQ(rCC, rc)
	}
	g.depth()
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(short))
	fetch()
	g.round(v, begin)
	g.DECQ(rk)
	g.JZ(to(rest))
	g.MOVQ(imm(7), rn) // rounds that prefetch
	g.CMPQ(rk, rn)
	g.CMOVQLT(rk, rn)
	g.SUBQ(rn, rk)
	g.align(64)
	g.Label(fetching)
	fetch()
	g.round(v, add)
	g.DECQ(rn)
	g.JNZ(to(fetching))
	g.TESTQ(rk, rk)
	g.JZ(to(rest))
	g.align(64)
	g.Label(main)
	g.round(v, add)
	g.DECQ(rk)
	g.JNZ(to(main))
	g.JMP(to(rest))
	g.Label(short)
	g.clearAcc(v, 8)
	g.Label(rest)
	g.rest(v, add)
}

// subtract subtracts A * B' from the sums.
func (g *gen) subtract(v int) {
	main, rest := g.label("main"), g.label("rest")
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(rest))
	g.align(64)
	g.Label(main)
	g.round(v, sub)
	g.DECQ(rk)
	g.JNZ(to(main))
	g.Label(rest)
	g.rest(v, sub)
}

// update stores alpha times the sums of column j into C at rc, added to what is there unless set;
// the last vector under mask where masked.
func (g *gen) update(v, j int, set, masked bool) {
	for i := range v {
		c := ix(rc, rCP, i, 0)
		switch {
		case set:
			g.mul(zAlpha, acc(j, i), acc(j, i))
		case masked && i == v-1:
			g.movZ(c, kLast, z[0])
			g.fma213(z[0], zAlpha, acc(j, i))
		default:
			g.fma213(c, zAlpha, acc(j, i))
		}
		if masked && i == v-1 {
			g.mov(acc(j, i), kLast, c)
		} else {
			g.mov(acc(j, i), c)
		}
	}
}

func gemmAVX512(g *gen) {
	g.gemm("gemmAVX512", "Gemm", false, false)
	g.gemm("gemmSetAVX512", "GemmSet", true, false)
	g.gemm("gemmAheadAVX512", "GemmAhead", false, true)
	g.gemm("gemmSetAheadAVX512", "GemmSetAhead", true, true)
	g.gemmEdge("gemmEdgeAVX512", "GemmEdge", false)
	g.gemmEdge("gemmEdgeSetAVX512", "GemmEdgeSet", true)
}

// gemmArgs loads what Gemm and GemmEdge share.
func (g *gen) gemmArgs() {
	if !g.inRows { // else k and b stay in memory
		g.arg("k", rK)
	}
	g.arg("a", rA)
	g.elems("as", rAS)
	if g.inRows {
		g.elems("bs", rStride)
		g.LEAQ(ix(rStride, rStride, 2, 0), rTriple)
	} else {
		g.arg("b", rB)
	}
	g.arg("c", rC)
	g.elems("cp", rCP)
	g.elems("cc", rCC)
	g.bcast(g.argAddr("alpha"), zAlpha)
}

func (g *gen) gemm(name, what string, set, ahead bool) {
	sig := "func(k, mp int, a *float64, as int, b, c *float64, cp, cc int, alpha float64)"
	if g.inRows {
		sig = "func(k, mp int, a *float64, as int, b *float64, bs int, c *float64, cp, cc int, alpha float64, after *float64, afterRows int, next *float64, rows, lines, ld int)"
	} else if ahead {
		sig = "func(k, mp int, a *float64, as int, b, c *float64, cp, cc int, alpha float64, next *float64, rows, lines, ld int, panel *float64, pace int)"
	}
	g.function(name, sig,
		fmt.Sprintf("%s is %s for panels of %d, three of them at a time.", name, what, g.lanes()))
	g.gemmArgs()
	g.arg("mp", rM)
	if ahead && !g.inRows {
		// Bytes; what is to be fetched in a panel's time is spread over its halves.
		g.SHLQ(operand.Imm(g.shift()-uint64(g.halves()-1)), g.argAddr("pace"))
		g.arg("panel", rPanel)
	}
	g.groups("", func(v int) {
		g.eachHalf(func() {
			g.MOVQ(rA, ra)
			g.startB()
			g.MOVQ(rC, rc)
			if ahead {
				g.productAhead(v)
			} else {
				g.product(v)
			}
			g.MOVQ(rC, rc)
			for j := range 8 {
				g.update(v, j, set, false)
				if j < 7 {
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

// eachHalf runs body for 8 columns of the broadcast panel, and again for the next 8 where the panel
// is as wide; rB and rC are moved on and back. The place of the argument cc, which is in its
// register, counts.
func (g *gen) eachHalf(body func()) {
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
	g.moveB(-8 * g.halves())
	g.SHLQ(operand.Imm(4), rCC)
	g.SUBQ(rCC, rC)
	g.SARQ(operand.Imm(4), rCC)
}

// nextHalf moves rB and rC to the next 8 columns.
func (g *gen) nextHalf() {
	g.moveB(8)
	g.LEAQ(ix(rC, rCC, 8, 0), rC)
}

// startB sets rb, and what else points to the broadcast operand, to its first column.
func (g *gen) startB() {
	if g.inRows {
		g.arg("b", rb)
		g.LEAQ(ix(rb, rStride, 4, 0), rLow)
	} else {
		g.MOVQ(rB, rb)
	}
}

// moveB moves the broadcast operand on by n elements of its panel, or rows; back if n is negative.
func (g *gen) moveB(n int) {
	switch {
	case g.inRows:
		g.MOVQ(rStride, rn)
		g.IMUL3Q(operand.I8(n), rn, rn)
		g.ADDQ(rn, g.argAddr("b"))
	case n < 0:
		g.SUBQ(imm(-n*g.size()), rB)
	default:
		g.ADDQ(imm(n*g.size()), rB)
	}
}

func (g *gen) gemmEdge(name, what string, set bool) {
	b := "b"
	if g.inRows {
		b = "b *float64, bs int"
	}
	g.function(name, "func(k, v int, a *float64, as int, "+b+", c *float64, cp, cc int, alpha float64, nr, last int)",
		fmt.Sprintf("%s is %s for panels of %d: one micro-tile, computed whole; only C is accessed under mask.", name, what, g.lanes()))
	g.gemmArgs()
	g.MOVQ(rA, ra)
	g.startB()
	g.MOVQ(rC, rc)
	g.arg("v", rM)
	g.arg("last", rA)
	g.MOVQ(imm(1<<g.lanes()-1), rn)
	g.BZHIQ(rA, rn, rn)
	g.KMOVW(rn.As32(), kLast)
	g.arg("nr", rA)
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
		g.MOVQ(rC, rc)
		for j := range 8 {
			g.update(v, j, set, true)
			if j < 7 {
				g.DECQ(rA)
				g.JZ(to("done"))
				g.ADDQ(rCC, rc)
			}
		}
		if g.halves() > 1 {
			g.DECQ(rA)
			g.JZ(to("done"))
			g.nextHalf()
			g.arg("a", ra)
			g.startB()
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

// groups cuts rM panels at rA into groups of 3, then 2, then 1 (4 left go as 2 and 2, since one
// vector alone loads more than it multiplies), and emits the body for each, and what else than rA
// goes on to the next group.
func (g *gen) groups(p string, body, next func(v int)) {
	for v := 3; v >= 1; v-- {
		these, fewer := p+string(rune('0'+v)), p+"fewer"+string(rune('0'+v))
		g.Label("group" + these)
		if v == 3 {
			g.CMPQ(rM, operand.Imm(4))
			g.JEQ(to("group" + p + "2"))
		}
		g.CMPQ(rM, operand.Imm(uint64(v)))
		g.JLT(to(fewer))
		body(v)
		if v > 1 {
			g.LEAQ(ix(rA, rAS, 2, 0), rA)
			if v == 3 {
				g.ADDQ(rAS, rA)
			}
			next(v)
			g.SUBQ(operand.Imm(uint64(v)), rM)
			g.JMP(to("group" + these))
		}
		g.Label(fewer)
	}
}
