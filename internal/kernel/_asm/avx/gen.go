package main

import (
	"strconv"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// gen is one pair of files in the making. Its methods are avo's instructions.
type gen struct {
	*build.Context
	element
	serial int    // of labels
	prefix string // of labels
	inRows bool   // the broadcast operand lies in rows, not in a panel
}

func newGen(e element) *gen {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	return &gen{Context: c, element: e}
}

// print compiles what was written and returns the assembly and the stubs.
func (g *gen) print(name string) (text, stubs []byte, err error) {
	file, err := g.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	cfg := printer.Config{Name: "internal/kernel/_asm/avx", Pkg: "kernel"}
	if text, err = printer.NewGoAsm(cfg).Print(file); err != nil {
		return nil, nil, err
	}
	stubs, err = printer.NewStubs(cfg).Print(file)
	return text, stubs, err
}

// function begins an assembly function without a frame.
// name, signature and doc are those of the float64 form.
func (g *gen) function(name, signature, doc string) {
	doc = strings.ReplaceAll(doc, name, g.named(name))
	name = g.named(name)
	g.prefix = name
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr(strings.ReplaceAll(signature, "float64", g.goType()))
	g.Doc(strings.Split(doc, "\n")...)
	g.Pragma("noescape")
}

// label returns a new name for a place in the function.
func (g *gen) label(what string) string {
	g.serial++
	return what + strconv.Itoa(g.serial)
}

// to is a reference to a label.
func to(label string) operand.LabelRef { return operand.LabelRef(label) }

// arg loads a parameter; elems does so and turns elements of size bytes into bytes.
func (g *gen) arg(name string, r reg.GPPhysical) { g.Load(g.Param(name), r) }

func (g *gen) elems(name string, r reg.GPPhysical) {
	g.Load(g.Param(name), r)
	g.SHLQ(operand.Imm(g.shift()), r)
}

// argAddr returns where a parameter lies on the stack.
func (g *gen) argAddr(name string) operand.Mem {
	b, err := g.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// align pads the code so that what follows starts at a multiple of n bytes.
func (g *gen) align(n int) {
	g.Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []operand.Op{operand.Imm(uint64(n))}})
}

// at is the address base + disp, ix the address base + n*index + disp.
func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }

func ix(base, index reg.Register, n, disp int) operand.Mem {
	if n == 0 {
		return at(base, disp)
	}
	return operand.Mem{Base: base, Index: index, Scale: uint8(n), Disp: disp}
}

// rodata are the attributes of constant tables.
const rodata = attr.RODATA | attr.NOPTR

// imm is a 32-bit immediate.
func imm(n int) operand.Op { return operand.U32(uint32(n)) }
