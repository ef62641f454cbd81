package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func factorAVX2(g *gen) {
	h := avx2{g}
	h.trsm()
	h.potrf()
}

// columns sets c to column k = rK of the panel at p.
func (g avx2) columns(p, c reg.GPPhysical) {
	g.MOVQ(rK, c)
	g.SHLQ(operand.Imm(5), c)
	g.ADDQ(p, c)
}

// solve divides the sums by L' from the right: the 4 x 4 block of L at rb, its diagonal's
// reciprocals at rC. The solution goes to the columns at rc.
func (g avx2) solve(v int, sum func(j, i int) reg.VecPhysical) {
	for j := range 4 {
		g.bcast(at(rC, g.size()*j), y[0])
		for i := range v {
			g.mul(y[0], sum(j, i), sum(j, i))
		}
		for l := j + 1; l < 4; l++ {
			s := y[1+l%3]
			g.bcast(at(rb, 32*j+g.size()*l), s)
			for i := range v {
				g.fnma(sum(j, i), s, sum(l, i))
			}
		}
		for i := range v {
			g.mov(sum(j, i), ix(rc, rAS, i, 32*j))
		}
	}
}

// load sets the sums to the n columns at c of v panels rAS apart.
func (g avx2) load(n, v int, c reg.GPPhysical, sum func(j, i int) reg.VecPhysical) {
	for j := range n {
		for i := range v {
			g.mov(ix(c, rAS, i, 32*j), sum(j, i))
		}
	}
}

// solvePanels solves rM panels from rA with the panel of L at rB, 4 columns at a time: the second 4
// of a panel of 8 have 4 more columns solved before them.
func (g avx2) solvePanels() {
	g.groups("solve", func(v int) {
		for h := range g.halves() {
			if h > 0 {
				g.ADDQ(imm(4), rK)
				g.ADDQ(imm(4*g.size()), rB)
				g.ADDQ(imm(4*g.size()), rC)
			}
			g.MOVQ(rA, ra)
			g.MOVQ(rB, rb)
			g.columns(rA, rc)
			g.load(4, v, rc, g.acc)
			g.loop(v, sub, nil)
			g.solve(v, g.acc)
		}
		if n := 4 * (g.halves() - 1); n > 0 {
			g.SUBQ(imm(n), rK)
			g.SUBQ(imm(n*g.size()), rB)
			g.SUBQ(imm(n*g.size()), rC)
		}
	}, func(int) {})
}

