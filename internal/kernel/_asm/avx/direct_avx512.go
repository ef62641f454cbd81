package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// In the direct kernels the columns of C lie along the vector: the rows of B are loaded where
// they are, elements of A are broadcast. Rows 0..7 of A are ra + {0, 1, 2, 3, 4, 5, 6, 7}*ars, reached
// through four index registers from one pointer that walks along k.
type direct struct {
	*gen
	rows int // of the block of C
}

var (
	dA, dB, dC         = reg.RSI, reg.RDI, reg.RBX // row block of A, columns of B, block of C
	dS1, dS3, dS5, dS7 = reg.R8, reg.R9, reg.R10, reg.R14
	dACS, dLDB         = reg.RDX, reg.RCX
	dLeft, dLast       = reg.R15, reg.R12 // columns left; from dB to the last vector
	kLast, kBlocks     = reg.K1, reg.K2
)

const directSig = "func(blocks, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64, mode int)"

const directDoc = `%s adds alpha * A * B to C for "blocks" blocks of %d rows, in groups of %s vectors
of columns; all strides are in bytes. mode is 0 to add, 1 to store, 2 to store with alpha = 1.`

func directAVX512(g *gen) {
	for r := 8; r >= 1; r-- {
		direct{g, r}.function()
	}
	for r := 6; r >= 1; r-- {
		direct{g, r}.wide()
	}
}

func (d direct) begin(name, groups string) {
	d.gen.function(name, directSig, fmt.Sprintf(directDoc, name, d.rows, groups))
	d.arg("ars", dS1)
	d.arg("acs", dACS)
	d.arg("b", dB)
	d.arg("ldb", dLDB)
	d.arg("cols", dLeft)
	d.LEAQ(ix(dS1, dS1, 2, 0), dS3)
	d.LEAQ(ix(dS1, dS1, 4, 0), dS5)
	d.LEAQ(ix(dS3, dS1, 4, 0), dS7)
	d.bcast(d.argAddr("alpha"), zAlpha)
}

// ending is how the last vector of a group of columns is accessed.
type ending int

const (
	whole  ending = iota // as the others
	moved                // moved left until it is whole, over columns that are done already
	halved               // as moved, by half a vector: it holds no more columns than that
	masked               // alone, under mask
)

// vectors is how many columns n vectors hold. A comparison has a byte for it: 64 still fits.
func (d direct) vectors(n int) operand.Op { return operand.Imm(uint64(n * d.lanes())) }

// wide is for any number of columns that fills groups of 4 vectors but for the last vector.
func (d direct) wide() {
	d.begin(fmt.Sprintf("directWide%dAVX512", d.rows), "4")
	d.Label("next")
	d.CMPQ(dLeft, d.vectors(4))
	d.JL(to("last"))
	d.group(4, whole)
	d.JNE(to("next"))
	d.JMP(to("done"))
	d.Label("last")
	d.lastGroup(4)
	d.Label("done")
	d.VZEROUPPER()
	d.RET()
}

func (d direct) function() {
	d.begin(fmt.Sprintf("direct%dAVX512", d.rows), "3, 2 or 1")
	d.CMPQ(dLeft, d.vectors(1))
	d.JL(to("narrow"))
	d.choose()
	for i, name := range []string{"one", "two", "three"} {
		v := i + 1
		d.Label(name)
		d.group(v, whole)
		if v > 1 {
			d.JNE(to("next"))
		}
		d.JMP(to("done"))
	}
	for v := 2; v <= 3; v++ {
		d.Label(fmt.Sprint("last", v))
		d.lastGroup(v)
	}
	d.Label("narrow")
	d.narrow()
	d.Label("done")
	d.VZEROUPPER()
	d.RET()
}

// choose goes to the block for the columns left: whole vectors by 3, the last four by 2 and 2, and as
// much as half a vector more with the latter two: after three it would make a group of one and a
// half, which loads as long as it multiplies. Where a part of a vector remains, the last group takes it.
func (d direct) choose() {
	d.Label("next")
	d.CMPQ(dLeft, operand.Imm(uint64(9*d.lanes()/2)))
	d.JG(to("three"))
	d.CMPQ(dLeft, d.vectors(4))
	d.JGE(to("two"))
	d.CMPQ(dLeft, d.vectors(3))
	d.JE(to("three"))
	d.JG(to("two"))
	d.CMPQ(dLeft, d.vectors(2))
	d.JE(to("two"))
	d.JG(to("last3"))
	d.CMPQ(dLeft, d.vectors(1))
	d.JE(to("one"))
	d.JMP(to("last2"))
}

