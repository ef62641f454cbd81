package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 writes the kernels for AVX2 and FMA: panels of 4 (float32: 8), micro-tiles of 12 x 4 (24 x 4).
type avx2 struct{ *gen }

// y are the vector registers by number.
var y = []reg.VecPhysical{
	reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
	reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
}

// lanes returns the elements of a 256-bit vector, which is the width of a panel; halves how many
// micro-tiles of 4 columns one panel of the broadcast operand makes.
func (g avx2) lanes() int  { return 32 / g.size() }
func (g avx2) halves() int { return g.lanes() / 4 }

// acc is the sum of column j, vector i of the 12 x 4 micro-tile: y4..y15. y0..y2 hold the vectors of the
// left operand, y3 what is broadcast.
func (avx2) acc(j, i int) reg.VecPhysical { return y[4+3*j+i] }

func (g avx2) clear(v int) {
	for j := range 4 {
		for i := range v {
			g.xor(g.acc(j, i), g.acc(j, i), g.acc(j, i))
		}
	}
}

// masks emits the table of lane masks: a vector of zeros, one of ones, one of zeros.
func (g avx2) masks(name string) operand.Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(rodata)
	for i := range 12 {
		v := uint64(0)
		if i >= 4 && i < 8 {
			v = ^uint64(0)
		}
		g.AddDatum(8*i, operand.U64(v))
	}
	return m
}

// firstLanes loads the mask of the first n >= 1 lanes, where table holds the masks' address.
func (g avx2) firstLanes(n, table reg.GPPhysical, m reg.VecPhysical) {
	g.NEGQ(n)
	g.mov(ix(table, n, g.size(), 64), m) // n elements before the end of the ones
}

// lastLanes loads the mask of the last n lanes.
func (g avx2) lastLanes(n, table reg.GPPhysical, m reg.VecPhysical) {
	g.mov(ix(table, n, g.size(), 0), m) // from element n on
}

// step is one rank-1 update of v vectors (at ra, panels rAS apart) by 4 broadcasts (at rb), u
// columns ahead.
func (g avx2) step(v, u int, mode stepMode) {
	for i := range v {
		g.mov(ix(ra, rAS, i, 32*u), y[i])
	}
	if u%2 == 0 {
		g.PREFETCHT0(at(rb, 32*(u+2*aheadB)))
	}
	for j := range 4 {
		g.bcast(at(rb, 32*u+g.size()*j), y[3])
		for i := range v {
			if mode == sub {
				g.fnma(y[i], y[3], g.acc(j, i))
			} else {
				g.fma231(y[i], y[3], g.acc(j, i))
			}
		}
	}
}

func (g avx2) round(v int, mode stepMode) {
	for u := range unroll {
		g.step(v, u, mode)
	}
	g.ADDQ(imm(32*unroll), ra)
	g.ADDQ(imm(32*unroll), rb)
}

// loop adds or subtracts k = rK rank-1 updates. Where fetch is not nil, it is called in each of the
// first 4 rounds, once a round.
func (g avx2) loop(v int, mode stepMode, fetch func()) {
	main, rest, single, end := g.label("main"), g.label("rest"), g.label("single"), g.label("end")
	g.MOVQ(rK, rk)
	g.SHRQ(operand.Imm(2), rk)
	g.JZ(to(rest))
	if fetch != nil {
		first := g.label("fetching")
		g.MOVQ(imm(4), rn)
		g.CMPQ(rk, rn)
		g.CMOVQLT(rk, rn)
		g.SUBQ(rn, rk)
		g.align(32)
		g.Label(first)
		fetch()
		g.round(v, mode)
		g.DECQ(rn)
		g.JNZ(to(first))
		g.TESTQ(rk, rk)
		g.JZ(to(rest))
	}
	g.align(32)
	g.Label(main)
	g.round(v, mode)
	g.DECQ(rk)
	g.JNZ(to(main))
	g.Label(rest)
	g.MOVQ(rK, rk)
	g.ANDQ(imm(unroll-1), rk)
	g.JZ(to(end))
	g.Label(single)
	g.step(v, 0, mode)
	g.ADDQ(imm(32), ra)
	g.ADDQ(imm(32), rb)
	g.DECQ(rk)
	g.JNZ(to(single))
	g.Label(end)
}

func peakAVX2(g *gen) {
	g.function("peakAVX2", "func(n int)", fmt.Sprintf("peakAVX2 does n times 12 independent fused multiply-adds of %d %s.", avx2{g}.lanes(), g.goType()))
	g.arg("n", rK)
	avx2{g}.clear(3)
	g.xor(y[0], y[0], y[0])
	g.TESTQ(rK, rK)
	g.JLE(to("done"))
	g.align(64)
	g.Label("loop")
	for j := range 12 {
		g.fma231(y[0], y[0], y[4+j])
	}
	g.DECQ(rK)
	g.JNZ(to("loop"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}
