package main

import (
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
			g.VMOVUPD(ix(rc, rAS, i, 64*j), acc(j, i))
		}
	}
}

// solve divides the sums by L' from the right: the 8 x 8 block of L at rb, its diagonal's
// reciprocals at rC. The solution goes to the columns at rc.
func (g *gen) solve(v int, sum func(j, i int) reg.VecPhysical) {
	for j := range 8 {
		g.VBROADCASTSD(at(rC, 8*j), z[0])
		for i := range v {
			g.VMULPD(z[0], sum(j, i), sum(j, i))
		}
		for l := j + 1; l < 8; l++ {
			s := z[1+l%3]
			g.VBROADCASTSD(at(rb, 64*j+8*l), s)
			for i := range v {
				g.VFNMADD231PD(sum(j, i), s, sum(l, i))
			}
		}
		for i := range v {
			g.VMOVUPD(sum(j, i), ix(rc, rAS, i, 64*j))
		}
	}
}

// solvePanels solves rM panels from rA with the panel of L at rB.
func (g *gen) solvePanels() {
	g.groups("solve", func(v int) {
		g.MOVQ(rA, ra)
		g.MOVQ(rB, rb)
		g.columns(rA, rc)
		g.loadSums(v)
		g.subtract(v)
		g.solve(v, acc)
	}, func(int) {})
}

// columns sets c to column k = rK of the panel at p.
func (g *gen) columns(p, c reg.GPPhysical) {
	g.MOVQ(rK, c)
	g.SHLQ(operand.Imm(6), c)
	g.ADDQ(p, c)
}

func (g *gen) trsm() {
	g.function("trsmAVX512", "func(k, mp int, x *float64, xs int, l, inv *float64)", "trsmAVX512 is Trsm for panels of 8.")
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

// Registers of the diagonal block's factorization: its 8 columns, and below the sums of up to two
// panels that are updated meanwhile.
func diag(j int) reg.VecPhysical     { return z[24+j] }
func below(j, i int) reg.VecPhysical { return z[8+2*j+i] }

// The range of pivots whose bits, as an unsigned number, the fast path takes: from 2^-1000 up to
// 2^1000, exclusive, where 1/p is a normal number. Zero, negative numbers, infinity and NaN are
// outside.
const (
	leastPivot = uint64(1023-1000) << 52
	pastPivot  = uint64(1023+1000) << 52
)

// potrf factors a block column. The factorization of the diagonal block is one chain of dependent
// operations (8 divisions among them), so while it waits, the first two panels below are updated:
// k columns are 8 rounds of k/8 steps, one round between two columns of the chain. Nothing is
// stored before the last pivot is known to be good; on one out of range the result is -1, and
// the Go twin does the whole step.
func (g *gen) potrf() {
	lanes := g.StaticGlobal("potrfLanes")
	g.DataAttributes(rodata)
	for j := range 8 {
		for l := range 8 {
			g.AddDatum(64*j+8*l, operand.U64(uint64(j)))
		}
	}
	g.AddDatum(512, operand.U64(0x3ff0000000000000)) // 1.0
	g.function("potrfAVX512", "func(k, mp int, a *float64, as int, inv *float64) int",
		"potrfAVX512 is Potrf for panels of 8, where all pivots are in [2^-1000, 2^1000): it returns 0 then, else -1, and has changed nothing but inv.")
	g.arg("k", rK)
	g.arg("mp", rM)
	g.arg("a", rA)
	g.elems("as", rAS)
	g.arg("inv", rC)
	g.LEAQ(lanes, rCC)
	g.MOVQ(operand.U64(leastPivot), rCP)
	g.MOVQ(rA, rB)
	g.updateDiagonal()
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

// updateDiagonal sets the diagonal block's columns to what k columns leave of them.
func (g *gen) updateDiagonal() {
	step, end := g.label("diagonal"), g.label("updated")
	g.columns(rA, rc)
	for j := range 8 {
		g.VMOVUPD(at(rc, 64*j), diag(j))
	}
	g.MOVQ(rA, ra)
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(end))
	g.align(64)
	g.Label(step)
	for u := range 4 {
		g.VMOVUPD(at(ra, 64*u), z[0])
		for j := range 8 {
			g.VBROADCASTSD(at(ra, 64*u+8*j), z[1+j%4])
			g.VFNMADD231PD(z[0], z[1+j%4], diag(j))
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
				g.VMOVUPD(ix(rc, rAS, i, 64*j), below(j, i))
			}
		}
	}
	for j := range 8 {
		g.pivot(j)
		if v > 0 {
			g.updateBelow(v)
		}
	}
	g.columns(rA, rb)
	for j := range 8 {
		g.VMOVUPD(diag(j), at(rb, 64*j))
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
	lane := func(src reg.VecPhysical, l int, dst reg.VecPhysical) {
		g.VMOVUPD(at(rCC, 64*l), dst)
		g.VPERMPD(src, dst, dst)
	}
	lane(diag(j), j, p)
	if j < 7 {
		lane(diag(j), j+1, t)
		g.VDIVSD(p.AsX(), t.AsX(), t.AsX())
	}
	g.VMOVSD(at(rCC, 512), inv.AsX())
	g.VDIVSD(p.AsX(), inv.AsX(), inv.AsX())
	g.VMOVQ(p.AsX(), rn)
	g.SUBQ(rCP, rn) // out of range below: wraps around
	g.MOVQ(operand.U64(pastPivot-leastPivot), rk)
	g.CMPQ(rn, rk)
	g.JCC(to("bad"))
	if j < 7 {
		g.VBROADCASTSD(t.AsX(), t)
		g.VFNMADD231PD(diag(j), t, diag(j+1))
	}
	g.VSQRTSD(p.AsX(), p.AsX(), z[0].AsX())
	if j < 6 {
		g.VBROADCASTSD(inv.AsX(), z[1])
		g.VMULPD(diag(j), z[1], m)
		g.VMOVAPD(diag(j), t)
		g.VFNMADD231PD(m, p, t) // what the product leaves of a
		g.VFMADD231PD(t, z[1], m)
	}
	for l := j + 2; l < 8; l++ {
		s := z[2+l%2]
		lane(m, l, s)
		g.VFNMADD231PD(diag(j), s, diag(l))
	}
	g.VMULSD(z[0].AsX(), inv.AsX(), inv.AsX()) // 1/sqrt(p) = sqrt(p) / p
	g.VMOVSD(inv.AsX(), at(rC, 8*j))
	g.VBROADCASTSD(inv.AsX(), inv)
	g.VMULPD(inv, diag(j), diag(j))
	g.MOVQ(imm(1<<j), rk)
	g.KMOVW(rk.As32(), kLast)
	g.VBROADCASTSD(z[0].AsX(), kLast, diag(j)) // sqrt(p) as it was rounded
}

// updateBelow subtracts k/8 rank-1 updates from the v panels below.
func (g *gen) updateBelow(v int) {
	step, end := g.label("below"), g.label("waited")
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(3), rk)
	g.JZ(to(end))
	g.Label(step)
	for i := range v {
		g.VMOVUPD(ix(ra, rAS, i, 0), z[i])
	}
	for l := range 8 {
		s := z[2+l%2]
		g.VBROADCASTSD(at(rb, 8*l), s)
		for i := range v {
			g.VFNMADD231PD(z[i], s, below(l, i))
		}
	}
	g.ADDQ(imm(64), ra)
	g.ADDQ(imm(64), rb)
	g.DECQ(rk)
	g.JNZ(to(step))
	g.Label(end)
}
