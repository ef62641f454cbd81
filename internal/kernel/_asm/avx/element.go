package main

import (
	"math"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// element is the type that a kernel multiplies: every generator is written once and emits the
// instructions of either type. A panel is as wide as one vector, so its columns are as many bytes
// apart for both.
type element struct{ single bool }

var (
	float64s = element{}
	float32s = element{single: true}
)

// size is the bytes of an element, shift their logarithm.
func (e element) size() int {
	if e.single {
		return 4
	}
	return 8
}

func (e element) shift() uint64 {
	if e.single {
		return 2
	}
	return 3
}

func (e element) goType() string {
	if e.single {
		return "float32"
	}
	return "float64"
}

// named returns the name of the form for this element type: gemmAVX2 is gemmF32AVX2.
func (e element) named(name string) string {
	if e.single {
		return strings.Replace(name, "AVX", "F32AVX", 1)
	}
	return name
}

// one is the bits of 1.
func (e element) one() operand.Constant {
	if e.single {
		return operand.U32(math.Float32bits(1))
	}
	return operand.U64(math.Float64bits(1))
}

// The range of pivots whose bits, as an unsigned number, the fast path of Potrf takes: from
// 2^-1000 (2^-100) up to 2^1000 (2^100), exclusive, where 1/p is a normal number. Zero, negative
// numbers, infinity and NaN are outside.
func (e element) pivots() (least, past uint64) {
	if e.single {
		return (127 - 100) << 23, (127 + 100) << 23
	}
	return (1023 - 1000) << 52, (1023 + 1000) << 52
}

func (e element) pivotRange() string {
	if e.single {
		return "[2^-100, 2^100)"
	}
	return "[2^-1000, 2^1000)"
}

// choose emits the instruction of the element type.
func (g *gen) choose(double, single func(...operand.Op), ops ...operand.Op) {
	if g.single {
		single(ops...)
	} else {
		double(ops...)
	}
}

// The instructions, by what they do: whole vectors, then the first lane alone.
func (g *gen) mov(ops ...operand.Op)    { g.choose(g.VMOVUPD, g.VMOVUPS, ops...) }
func (g *gen) mul(ops ...operand.Op)    { g.choose(g.VMULPD, g.VMULPS, ops...) }
func (g *gen) fma231(ops ...operand.Op) { g.choose(g.VFMADD231PD, g.VFMADD231PS, ops...) }
func (g *gen) fma213(ops ...operand.Op) { g.choose(g.VFMADD213PD, g.VFMADD213PS, ops...) }
func (g *gen) fnma(ops ...operand.Op)   { g.choose(g.VFNMADD231PD, g.VFNMADD231PS, ops...) }
func (g *gen) copy(ops ...operand.Op)   { g.choose(g.VMOVAPD, g.VMOVAPS, ops...) }
func (g *gen) bcast(ops ...operand.Op)  { g.choose(g.VBROADCASTSD, g.VBROADCASTSS, ops...) }
func (g *gen) xor(ops ...operand.Op)    { g.choose(g.VXORPD, g.VXORPS, ops...) }
func (g *gen) maskMov(a, b, c operand.Op) {
	if g.single {
		g.VMASKMOVPS(a, b, c)
	} else {
		g.VMASKMOVPD(a, b, c)
	}
}
func (g *gen) divOne(ops ...operand.Op)  { g.choose(g.VDIVSD, g.VDIVSS, ops...) }
func (g *gen) mulOne(ops ...operand.Op)  { g.choose(g.VMULSD, g.VMULSS, ops...) }
func (g *gen) sqrtOne(ops ...operand.Op) { g.choose(g.VSQRTSD, g.VSQRTSS, ops...) }
func (g *gen) movOne(ops ...operand.Op)  { g.choose(g.VMOVSD, g.VMOVSS, ops...) }

// movZ loads what the mask names and zeroes the other lanes.
func (g *gen) movZ(m operand.Mem, k, z operand.Op) {
	if g.single {
		g.VMOVUPS_Z(m, k, z)
	} else {
		g.VMOVUPD_Z(m, k, z)
	}
}

// bits copies the bits of the first lane to a general register, zero-extended.
func (g *gen) bits(x reg.VecPhysical, r reg.GPPhysical) {
	if g.single {
		g.VMOVD(x.AsX(), r.As32())
	} else {
		g.VMOVQ(x.AsX(), r)
	}
}
