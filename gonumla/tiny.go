package gonumla

// Sizes below which gonum's own code is as fast, or faster: there is nothing to gain where a call
// costs more than the arithmetic. Measured by BenchmarkRoutines on an Emerald Rapids with AVX-512.
const (
	gemmLeast  = 150  // m*n*k
	syrkLeast  = 500  // n*n*k
	symmLeast  = 2500 // SYMM and SYR2K: the volume of the product
	trmmVolume = 8000 // m*n times the order of the triangle
	trsmLeast  = 12   // order of the triangle
	potrfLeast = 12   // order
	getrfLeast = 112  // order
)

// tiny tells whether a product of m x k by k x n has a volume below least.
func tiny(m, n, k, least int) bool { return m*n*k < least }