func (g avx2) trsm() {
	g.function("trsmAVX2", "func(k, mp int, x *float64, xs int, l, inv *float64)", fmt.Sprintf("trsmAVX2 is Trsm for panels of %d.", g.lanes()))
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

// The diagonal block's columns are y12..y15, the sums of two panels below it y4..y11. The 8 columns
// of float32, y8..y15, leave no room for these.
func (g avx2) diag(j, _ int) reg.VecPhysical { return y[16-g.lanes()+j] }
func (avx2) below(j, i int) reg.VecPhysical  { return y[4+2*j+i] }

// potrf is the AVX-512 potrf with blocks of 4: k columns below are 4 rounds of k/4 steps.
func (g avx2) potrf() {
	one := g.StaticGlobal("potrfOne")
	g.DataAttributes(rodata)
	g.AddDatum(0, g.one())
	if g.single { // lane numbers for VPERMPS, which takes no constant
		for j := range 8 {
			for l := range 8 {
				g.AddDatum(32*(j+1)+4*l, operand.U32(uint32(j)))
			}
		}
	}
	g.function("potrfAVX2", "func(k, mp int, a *float64, as int, inv *float64) int",
		fmt.Sprintf("potrfAVX2 is Potrf for panels of %d, where all pivots are in %s: it returns 0 then, else -1, and has changed nothing but inv.", g.lanes(), g.pivotRange()))
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.arg("inv", rC)
	g.LEAQ(one, rCC)
	least, _ := g.pivots()
	g.MOVQ(operand.U64(least), rCP)
	g.MOVQ(rA, rB)
	g.updateDiagonal()
	if g.single {
		g.factor(0)
		g.ADDQ(rAS, rA)
		g.DECQ(rM)
		g.solvePanels()
	} else {
		g.factorAndUpdate()
	}
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

// factorAndUpdate is factor for as many panels below as there are, two at most, and solves the others.
func (g avx2) factorAndUpdate() {
	g.CMPQ(rM, operand.Imm(2))
	g.JEQ(to("with1"))
	g.JLT(to("with0"))
	for _, v := range []int{2, 1, 0} {
		g.Label("with" + string(rune('0'+v)))
		g.factor(v)
		if v == 2 {
			g.LEAQ(ix(rA, rAS, 2, 0), rA)
			g.ADDQ(rAS, rA)
			g.SUBQ(imm(3), rM)
			g.solvePanels()
		}
		g.JMP(to("good"))
	}
}

// updateDiagonal sets the diagonal block's columns to what k columns leave of them.
func (g avx2) updateDiagonal() {
	step, end := g.label("diagonal"), g.label("updated")
	g.columns(rA, rc)
	g.load(g.lanes(), 1, rc, g.diag)
	g.MOVQ(rA, ra)
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(end))
	g.align(32)
	g.Label(step)
	for u := range 4 {
		g.mov(at(ra, 32*u), y[0])
		for j := range g.lanes() {
			g.bcast(at(ra, 32*u+g.size()*j), y[1+j%3])
			g.fnma(y[0], y[1+j%3], g.diag(j, 0))
		}
	}
	g.ADDQ(imm(128), ra)
	g.DECQ(rk)
	g.JNZ(to(step))
	g.Label(end)
}

// factor factors the diagonal block while it updates v panels below, solves those and stores all.
func (g avx2) factor(v int) {
	if v > 0 {
		g.LEAQ(ix(rA, rAS, 1, 0), ra)
		g.MOVQ(rB, rb)
		g.columns(ra, rc)
		g.load(4, v, rc, g.below)
	}
	for j := range g.lanes() {
		g.pivot(j)
		if v > 0 {
			g.updateBelow(v)
		}
	}
	g.columns(rA, rb)
	for j := range g.lanes() {
		g.mov(g.diag(j, 0), at(rb, 32*j))
	}
	if v > 0 {
		g.solve(v, g.below)
	}
}

// pivot is the AVX-512 pivot.
func (g avx2) pivot(j int) {
	p, t, m, s := y[0], y[1], y[2], y[3]
	a, most := g.diag(j, 0), g.lanes()-1
	least, past := g.pivots()
	lane := func(src reg.VecPhysical, l int, dst reg.VecPhysical) {
		if g.single {
			g.VMOVUPS(at(rCC, 32*(l+1)), dst)
			g.VPERMPS(src, dst, dst)
		} else {
			g.VPERMPD(operand.Imm(uint64(0x55*l)), src, dst)
		}
	}
	lane(a, j, p)
	if j < most {
		lane(a, j+1, s)
		g.divOne(p.AsX(), s.AsX(), s.AsX())
	}
	g.movOne(at(rCC, 0), t.AsX())
	g.divOne(p.AsX(), t.AsX(), t.AsX())
	g.bits(p, rn)
	g.SUBQ(rCP, rn) // out of range below: wraps around
	g.MOVQ(operand.U64(past-least), rk)
	g.CMPQ(rn, rk)
	g.JCC(to("bad"))
	if j < most {
		g.bcast(s.AsX(), s)
		g.fnma(a, s, g.diag(j+1, 0))
	}
	g.bcast(t.AsX(), t) // 1/p
	if j < most-1 {
		g.mul(a, t, m)
		g.copy(a, s)
		g.fnma(m, p, s) // what the product leaves of a
		g.fma231(s, t, m)
	}
	for l := j + 2; l <= most; l++ {
		lane(m, l, s)
		g.fnma(a, s, g.diag(l, 0))
	}
	g.sqrtOne(p.AsX(), p.AsX(), p.AsX())
	g.mulOne(p.AsX(), t.AsX(), t.AsX()) // 1/sqrt(p) = sqrt(p) / p
	g.movOne(t.AsX(), at(rC, g.size()*j))
	g.bcast(t.AsX(), t)
	g.mul(t, a, a)
	g.bcast(p.AsX(), p)
	if g.single { // sqrt(p) as it was rounded
		g.VBLENDPS(operand.Imm(1<<j), p, a, a)
	} else {
		g.VBLENDPD(operand.Imm(1<<j), p, a, a)
	}
}

// updateBelow subtracts k/4 rank-1 updates from the v panels below.
func (g avx2) updateBelow(v int) {
	step, end := g.label("below"), g.label("waited")
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(end))
	g.Label(step)
	for i := range v {
		g.VMOVUPD(ix(ra, rAS, i, 0), y[i])
	}
	for l := range 4 {
		s := y[2+l%2]
		g.VBROADCASTSD(at(rb, 8*l), s)
		for i := range v {
			g.VFNMADD231PD(y[i], s, g.below(l, i))
		}
	}
	g.ADDQ(imm(32), ra)
	g.ADDQ(imm(32), rb)
	g.DECQ(rk)
	g.JNZ(to(step))
	g.Label(end)
}
