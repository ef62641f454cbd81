package tile

// Facts about the graph of the right-looking tiled Cholesky factorization of t x t tiles. They
// hold for t up to 2^20.

// CholeskyTasks returns the number of tasks, t(t+1)(t+2)/6: t POTRF, t(t-1)/2 TRSM, as many
// SYRK, and t(t-1)(t-2)/6 GEMM.
func CholeskyTasks(t int64) int64 { return t * (t + 1) * (t + 2) / 6 }

// CholeskyEdges returns the number of direct dependencies, t(t^2-1)/2. A direct dependency
// joins the task that wrote a tile last with one that reads or overwrites it.
func CholeskyEdges(t int64) int64 { return t * (t*t - 1) / 2 }

// CholeskyChain returns the number of tasks on the longest chain of dependencies, 3t-2: POTRF,
// TRSM and SYRK of every step but the last, and the last POTRF. It is 0 for t = 0.
func CholeskyChain(t int64) int64 { return max(0, 3*t-2) }