// lastGroup does the last v vectors, of which the last is not whole, and is done. Half a vector is half
// the work on Zen 4, whose units are that wide, and the same elsewhere.
func (d direct) lastGroup(v int) {
	half := d.label("half")
	d.CMPQ(dLeft, operand.Imm(uint64(v*d.lanes()-d.lanes()/2)))
	d.JLE(to(half))
	d.lastVector(v*d.lanes(), 64)
	d.group(v, moved)
	d.JMP(to("done"))
	d.Label(half)
	d.lastVector(v*d.lanes()-d.lanes()/2, 32)
	d.group(v, halved)
	d.JMP(to("done"))
}

// lastVector sets dLast and kLast for a group that has room for so many columns and a last vector of
// so many bytes: it is moved left until it is whole, and stored without what is done already.
func (d direct) lastVector(columns, bytes int) {
	d.MOVQ(dLeft, dLast)
	d.SHLQ(operand.Imm(d.shift()), dLast)
	d.SUBQ(imm(bytes), dLast)
	d.MOVQ(imm(columns), reg.RCX)
	d.SUBQ(dLeft, reg.RCX)
	d.MOVQ(imm(1<<(bytes/d.size())-1), reg.RAX)
	d.SHLQ(reg.CL, reg.RAX)
	d.KMOVW(reg.EAX, kLast)
	d.arg("ldb", dLDB)
}

// narrow is for fewer columns than a vector has: every access is under mask.
func (d direct) narrow() {
	d.TESTQ(dLeft, dLeft)
	d.JLE(to("done"))
	d.MOVQ(dLeft, reg.RCX)
	d.MOVQ(imm(1), reg.RAX)
	d.SHLQ(reg.CL, reg.RAX)
	d.DECQ(reg.RAX)
	d.KMOVW(reg.EAX, kLast)
	d.arg("ldb", dLDB)
	d.XORQ(dLast, dLast)
	d.group(1, masked)
}

// sum is the accumulator of row r, vector i of v.
func (d direct) sum(v, r, i int) reg.VecPhysical { return z[8+v*r+i] }

// vector is register r as wide as vector i of v is.
func (end ending) vector(r reg.VecPhysical, v, i int) reg.Register {
	if end == halved && i == v-1 {
		return r.AsY()
	}
	return r
}

// group does all row blocks for v vectors of columns and goes on to the columns that follow; the
// flags tell whether there are any.
func (d direct) group(v int, end ending) {
	block := d.label("block")
	d.MOVQ(dB, dC)
	d.SUBQ(d.argAddr("b"), dC)
	d.ADDQ(d.argAddr("c"), dC)
	d.arg("a", dA)
	d.arg("blocks", ra)
	d.align(16)
	d.Label(block)
	d.KMOVQ(ra, kBlocks)
	d.MOVQ(dA, ra)
	d.MOVQ(dB, rb)
	d.loop(v, end)
	d.write(v, end)
	for r, p := d.rows, 8; r > 0; p /= 2 { // dA += rows * ars
		for ; r >= p; r -= p {
			d.LEAQ(ix(dA, dS1, p, 0), dA)
		}
	}
	d.KMOVQ(kBlocks, ra)
	d.DECQ(ra)
	d.JNZ(to(block))
	d.ADDQ(imm(64*v), dB)
	d.SUBQ(imm(d.lanes()*v), dLeft)
}

