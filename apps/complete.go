package apps

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Complete returns p with the program's defaults in place of fields that are zero. Seed stays
// as it is. The error is one line that names the parameter that is wrong and says what would
// be right: a size with too few or too many numbers, a number below 1, or so many elements
// that an int cannot count them. Whether there is memory for them is for Program.New to say.
func (g Program) Complete(p Params) (Params, error) {
	if len(p.Size) == 0 {
		p.Size = g.Defaults.Size
	}
	p.Size = slices.Clone(p.Size)
	if len(p.Size) != len(g.Dims) {
		return p, fmt.Errorf("%s: the size has %d numbers, want %d: %s", g.Name, len(p.Size), len(g.Dims), strings.Join(g.Dims, ","))
	}
	total := uint64(1)
	for i, n := range p.Size {
		if n < 1 {
			return p, fmt.Errorf("%s: %s is %d, want 1 or more", g.Name, g.Dims[i], n)
		}
		hi, lo := bits.Mul64(total, uint64(n))
		if hi != 0 || lo > maxElements {
			return p, fmt.Errorf("%s: %s = %d is too large: more than 2^%d elements", g.Name, g.Dims[i], n, bits.Len64(maxElements)-1)
		}
		total = lo
	}
	if p.Block == 0 {
		p.Block = g.Defaults.Block
	}
	if p.Block < 1 {
		return p, fmt.Errorf("%s: the block is %d, want 1 or more (%s)", g.Name, p.Block, g.BlockDoc)
	}
	if p.Iterations == 0 {
		p.Iterations = g.Defaults.Iterations
	}
	if p.Iterations < 1 {
		return p, fmt.Errorf("%s: %d iterations, want 1 or more", g.Name, p.Iterations)
	}
	return p, nil
}

// maxElements keeps sizes of data in bytes, and indexes with some room, far from overflow:
// 2^40 where int has 64 bits, 2^26 where it has 32.
const maxElements = 1 << (26 + 14*(^uint(0)>>63))

// maxTasks is how many tasks an iteration may have: what a task takes (its data, its place in a
// recorded graph) is a few hundred bytes.
const maxTasks = 1 << 22

// Fits returns an error, of one line, if so many tasks in an iteration are more than memory is
// likely to hold: more than 2^22. The number is a float64 lest it overflow.
func (g Program) Fits(p Params, tasks float64) error {
	if tasks > maxTasks {
		return fmt.Errorf("%s: a block of %d makes %.3g tasks in an iteration, want %d or fewer: choose a larger block (%s)",
			g.Name, p.Block, tasks, maxTasks, g.BlockDoc)
	}
	return nil
}
