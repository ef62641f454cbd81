package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// packSingle writes the packing of float32: panels of 16 or 8 rows, which are 4 or 2 blocks of 4 in
// the 128-bit parts of a vector. A 4 x 4 transposition in every part at once turns 4 rows of each
// block into 4 columns, and back. Columns beyond a multiple of 4, and panels of fewer rows, are
// the Go twin's.
type packSingle struct {
	*gen
	set   string // AVX512 or AVX2
	parts int
}

func packSingleAVX512(g *gen) {
	packSingle{g, "AVX512", 4}.functions()
	g.packN()
	g.packNEdge()
}

func packSingleAVX2(g *gen) {
	packSingle{g, "AVX2", 2}.functions()
	avx2{g}.packN()
}

func (p packSingle) functions() {
	p.function("packT", "PackT", func() {
		for q := range 4 {
			p.join(q)
		}
		p.transpose()
		for c := range 4 {
			p.VMOVUPS(p.vec(8+c), p.column(c))
		}
	})
	p.function("unpackT", "UnpackT", func() {
		for c := range 4 {
			p.VMOVUPS(p.column(c), p.vec(c))
		}
		p.transpose()
		for q := range 4 {
			p.part(q)
		}
	})
}

// vec is vector register i of the panel's width, column where column c of 4 lies in the panel.
func (p packSingle) vec(i int) reg.VecPhysical {
	if p.parts == 4 {
		return z[i]
	}
	return y[i]
}

func (p packSingle) column(c int) operand.Mem { return at(rB, 16*p.parts*c) }

// row is where row r lies: four pointers, of which each reaches four rows.
func (packSingle) row(r int) operand.Mem {
	base := []reg.Register{rA, ra, rb, rc}[r/4]
	if r%4 == 3 {
		return ix(base, rk, 1, 0)
	}
	return ix(base, rAS, r%4, 0)
}

func (p packSingle) function(name, what string, block func()) {
	name += p.set
	p.gen.function(name, "func(k int, a *float64, lda int, p *float64)",
		fmt.Sprintf("%s is %s for panels of %d, without the last k mod 4 columns.", name, what, 4*p.parts))
	p.packArgs()
	p.SHRQ(operand.Imm(2), rK)
	p.JZ(to("done"))
	p.LEAQ(ix(rAS, rAS, 2, 0), rk)
	pointers := []reg.GPPhysical{rA, ra, rb, rc}[:p.parts]
	for i := 1; i < p.parts; i++ {
		p.LEAQ(ix(pointers[i-1], rAS, 4, 0), pointers[i])
	}
	p.align(32)
	p.Label("block")
	block()
	for _, r := range pointers {
		p.ADDQ(operand.Imm(16), r)
	}
	p.ADDQ(imm(64*p.parts), rB)
	p.DECQ(rK)
	p.JNZ(to("block"))
	p.Label("done")
	p.VZEROUPPER()
	p.RET()
}

// join sets vector q to 4 elements of the rows q, 4+q, 8+q, 12+q.
func (p packSingle) join(q int) {
	p.VMOVUPS(p.row(q), p.vec(q).AsX())
	p.VINSERTF128(operand.Imm(1), p.row(4+q), p.vec(q).AsY(), p.vec(q).AsY())
	for i := 2; i < p.parts; i++ {
		p.VINSERTF32X4(operand.Imm(uint64(i)), p.row(4*i+q), p.vec(q), p.vec(q))
	}
}

// part stores vector 8+q where join reads.
func (p packSingle) part(q int) {
	p.VMOVUPS(p.vec(8+q).AsX(), p.row(q))
	p.VEXTRACTF128(operand.Imm(1), p.vec(8+q).AsY(), p.row(4+q))
	for i := 2; i < p.parts; i++ {
		p.VEXTRACTF32X4(operand.Imm(uint64(i)), p.vec(8+q), p.row(4*i+q))
	}
}

// transpose transposes each 4 x 4 part of vectors 0..3 into vectors 8..11.
func (p packSingle) transpose() {
	v := p.vec
	p.VUNPCKLPS(v(1), v(0), v(4))
	p.VUNPCKHPS(v(1), v(0), v(5))
	p.VUNPCKLPS(v(3), v(2), v(6))
	p.VUNPCKHPS(v(3), v(2), v(7))
	p.VUNPCKLPD(v(6), v(4), v(8))
	p.VUNPCKHPD(v(6), v(4), v(9))
	p.VUNPCKLPD(v(7), v(5), v(10))
	p.VUNPCKHPD(v(7), v(5), v(11))
}
