package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func factorAVX512(g *gen) {
	g.trsm()
	g.potrf()
}

// loadSums sets the sums to the 8 columns at rc of v panels rAS apart.
func (g *gen) loadSums(v int) {
	for j := range 8 {
		for i := range v {
			g.mov(ix(rc, rAS, i, 64*j), acc(j, i))
		}
	}
}

// solve divides the sums by L' from the right: the 8 x 8 block of L at rb, its diagonal's
// reciprocals at rC. The solution goes to the columns at rc.
func (g *gen) solve(v int, sum func(j, i int) reg.VecPhysical) {
	for j := range 8 {
		g.bcast(at(rC, g.size()*j), z[0])
		for i := range v {
			g.mul(z[0], sum(j, i), sum(j, i))
		}
		for l := j + 1; l < 8; l++ {
			s := z[1+l%3]
			g.bcast(at(rb, 64*j+g.size()*l), s)
			for i := range v {
				g.fnma(sum(j, i), s, sum(l, i))
			}
		}
		for i := range v {
			g.mov(sum(j, i), ix(rc, rAS, i, 64*j))
		}
	}
}

// solvePanels solves rM panels from rA with the panel of L at rB, 8 columns at a time: the second 8
// of a panel of 16 have 8 more columns solved before them.
func (g *gen) solvePanels() {
	g.groups("solve", func(v int) {
		for h := range g.halves() {
			if h > 0 {
				g.ADDQ(imm(8), rK)
				g.ADDQ(imm(8*g.size()), rB)
				g.ADDQ(imm(8*g.size()), rC)
			}
			g.MOVQ(rA, ra)
			g.MOVQ(rB, rb)
			g.columns(rA, rc)
			g.loadSums(v)
			g.subtract(v)
			g.solve(v, acc)
		}
		if n := 8 * (g.halves() - 1); n > 0 {
			g.SUBQ(imm(n), rK)
			g.SUBQ(imm(n*g.size()), rB)
			g.SUBQ(imm(n*g.size()), rC)
		}
	}, func(int) {})
}

// columns sets c to column k = rK of the panel at p.
func (g *gen) columns(p, c reg.GPPhysical) {
	g.MOVQ(rK, c)
	g.SHLQ(operand.Imm(6), c)
	g.ADDQ(p, c)
}

func (g *gen) trsm() {
	g.function("trsmAVX512", "func(k, mp int, x *float64, xs int, l, inv *float64)", fmt.Sprintf("trsmAVX512 is Trsm for panels of %d.", g.lanes()))
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("x", rA)
	g.elems("xs", rAS)
	g.arg("l", rB)
	g.arg("inv", rC)
	g.solvePanels()
	g.VZEROUPPER()
	g.RET()
}

// Registers of the diagonal block's factorization: its columns, 8 or 16, and below the sums of up
// to two panels that are updated meanwhile where registers are left, which is with 8.
func (g *gen) diag(j int) reg.VecPhysical { return z[32-g.lanes()+j] }
func below(j, i int) reg.VecPhysical      { return z[8+2*j+i] }

// potrf factors a block column. The factorization of the diagonal block is one chain of dependent
// operations (8 divisions among them), so while it waits, the first two panels below are updated:
// k columns are 8 rounds of k/8 steps, one round between two columns of the chain. Nothing is
// stored before the last pivot is known to be good; on one out of range the result is -1, and
// the Go twin does the whole step.
func (g *gen) potrf() {
	lanes := g.StaticGlobal("potrfLanes")
	g.DataAttributes(rodata)
	for j := range g.lanes() {
		for l := range g.lanes() {
			if g.single {
				g.AddDatum(64*j+4*l, operand.U32(uint32(j)))
			} else {
				g.AddDatum(64*j+8*l, operand.U64(uint64(j)))
			}
		}
	}
	g.AddDatum(64*g.lanes(), g.one())
	g.function("potrfAVX512", "func(k, mp int, a *float64, as int, inv *float64) int",
		fmt.Sprintf("potrfAVX512 is Potrf for panels of %d, where all pivots are in %s: it returns 0 then, else -1, and has changed nothing but inv.", g.lanes(), g.pivotRange()))
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.arg("inv", rC)
	g.LEAQ(lanes, rCC)
	least, _ := g.pivots()
	g.MOVQ(operand.U64(least), rCP)
	g.MOVQ(rA, rB)
	g.updateDiagonal()
	if g.single {
		g.factor(0)
		g.ADDQ(rAS, rA)
		g.DECQ(rM)
	} else {
		g.factorAndUpdate()
	}
	g.Label("others")
	g.solvePanels()
	g.Label("good")
	g.VZEROUPPER()
	g.XORQ(rn, rn)
	g.Store(rn, g.ReturnIndex(0))
	g.RET()
	g.Label("bad")
	g.VZEROUPPER()
	g.MOVQ(operand.I32(-1), rn)
	g.Store(rn, g.ReturnIndex(0))
	g.RET()
}

