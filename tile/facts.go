package tile

import "math/bits"

// Facts about the graph of the right-looking tiled Cholesky factorization of t x t tiles. They
// panic where t is negative or a number does not fit in an int64: that of tasks does up to
// t = 3,810,777, that of edges up to 2,642,245.

// CholeskyTasks returns the number of tasks, t(t+1)(t+2)/6: t POTRF, t(t-1)/2 TRSM, as many
// SYRK, and t(t-1)(t-2)/6 GEMM.
func CholeskyTasks(t int64) int64 { return product("CholeskyTasks", t, t+1, t+2, 6) }

// CholeskyEdges returns the number of direct dependencies, t(t^2-1)/2. A direct dependency
// joins the task that wrote a tile last with one that reads or overwrites it.
func CholeskyEdges(t int64) int64 {
	if t == 0 {
		return 0
	}
	return product("CholeskyEdges", t-1, t, t+1, 2)
}

// CholeskyChain returns the number of tasks on the longest chain of dependencies, 3t-2: POTRF,
// TRSM and SYRK of every step but the last, and the last POTRF. It is 0 for t = 0.
func CholeskyChain(t int64) int64 { return max(0, 3*t-2) }

// product returns a*b*c/d.
func product(name string, a, b, c int64, d uint64) int64 {
	if a >= 0 && c <= 1<<22 { // else more than 2^63
		hi, lo := bits.Mul64(uint64(a*b), uint64(c))
		if hi < d {
			if n, _ := bits.Div64(hi, lo, d); n < 1<<63 {
				return int64(n)
			}
		}
	}
	panic("tile: " + name + ": t < 0, or a number beyond 64 bits")
}
