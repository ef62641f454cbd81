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
	g.depth()
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
	if g.inRows {
		g.fetchAfter(v)
		g.fetchSeveral(v)
	} else {
		g.fetchNext(v)
	}
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

// roundAhead is a round that prefetches from the panel, if there is one.
func (g *gen) roundAhead(v int, mode stepMode) {
	if !g.inRows {
		g.PREFETCHT1(at(rPanel, 0))
		g.ADDQ(g.argAddr("pace"), rPanel)
	}
	g.round(v, mode)
}

// aRow is what fetchRow prefetches in one micro-tile: one row of several, of so many lines.
type aRow struct {
	next, rows operand.Mem // where the row lies, and how many are left
	lines      operand.Op
	ld         operand.Op // from one row to the next, in elements
}

// fetchNext prefetches a row of what is packed next.
func (g *gen) fetchNext(v int) {
	g.fetchRow(v, aRow{g.argAddr("next"), g.argAddr("rows"), g.argAddr("lines"), g.argAddr("ld")})
}

// fetchRow does as many of the rk rounds as the row has lines, prefetching a line in each, and moves on
// to the row after it. rk is what remains, at least one.
func (g *gen) fetchRow(v int, r aRow) {
	row, none := g.label("row"), g.label("none")
	g.CMPQ(r.rows, operand.Imm(0))
	g.JLE(to(none))
	g.DECQ(r.rows)
	g.MOVQ(r.lines, rn)
	g.LEAQ(at(rk, -1), rc)
	g.CMPQ(rc, rn)
	g.CMOVQLT(rc, rn)
	g.SUBQ(rn, rk)
	g.MOVQ(r.next, rc)
	g.TESTQ(rn, rn)
	g.JLE(to(none))
	g.Label(row)
	g.PREFETCHT1(at(rc, 0))
	g.ADDQ(imm(64), rc)
	g.roundAhead(v, add)
	g.DECQ(rn)
	g.JNZ(to(row))
	g.MOVQ(r.ld, rn)
	g.SHLQ(operand.Imm(g.shift()), rn)
	g.ADDQ(rn, r.next)
	g.Label(none)
}
