package main

import (
	"fmt"
	"strings"
)

// element is the type that a kernel multiplies: every generator is written once and emits the
// instructions of either type. A panel is two vectors wide, 4 float64 or 8 float32, so its columns
// are 32 bytes apart for both. A micro-tile has 4 columns, which are one panel of the broadcast
// operand with float64 and half of one with float32.
type element struct{ single bool }

var (
	float64s = element{}
	float32s = element{single: true}
)

// lanes is the elements of a vector, width of a panel; shift is the logarithm of an element's bytes.
func (e element) lanes() int { return 16 / e.size() }
func (e element) width() int { return 2 * e.lanes() }
func (e element) size() int  { return 1 << e.shift() }

func (e element) shift() int {
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

// letter names the type in instructions and lanes, arrangement a whole vector of it.
func (e element) letter() string {
	if e.single {
		return "S"
	}
	return "D"
}

func (e element) arrangement() string { return fmt.Sprint(e.lanes(), e.letter()) }

// named returns the name of the form for this element type: gemmNEON is gemmF32NEON.
func (e element) named(name string) string {
	if e.single {
		return strings.Replace(name, "NEON", "F32NEON", 1)
	}
	return name
}

// lane is where element i is, of those that fill the registers from v on.
func (e element) lane(v, i int) (register, lane int) { return v + i/e.lanes(), i % e.lanes() }

// largest is the bits of the largest number.
func (e element) largest() string {
	if e.single {
		return "0x7f7fffff"
	}
	return "0x7fefffffffffffff"
}