// factorAndUpdate is factor for as many panels below as there are, two at most, and goes on to
// where the others, or none, are solved.
func (g *gen) factorAndUpdate() {
	g.CMPQ(rM, operand.Imm(2))
	g.JEQ(to("with1"))
	g.JLT(to("with0"))
	for _, v := range []int{2, 1, 0} {
		g.Label("with" + string(rune('0'+v)))
		g.factor(v)
		if v > 0 {
			g.LEAQ(ix(rA, rAS, v, 0), rA)
		}
		g.SUBQ(imm(1+v), rM)
		if v == 2 {
			g.ADDQ(rAS, rA)
			g.JMP(to("others"))
		} else {
			g.JMP(to("good"))
		}
	}
}

// updateDiagonal sets the diagonal block's columns to what k columns leave of them.
func (g *gen) updateDiagonal() {
	step, end := g.label("diagonal"), g.label("updated")
	g.columns(rA, rc)
	for j := range g.lanes() {
		g.mov(at(rc, 64*j), g.diag(j))
	}
	g.MOVQ(rA, ra)
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(end))
	g.align(64)
	g.Label(step)
	for u := range 4 {
		g.mov(at(ra, 64*u), z[0])
		for j := range g.lanes() {
			g.bcast(at(ra, 64*u+g.size()*j), z[1+j%4])
			g.fnma(z[0], z[1+j%4], g.diag(j))
		}
	}
	g.ADDQ(imm(256), ra)
	g.DECQ(rk)
	g.JNZ(to(step))
	g.Label(end)
}

// factor factors the diagonal block while it updates v panels below, solves those and stores all.
// On return rA is as it was.
func (g *gen) factor(v int) {
	if v > 0 {
		g.LEAQ(ix(rA, rAS, 1, 0), ra)
		g.MOVQ(rB, rb)
		g.columns(ra, rc)
		for j := range 8 {
			for i := range v {
				g.mov(ix(rc, rAS, i, 64*j), below(j, i))
			}
		}
	}
	for j := range g.lanes() {
		g.pivot(j)
		if v > 0 {
			g.updateBelow(v)
		}
	}
	g.columns(rA, rb)
	for j := range g.lanes() {
		g.mov(g.diag(j), at(rb, 64*j))
	}
	if v > 0 {
		g.solve(v, below)
	}
}

// pivot eliminates with column j of the diagonal block and scales it. With p the pivot and a the
// column before scaling, column l loses a * m, m = a[l]/p rounded as a division rounds: a pivot
// that is zero in exact arithmetic on small integers is zero here. Only the next column's
// multiplier is on the chain from one pivot to the next; it is a scalar division, since wide ones
// take longer. The others are a * (1/p), corrected once, which is as exact where the quotient is
// a number.
func (g *gen) pivot(j int) {
	p, inv, m, t := z[7], z[6], z[5], z[4]
	diag, most := g.diag, g.lanes()-1
	least, past := g.pivots()
	lane := func(src reg.VecPhysical, l int, dst reg.VecPhysical) {
		g.mov(at(rCC, 64*l), dst)
		g.choose(g.VPERMPD, g.VPERMPS, src, dst, dst)
	}
	lane(diag(j), j, p)
	if j < most {
		lane(diag(j), j+1, t)
		g.divOne(p.AsX(), t.AsX(), t.AsX())
	}
	g.movOne(at(rCC, 64*g.lanes()), inv.AsX())
	g.divOne(p.AsX(), inv.AsX(), inv.AsX())
	g.bits(p, rn)
	g.SUBQ(rCP, rn) // out of range below: wraps around
	g.MOVQ(operand.U64(past-least), rk)
	g.CMPQ(rn, rk)
	g.JCC(to("bad"))
	if j < most {
		g.bcast(t.AsX(), t)
		g.fnma(diag(j), t, diag(j+1))
	}
	g.sqrtOne(p.AsX(), p.AsX(), z[0].AsX())
	if j < most-1 {
		g.bcast(inv.AsX(), z[1])
		g.mul(diag(j), z[1], m)
		g.copy(diag(j), t)
		g.fnma(m, p, t) // what the product leaves of a
		g.fma231(t, z[1], m)
	}
	for l := j + 2; l <= most; l++ {
		s := z[2+l%2]
		lane(m, l, s)
		g.fnma(diag(j), s, diag(l))
	}
	g.mulOne(z[0].AsX(), inv.AsX(), inv.AsX()) // 1/sqrt(p) = sqrt(p) / p
	g.movOne(inv.AsX(), at(rC, g.size()*j))
	g.bcast(inv.AsX(), inv)
	g.mul(inv, diag(j), diag(j))
	g.MOVQ(imm(1<<j), rk)
	g.KMOVW(rk.As32(), kLast)
	g.bcast(z[0].AsX(), kLast, diag(j)) // sqrt(p) as it was rounded
}

// updateBelow subtracts k/8 rank-1 updates from the v panels below.
func (g *gen) updateBelow(v int) {
	step, end := g.label("below"), g.label("waited")
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(3), rk)
	g.JZ(to(end))
	g.Label(step)
	for i := range v {
		g.mov(ix(ra, rAS, i, 0), z[i])
	}
	for l := range 8 {
		s := z[2+l%2]
		g.bcast(at(rb, g.size()*l), s)
		for i := range v {
			g.fnma(z[i], s, below(l, i))
		}
	}
	g.ADDQ(imm(64), ra)
	g.ADDQ(imm(64), rb)
	g.DECQ(rk)
	g.JNZ(to(step))
	g.Label(end)
}
