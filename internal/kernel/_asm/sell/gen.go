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
	// avo knows no type Run: to it any pointer is alike.
	return bytes.ReplaceAll(text, []byte("*byte"), []byte("*Run")), bytes.ReplaceAll(stubs, []byte("*byte"), []byte("*Run")), err
}

// function begins a function of a run.
func (g gen) function(name, doc string) {
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(r *byte)")
	g.Doc(strings.Split(name+" "+doc, "\n")...)
	g.Pragma("noescape")
	g.Load(g.Param("r"), rRun)
}

// The offsets of Run's fields.
const (
	offN      = 0
	offLines  = 8
	offStride = 16
	offAhead  = 24
	offValues = 32
	offX      = 56 // four slices
	offOwn    = 152
	offDiag   = 176
	offR      = 200
	offT      = 224
)

// sliceBytes is the bytes of the values of 8 rows, stepBytes of 8 elements of a vector.
const (
	entries    = 13
	sliceBytes = 64 * entries
	stepBytes  = 64
)

// Registers that all kernels use alike.
var (
	rRun       = reg.RDI
	rLeft      = reg.RCX // rows left of the line, this slice's among them
	rAt        = reg.RAX // bytes from the line's first row to this slice's
	rV, rAhead = reg.RSI, reg.RDX
	rX         = [4]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11}
	rOwn       = reg.RBX
	rDiag      = reg.R12
	rR, rT     = reg.R13, reg.R15
	rTmp       = reg.R14

	vectors = []reg.GPPhysical{rX[0], rX[1], rX[2], rX[3], rOwn, rDiag, rR, rT}
)

// field is where a field of the run lies.
func field(off int) operand.Mem { return operand.Mem{Base: rRun, Disp: off} }

// load loads what vectors and values are at the first line.
func (g gen) load() {
	g.MOVQ(field(offValues), rV)
	for i, r := range rX {
		g.MOVQ(field(offX+24*i), r)
	}
	g.MOVQ(field(offOwn), rOwn)
	g.MOVQ(field(offDiag), rDiag)
	g.MOVQ(field(offR), rR)
	g.MOVQ(field(offT), rT)
}

// lineBytes sets rTmp to the bytes of a line of a vector.
func (g gen) lineBytes() {
	g.MOVQ(field(offN), rTmp)
	g.SHLQ(operand.Imm(3), rTmp)
}

// toLast moves on from the run's first line to its last, and there to the values of the last slice.
func (g gen) toLast() {
	g.MOVQ(field(offLines), rLeft)
	g.MOVQ(field(offStride), rTmp)
	g.IMULQ(rLeft, rTmp)
	g.LEAQ(operand.Mem{Base: rV, Index: rTmp, Scale: 1, Disp: -sliceBytes}, rV)
	g.DECQ(rLeft)
	g.lineBytes()
	g.IMULQ(rLeft, rTmp)
	for _, r := range vectors {
		g.ADDQ(rTmp, r)
	}
}

// lastSlice sets rAt and rLeft for a line's last slice.
func (g gen) lastSlice() {
	g.MOVQ(field(offN), rLeft)
	g.DECQ(rLeft)
	g.MOVQ(rLeft, rAt)
	g.SHRQ(operand.Imm(3), rAt) // slices before the last one
	g.SHLQ(operand.Imm(6), rAt)
	g.ANDQ(imm(7), rLeft)
	g.INCQ(rLeft)
}

// finish goes on to the next line if there is one, and returns.
func (g gen) finish() {
	g.DECQ(field(offLines))
	g.JNE(to("line"))
	g.VZEROUPPER()
	g.RET()
}

// ahead sets rAhead: from this line's values to the next one's, or if it is the last of the run
// to what comes then.
func (g gen) ahead(up bool) {
	g.MOVQ(field(offStride), rAhead)
	if !up {
		g.NEGQ(rAhead)
	}
	g.CMPQ(field(offLines), operand.Imm(1))
	g.CMOVQEQ(field(offAhead), rAhead)
}

// value is where entry k of the slice lies, row is this slice's rows of a vector, moved by so
// many elements.
func value(k int) operand.Mem { return operand.Mem{Base: rV, Disp: 64 * k} }

func row(base reg.Register, move int) operand.Mem {
	return operand.Mem{Base: base, Index: rAt, Scale: 1, Disp: 8 * move}
}

// numbers places the numbers 0 to 8 in the file: those of the lanes of a slice, and one more.
func (g gen) numbers(name string) operand.Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 9 {
		g.AddDatum(8*i, operand.U64(i))
	}
	return m
}

// prefetch asks for the slice that lies rAhead from this one, into the second-level cache.
func (g gen) prefetch() {
	for k := range entries {
		g.PREFETCHT1(operand.Mem{Base: rV, Index: rAhead, Scale: 1, Disp: 64 * k})
	}
}

func to(label string) operand.LabelRef { return operand.LabelRef(label) }

func imm(n int) operand.Op { return operand.U32(uint32(n)) }
