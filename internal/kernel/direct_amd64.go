//go:build !purego

package kernel

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

// directCall is one product, row-major; strides in bytes.
type directCall struct {
	k        int
	a        *float64
	ars, acs int
	b        *float64
	ldb      int
	c        *float64
	ldc      int
	alpha    float64
	mode     int
}

// directShape is a set of kernels: blocks of at most rows rows, groups of cols columns.
type directShape struct{ rows, cols int }

var (
	narrowAVX512 = directShape{8, 24}
	wideAVX512   = directShape{6, 32}
	narrowAVX2   = directShape{4, 12}
)

// run does n blocks of r rows from row i on.
func (s *directCall) run(shape directShape, r, n, cols, i int) {
	switch shape {
	case narrowAVX512:
		s.blocksAVX512(r, n, cols, i)
	case wideAVX512:
		s.wideBlocksAVX512(r, n, cols, i)
	default:
		s.blocksAVX2(r, n, cols, i)
	}
}

// split cuts rows into as few blocks of at most most as there can be: high of low+1 rows, then n of
// low rows. 9 rows are 5 and 4, not 8 and a thin rest that waits for its own sums.
func split(rows, most int) (high, low, n int) {
	n = (rows + most - 1) / most
	low = rows / n
	high = rows - low*n
	return high, low, n - high
}

// at returns the addresses of row i of A and C.
func (s *directCall) at(i int) (a, c *float64) { return at(s.a, i*(s.ars/8)), at(s.c, i*(s.ldc/8)) }

// do computes rows x cols of C. Where that is too much for one call, B is taken a group of columns
// at a time, which then stays in the first-level cache.
func (s *directCall) do(shape directShape, rows, cols int) {
	high, low, n := split(rows, shape.rows)
	if rows*cols*s.k <= directWork {
		if high > 0 {
			s.run(shape, low+1, high, cols, 0)
		}
		s.run(shape, low, n, cols, high*(low+1))
		return
	}
	most := max(1, directWork/(shape.rows*shape.cols*s.k))
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

// deep calls do, or the AVX-512 choice, on parts of the product of at most directDepth columns of A,
// the first of which sets C where the product does.
func (s *directCall) deep(rows, cols int, avx512 bool) {
	for k := s.k; k > 0; k -= s.k {
		s.k = min(k, directDepth)
		if avx512 {
			s.doAVX512(rows, cols)
		} else {
			s.do(narrowAVX2, rows, cols)
		}
		if k > s.k {
			s.a, s.b = at(s.a, s.k*(s.acs/8)), at(s.b, s.k*(s.ldb/8))
			s.mode = directAdd
		}
	}
}
