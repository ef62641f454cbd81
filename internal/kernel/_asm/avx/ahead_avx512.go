package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rPanel is what the Ahead forms prefetch next of a panel.
var rPanel = reg.R14

// productAhead is product for operands that come from beyond the second-level cache. A core has few
// requests to there under way at once, 16 lines on Emerald Rapids, and those of the panels wait
// behind them: so C is prefetched a line each round, not a column, the panel steadily, and the
// rows of `next`, one a micro-tile, when C is done.
func (g *gen) productAhead(v int) {
	short, fetching, same, main, rest := g.label("short"), g.label("fetching"), g.label("same"), g.label("main"), g.label("rest")
	fetch := func() {
		g.PREFETCHT0(at(rc, 0))
		g.ADDQ(rCC, rc)
	}
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(short))
	fetch()
	g.roundAhead(v, begin)
	g.DECQ(rk)
	g.JZ(to(rest))
	g.MOVQ(imm(8*v-1), rn) // rounds that prefetch C, vector by vector
	g.CMPQ(rk, rn)
	g.CMOVQLT(rk, rn)
	g.SUBQ(rn, rk)
	g.Label(fetching)
	g.TESTQ(imm(7), rn)
	g.JNZ(to(same))
	g.ADDQ(rCP, rc) // from behind the last column to the first of the next vector
	g.SHLQ(operand.Imm(3), rCC)
	g.SUBQ(rCC, rc)
	g.SARQ(operand.Imm(3), rCC)
	g.Label(same)
	fetch()
	g.roundAhead(v, add)
	g.DECQ(rn)
	g.JNZ(to(fetching))
	g.TESTQ(rk, rk)
	g.JZ(to(rest))
	g.fetchNext(v)
	g.Label(main)
	g.roundAhead(v, add)
	g.DECQ(rk)
	g.JNZ(to(main))
	g.JMP(to(rest))
	g.Label(short)
	g.clearAcc(v, 8)
	g.Label(rest)
	g.rest(v, add)
}

// roundAhead is a round that prefetches from the panel.
func (g *gen) roundAhead(v int, mode stepMode) {
	g.PREFETCHT1(at(rPanel, 0))
	g.ADDQ(g.argAddr("pace"), rPanel)
	g.round(v, mode)
}

// fetchNext does as many of the rk rounds as the next row to be packed has lines, prefetching a
// line in each, and moves on to the row after it. rk is what remains, at least one.
func (g *gen) fetchNext(v int) {
	row, none := g.label("row"), g.label("none")
	g.CMPQ(g.argAddr("rows"), operand.Imm(0))
	g.JLE(to(none))
	g.DECQ(g.argAddr("rows"))
	g.MOVQ(g.argAddr("lines"), rn)
	g.LEAQ(at(rk, -1), rc)
	g.CMPQ(rc, rn)
	g.CMOVQLT(rc, rn)
	g.SUBQ(rn, rk)
	g.MOVQ(g.argAddr("next"), rc)
	g.TESTQ(rn, rn)
	g.JLE(to(none))
	g.Label(row)
	g.PREFETCHT1(at(rc, 0))
	g.ADDQ(imm(64), rc)
	g.roundAhead(v, add)
	g.DECQ(rn)
	g.JNZ(to(row))
	g.MOVQ(g.argAddr("ld"), rn)
	g.SHLQ(operand.Imm(g.shift()), rn)
	g.ADDQ(rn, g.argAddr("next"))
	g.Label(none)
}
