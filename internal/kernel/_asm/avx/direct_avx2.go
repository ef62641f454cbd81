package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// direct2 is direct for AVX2: blocks of at most 4 rows, groups of 3, 2 or 1 vectors of 4 columns.
// Rows 0..3 of A are ra + {0, 1, 2, 3}*ars.
type direct2 struct {
	avx2
	rows int
}

func directAVX2(g *gen) {
	masks := avx2{g}.masks("directMasks")
	for r := 4; r >= 1; r-- {
		direct2{avx2{g}, r}.function(masks)
	}
}

func (d direct2) function(masks operand.Mem) {
	name := fmt.Sprintf("direct%dAVX2", d.rows)
	d.gen.function(name, directSig, fmt.Sprintf(directDoc, name, d.rows, "3, 2 or 1"))
	d.arg("ars", dS1)
	d.arg("acs", dACS)
	d.arg("b", dB)
	d.arg("ldb", dLDB)
	d.arg("cols", dLeft)
	d.LEAQ(masks, dS5)
	d.LEAQ(ix(dS1, dS1, 2, 0), dS3)
	d.CMPQ(dLeft, operand.Imm(uint64(d.lanes())))
	d.JLT(to("narrow"))
	d.choose()
	for _, b := range []struct {
		name string
		v    int
		last bool
	}{{"three", 3, false}, {"two", 2, false}, {"one", 1, false}, {"last3", 3, true}, {"last2", 2, true}} {
		d.Label(b.name)
		if b.last { // the last vector moves left until it is whole
			d.MOVQ(dLeft, dLast)
			d.SHLQ(operand.Imm(d.shift()), dLast)
			d.SUBQ(imm(32), dLast)
		}
		d.group(b.v, b.last, false)
		if b.last || b.v == 1 {
			d.JMP(to("done"))
		} else {
			d.JNE(to("next"))
			d.JMP(to("done"))
		}
	}
	d.Label("narrow")
	d.TESTQ(dLeft, dLeft)
	d.JLE(to("done"))
	d.XORQ(dLast, dLast)
	d.group(1, true, true)
	d.Label("done")
	d.VZEROUPPER()
	d.RET()
}

// choose goes to the block for the columns left, as direct.choose does; no last vector is alone.
func (d direct2) choose() {
	d.Label("next")
	for _, c := range []struct {
		vectors     int
		equal, more string
	}{{4, "two", "three"}, {3, "three", "two"}, {2, "two", "last3"}, {1, "one", "last2"}} {
		d.CMPQ(dLeft, operand.Imm(uint64(c.vectors*d.lanes())))
		d.JGT(to(c.more))
		d.JEQ(to(c.equal))
	}
	d.JMP(to("last1"))
	d.Label("last1")
	d.MOVQ(dLeft, dLast)
	d.SHLQ(operand.Imm(d.shift()), dLast)
	d.SUBQ(imm(32), dLast)
	d.group(1, true, false)
	d.JMP(to("done"))
}

func (d direct2) sum(v, r, i int) reg.VecPhysical { return y[4+v*r+i] }

func (d direct2) place(v, i int, last bool) operand.Mem {
	if last && i == v-1 {
		return ix(dC, dLast, 1, 0)
	}
	return at(dC, 32*i)
}

// group does all row blocks for v vectors of columns and goes on to the columns that follow; the
// flags tell whether there are any.
func (d direct2) group(v int, last, masked bool) {
	block := d.label("block")
	d.MOVQ(dB, dC)
	d.SUBQ(d.argAddr("b"), dC)
	d.ADDQ(d.argAddr("c"), dC)
	d.arg("a", dA)
	d.arg("blocks", dS7)
	d.Label(block)
	d.MOVQ(dA, ra)
	d.MOVQ(dB, rb)
	for r := range d.rows {
		for i := range v {
			d.xor(d.sum(v, r, i), d.sum(v, r, i), d.sum(v, r, i))
		}
	}
	if masked {
		d.MOVQ(dLeft, rk)
		d.firstLanes(rk, dS5, y[2])
	}
	d.loop(v, last, masked)
	d.write(v, last, masked)
	d.LEAQ(ix(dA, dS1, d.rows&^1, 0), dA)
	if d.rows%2 == 1 {
		d.ADDQ(dS1, dA)
	}
	d.DECQ(dS7)
	d.JNZ(to(block))
	d.ADDQ(imm(32*v), dB)
	d.SUBQ(imm(d.lanes()*v), dLeft)
}

func (d direct2) loop(v int, last, masked bool) {
	round, rest, single, end := d.label("round"), d.label("rest"), d.label("single"), d.label("end")
	d.arg("k", rk)
	d.SUBQ(imm(unroll), rk)
	d.JLT(to(rest))
	d.align(32)
	d.Label(round)
	for range unroll {
		d.step(v, last, masked)
	}
	d.SUBQ(imm(unroll), rk)
	d.JGE(to(round))
	d.Label(rest)
	d.ADDQ(imm(unroll), rk)
	d.JZ(to(end))
	d.Label(single)
	d.step(v, last, masked)
	d.DECQ(rk)
	d.JNZ(to(single))
	d.Label(end)
}

func (d direct2) step(v int, last, masked bool) {
	for i := range v {
		switch {
		case masked:
			d.maskMov(at(rb, 0), y[2], y[0])
		case last && i == v-1:
			d.mov(ix(rb, dLast, 1, 0), y[i])
		default:
			d.mov(at(rb, 32*i), y[i])
		}
	}
	row := []operand.Mem{at(ra, 0), ix(ra, dS1, 1, 0), ix(ra, dS1, 2, 0), ix(ra, dS3, 1, 0)}
	for r := range d.rows {
		d.bcast(row[r], y[3])
		for i := range v {
			d.fma231(y[i], y[3], d.sum(v, r, i))
		}
	}
	d.ADDQ(dLDB, rb)
	d.ADDQ(dACS, ra)
}

// write stores the block's sums; dC moves to the next block of rows.
func (d direct2) write(v int, last, masked bool) {
	set, end := d.label("set"), d.label("written")
	if last && !masked { // the lanes of the last vector that are not done yet
		d.MOVQ(dLeft, rk)
		d.SUBQ(imm(d.lanes()*(v-1)), rk)
		d.lastLanes(rk, dS5, y[1])
	} else if masked {
		d.copy(y[2], y[1])
	}
	d.bcast(d.argAddr("alpha"), y[0])
	d.CMPQ(d.argAddr("mode"), operand.Imm(modeSet))
	d.JGE(to(set))
	d.writeRows(v, last, false)
	d.JMP(to(end))
	d.Label(set)
	d.writeRows(v, last, true)
	d.Label(end)
}

// writeRows reads all of a row before it stores any, since the last vector may overlap the one before.
func (d direct2) writeRows(v int, last, set bool) {
	for r := range d.rows {
		for i := range v {
			s, c := d.sum(v, r, i), d.place(v, i, last)
			switch {
			case set:
				d.mul(y[0], s, s)
			case last && i == v-1:
				d.maskMov(c, y[1], y[2])
				d.fma213(y[2], y[0], s)
			default:
				d.fma213(c, y[0], s)
			}
		}
		for i := range v {
			s, c := d.sum(v, r, i), d.place(v, i, last)
			if last && i == v-1 {
				d.maskMov(s, y[1], c)
			} else {
				d.mov(s, c)
			}
		}
		d.ADDQ(d.argAddr("ldc"), dC)
	}
}
