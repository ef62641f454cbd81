package stencil

import "slices"

// A Span is the lines Lo <= l < Hi.
type Span struct{ Lo, Hi int }

// A Cut divides the lines of a grid, ny for each of nz planes, into blocks: what a task works
// on. Blocks are numbered such that working through them in order, the lines of each in
// order, is a valid order for a sweep in which every line needs its neighbours before it:
// those that come earlier in the numbering of the lines. Backwards it is one for a sweep in
// which every line needs its neighbours after it. Two lines are neighbours if they differ by
// 1 at most in y and in z.
type Cut struct {
	Blocks [][]Span
	ny, nz int
	of     []int // the block of each line
}

// Rows cuts the grid into blocks of the given number of consecutive lines.
func Rows(ny, nz, lines int) *Cut {
	c := &Cut{ny: ny, nz: nz, of: make([]int, ny*nz)}
	for lo := 0; lo < ny*nz; lo += lines {
		c.add(Span{lo, min(lo+lines, ny*nz)})
	}
	return c
}

// Slanted cuts the grid into blocks of depth planes, the last ones fewer, and in each plane of
// about width lines, fewer at the edges. From one plane to the next a block moves by one line
// towards y = 0, so that a line's neighbours in the plane before, up to y + 1, are in its
// block or in an earlier one; with upright blocks some would be in a later one.
func Slanted(ny, nz, width, depth int) *Cut {
	if width < 1 || depth < 1 {
		panic("stencil: Slanted: width < 1 or depth < 1")
	}
	c := &Cut{ny: ny, nz: nz, of: make([]int, ny*nz)}
	for z0 := 0; z0 < nz; z0 += depth {
		z1 := min(z0+depth, nz)
		reach := ny + z1 - z0 - 1 // of y + z - z0
		n := max(1, (reach+width/2)/width)
		for k := range n {
			var b []Span
			for z := z0; z < z1; z++ {
				lo, hi := max(k*reach/n-(z-z0), 0), min((k+1)*reach/n-(z-z0), ny)
				if lo < hi {
					b = append(b, Span{z*ny + lo, z*ny + hi})
				}
			}
			c.add(b...)
		}
	}
	return c
}

func (c *Cut) add(b ...Span) {
	for _, s := range b {
		for l := s.Lo; l < s.Hi; l++ {
			c.of[l] = len(c.Blocks)
		}
	}
	c.Blocks = append(c.Blocks, b)
}

// Of returns the block that line l is in.
func (c *Cut) Of(l int) int { return c.of[l] }

// Near returns the blocks that have a line of block b or a neighbour of one, in order.
func (c *Cut) Near(b int) []int {
	var near []int
	c.neighbours(b, func(l, k int) { near = append(near, c.of[k]) })
	slices.Sort(near)
	return slices.Compact(near)
}

// Before returns the blocks that must be done before block b in a sweep upwards; those that
// one of the others needs anyway are left out.
func (c *Cut) Before(b int) []int {
	return c.needed(b, func(k int) []int { return c.beside(k, -1) })
}

// After returns the blocks that must be done before block b in a sweep downwards; those that
// one of the others needs anyway are left out.
func (c *Cut) After(b int) []int {
	return c.needed(b, func(k int) []int { return c.beside(k, 1) })
}

// Later returns the other blocks that hold a later neighbour of one of b's lines.
func (c *Cut) Later(b int) []int { return c.beside(b, 1) }

// beside returns the blocks that hold an earlier (sign -1) or later (sign 1) neighbour of one
// of b's lines.
func (c *Cut) beside(b, sign int) []int {
	var r []int
	c.neighbours(b, func(l, k int) {
		if (k-l)*sign > 0 && c.of[k] != b {
			r = append(r, c.of[k])
		}
	})
	slices.Sort(r)
	return slices.Compact(r)
}

func (c *Cut) needed(b int, all func(int) []int) []int {
	direct := all(b)
	return slices.DeleteFunc(slices.Clone(direct), func(k int) bool {
		return slices.ContainsFunc(direct, func(j int) bool { return j != k && slices.Contains(all(j), k) })
	})
}

// neighbours calls f for each line l of block b and each neighbour k of l, l itself included.
func (c *Cut) neighbours(b int, f func(l, k int)) {
	for _, s := range c.Blocks[b] {
		for l := s.Lo; l < s.Hi; l++ {
			y, z := l%c.ny, l/c.ny
			for zz := max(z-1, 0); zz <= min(z+1, c.nz-1); zz++ {
				for yy := max(y-1, 0); yy <= min(y+1, c.ny-1); yy++ {
					f(l, zz*c.ny+yy)
				}
			}
		}
	}
}
