//go:build !purego

package kernel

// Modes of the direct kernels.
const (
	directAdd    = iota // C += alpha * A * B
	directAddOne        // C += A * B
	directSet           // C = alpha * A * B
	directSetOne        // C = A * B
)

// directCall is what the blocks of one product have in common; strides in bytes.
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

// split cuts rows into as few blocks of at most most as there can be: high of low+1 rows, then n of
// low rows. 9 rows are 5 and 4, not 8 and a thin rest that waits for its own sums.
func split(rows, most int) (high, low, n int) {
	n = (rows + most - 1) / most
	low = rows / n
	high = rows - low*n
	return high, low, n - high
}

// below returns the call's a and c after n rows.
func (s *directCall) below(n int) (a, c *float64) { return at(s.a, n*s.ars/8), at(s.c, n*s.ldc/8) }