// loop sums k >= 1 rank-1 updates. The first of them multiplies, so that nothing has to be zeroed:
// zeroing 24 registers takes 12 cycles of the multipliers on Intel. (Sums that begin as C, for
// alpha = 1, were 2 to 5 % slower than adding C at the end.)
func (d direct) loop(v int, last ending) {
	unroll := 2
	if v*d.rows < 12 && last != masked {
		unroll = 4
	}
	step := func(n int, begin bool) {
		for u := range n {
			d.step(v, last, begin && u == 0)
		}
	}
	short, main, round, rest, single, end := d.label("short"), d.label("main"), d.label("round"), d.label("rest"), d.label("single"), d.label("end")
	d.arg("k", rk)
	d.SUBQ(imm(unroll), rk)
	d.JL(to(short))
	step(unroll, true)
	d.JMP(to(main))
	d.Label(short)
	d.ADDQ(imm(unroll-1), rk)
	step(1, true)
	d.JZ(to(end))
	d.JMP(to(single))
	d.Label(main)
	d.SUBQ(imm(unroll), rk)
	d.JL(to(rest))
	d.align(64)
	d.Label(round)
	step(unroll, false)
	d.SUBQ(imm(unroll), rk)
	d.JGE(to(round))
	d.Label(rest)
	d.ADDQ(imm(unroll), rk)
	d.JZ(to(end))
	d.Label(single)
	step(1, false)
	d.DECQ(rk)
	d.JNZ(to(single))
	d.Label(end)
}

// step is one rank-1 update, which begins the sums or adds to them.
func (d direct) step(v int, end ending, begin bool) {
	for i := range v {
		if end == masked {
			d.movZ(at(rb, 0), kLast, z[i])
		} else {
			d.mov(d.place(rb, v, i, end), end.vector(z[i], v, i))
		}
	}
	row := d.rowsOfA()
	for r := range d.rows {
		s := z[4+r%3]
		d.bcast(row[r], s)
		for i := range v {
			x, y, sum := end.vector(z[i], v, i), end.vector(s, v, i), end.vector(d.sum(v, r, i), v, i)
			if begin {
				d.mul(x, y, sum)
			} else {
				d.fma231(x, y, sum)
			}
		}
	}
	d.LEAQ(ix(rb, dLDB, 1, 0), rb) // LEA leaves the flags
	d.LEAQ(ix(ra, dACS, 1, 0), ra)
}

// rowsOfA are the addresses of the element at hand in rows 0..7 of A.
func (direct) rowsOfA() []operand.Mem {
	return []operand.Mem{
		at(ra, 0), ix(ra, dS1, 1, 0), ix(ra, dS1, 2, 0), ix(ra, dS3, 1, 0),
		ix(ra, dS1, 4, 0), ix(ra, dS5, 1, 0), ix(ra, dS3, 2, 0), ix(ra, dS7, 1, 0),
	}
}

// place is where vector i of the row at p lies.
func (d direct) place(p reg.Register, v, i int, end ending) operand.Mem {
	if end != whole && i == v-1 {
		return ix(p, dLast, 1, 0)
	}
	return at(p, 64*i)
}

// Modes of the direct kernels.
const (
	modeAdd = iota
	modeSet
	modeSetOne
)

// write stores the block's sums; dC moves to the next block of rows.
func (d direct) write(v int, last ending) {
	add, plain, end := d.label("update"), d.label("plain"), d.label("written")
	d.CMPQ(d.argAddr("mode"), operand.Imm(modeSet))
	d.JGT(to(plain))
	d.JLT(to(add))
	d.writeRows(v, last, modeSet)
	d.JMP(to(end))
	d.Label(add)
	d.writeRows(v, last, modeAdd)
	d.JMP(to(end))
	d.Label(plain)
	d.writeRows(v, last, modeSetOne)
	d.Label(end)
}

// writeRows reads all of a row before it stores any, since the last vector may overlap the one before.
func (d direct) writeRows(v int, end ending, mode int) {
	for r := range d.rows {
		for i := range v {
			s, c := end.vector(d.sum(v, r, i), v, i), d.place(dC, v, i, end)
			alpha, old := end.vector(zAlpha, v, i), end.vector(z[0], v, i)
			switch {
			case mode == modeSet:
				d.mul(alpha, s, s)
			case mode == modeAdd && end != whole && i == v-1:
				d.movZ(c, kLast, old)
				d.fma213(old, alpha, s)
			case mode == modeAdd:
				d.fma213(c, alpha, s)
			}
		}
		for i := range v {
			s, c := end.vector(d.sum(v, r, i), v, i), d.place(dC, v, i, end)
			if end != whole && i == v-1 {
				d.mov(s, kLast, c)
			} else {
				d.mov(s, c)
			}
		}
		d.ADDQ(d.argAddr("ldc"), dC)
	}
}
