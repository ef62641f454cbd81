package main

import (
	"bytes"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// gen is one pair of files in the making. Its methods are avo's instructions.
type gen struct{ *build.Context }

func newGen() gen {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	return gen{c}
}

// print compiles what was written and returns the assembly and the stubs.
func (g gen) print() (text, stubs []byte, err error) {
	file, err := g.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	cfg := printer.Config{Name: "internal/kernel/_asm/sell", Pkg: "sell"}
	if text, err = printer.NewGoAsm(cfg).Print(file); err != nil {
		return nil, nil, err
	}
	stubs, err = printer.NewStubs(cfg).Print(file)
	// avo knows no type Line: to it any pointer is alike.
	return bytes.ReplaceAll(text, []byte("*byte"), []byte("*Line")), bytes.ReplaceAll(stubs, []byte("*byte"), []byte("*Line")), err
}

// function begins a function of a line.
func (g gen) function(name, doc string) {
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(l *byte)")
	g.Doc(strings.Split(name+" "+doc, "\n")...)
	g.Pragma("noescape")
	g.Load(g.Param("l"), rLine)
}

// The offsets of Line's fields.
const (
	offN      = 0
	offAhead  = 8
	offValues = 16
	offX      = 40 // four slices
	offOwn    = 136
	offDiag   = 160
	offR      = 184
	offT      = 208
)

// slice is the bytes of the values of 8 rows, and of 8 elements of a vector.
const (
	entries    = 13
	sliceBytes = 64 * entries
	stepBytes  = 64
)

// Registers that all kernels use alike.
var (
	rLine      = reg.RDI
	rLeft      = reg.RCX // rows left, this slice's among them
	rAt        = reg.RAX // bytes from the first row to this slice's
	rV, rAhead = reg.RSI, reg.RDX
	rX         = [4]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	rOwn       = reg.RBX
	rDiag      = reg.R12
	rR, rT     = reg.R13, reg.R15
	rTmp       = reg.R14
)

// field loads a field of the line.
func (g gen) field(off int, r reg.GPPhysical) {
	g.MOVQ(operand.Mem{Base: rLine, Disp: off}, r)
}

// load loads all fields.
func (g gen) load() {
	g.field(offN, rLeft)
	g.field(offAhead, rAhead)
	g.field(offValues, rV)
	for i, r := range rX {
		g.field(offX+24*i, r)
	}
	g.field(offOwn, rOwn)
	g.field(offDiag, rDiag)
	g.field(offR, rR)
	g.field(offT, rT)
}

// value is where entry k of the slice lies, row is this slice's rows of a vector, moved by so
// many elements.
func value(k int) operand.Mem { return operand.Mem{Base: rV, Disp: 64 * k} }

func row(base reg.Register, move int) operand.Mem {
	return operand.Mem{Base: base, Index: rAt, Scale: 1, Disp: 8 * move}
}

// prefetch asks for the slice that lies rAhead from this one, into the second-level cache.
func (g gen) prefetch() {
	for k := range entries {
		g.PREFETCHT1(operand.Mem{Base: rV, Index: rAhead, Scale: 1, Disp: 64 * k})
	}
}

func to(label string) operand.LabelRef { return operand.LabelRef(label) }

func imm(n int) operand.Op { return operand.U32(uint32(n)) }
