//go:build !purego

package kernel

import "unsafe"

// Modes of the direct kernels.
const (
	directAdd    = iota // C += alpha * A * B
	directSet           // C = alpha * A * B
	directSetOne        // C = A * B
)

// directWork bounds the multiply-adds of one call of assembly: 6 us on a core with two 512-bit
// multipliers at 2.8 GHz, 12 us with AVX2. directDepth bounds its k.
const (
	directWork  = 1 << 18
	directDepth = 1024
)

// directCall is one product, row-major; strides in elements.
type directCall[T Float] struct {
	k        int
	a        *T
	ars, acs int
	b        *T
	ldb      int
	c        *T
	ldc      int
	alpha    T
	mode     int
}

// directKernel does n blocks of so many rows that it is made for; strides in bytes.
type directKernel[T Float] func(n, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T, mode int)

// directShape is a set of kernels: groups of cols columns, blocks of as many rows as its index says,
// from 1 on.
type directShape[T Float] struct {
	cols   int
	blocks []directKernel[T]
}

// run does n blocks of r rows from row i on.
func (s *directCall[T]) run(shape *directShape[T], r, n, cols, i int) {
	if n == 0 {
		return
	}
	size := int(unsafe.Sizeof(s.alpha))
	a, c := at(s.a, i*s.ars), at(s.c, i*s.ldc)
	shape.blocks[r](n, cols, s.k, a, size*s.ars, size*s.acs, s.b, size*s.ldb, c, size*s.ldc, s.alpha, s.mode)
}

// split cuts rows into as few blocks of at most most as there can be: high of low+1 rows, then n of
// low rows. 9 rows are 5 and 4, not 8 and a thin rest that waits for its own sums.
func split(rows, most int) (high, low, n int) {
	n = (rows + most - 1) / most
	low = rows / n
	high = rows - low*n
	return high, low, n - high
}

// do computes rows x cols of C. Where that is too much for one call, B is taken a group of columns
// at a time, which then stays in the first-level cache.
func (s *directCall[T]) do(shape *directShape[T], rows, cols int) {
	mostRows := len(shape.blocks) - 1
	high, low, n := split(rows, mostRows)
	if rows*cols*s.k <= directWork {
		if high > 0 {
			s.run(shape, low+1, high, cols, 0)
		}
		s.run(shape, low, n, cols, high*(low+1))
		return
	}
	most := max(1, directWork/(mostRows*shape.cols*s.k))
	for j := 0; j < cols; j += shape.cols {
		t := *s
		t.b, t.c = at(s.b, j), at(s.c, j)
		for i := 0; i < high; i += most {
			t.run(shape, low+1, min(most, high-i), min(shape.cols, cols-j), i*(low+1))
		}
		for i := 0; i < n; i += most {
			t.run(shape, low, min(most, n-i), min(shape.cols, cols-j), high*(low+1)+i*low)
		}
	}
}

// directShapes are the kernels of one instruction set: narrow is three vectors wide, wide, where it
// is not nil, four.
type directShapes[T Float] struct{ narrow, wide *directShape[T] }

// direct is Direct or DirectSet, as mode says: parts of the product of at most directDepth columns
// of A, the first of which sets C where the product does.
func (d *directShapes[T]) direct(rows, cols, k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha T, mode int) {
	if k == 0 || rows <= 0 {
		if mode != directAdd {
			directGo(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, true)
		}
		return
	}
	s := directCall[T]{k, a, ars, acs, b, ldb, c, ldc, alpha, mode}
	for k := s.k; k > 0; k -= s.k {
		s.k = min(k, directDepth)
		d.do(&s, rows, cols)
		if k > s.k {
			s.a, s.b = at(s.a, s.k*s.acs), at(s.b, s.k*s.ldb)
			s.mode = directAdd
		}
	}
}

// do chooses how many columns go in groups of 4 vectors: so many that no group of one vector
// remains, which would load more than it multiplies.
func (d *directShapes[T]) do(s *directCall[T], rows, cols int) {
	if d.wide == nil {
		s.do(d.narrow, rows, cols)
		return
	}
	lanes := d.wide.cols / 4
	wide, n := 0, (cols+lanes-1)/lanes
	switch {
	case n >= 4 && n%3 == 1:
		wide = min(cols, 4*lanes)
	case n >= 8 && n%3 == 2:
		wide = min(cols, 8*lanes)
	}
	if wide == 0 {
		s.do(d.narrow, rows, cols)
		return
	}
	s.do(d.wide, rows, wide)
	if wide < cols {
		t := *s
		t.b, t.c = at(s.b, wide), at(s.c, wide)
		t.do(d.narrow, rows, cols-wide)
	}
}
