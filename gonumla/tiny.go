package gonumla

import "gonum.org/v1/gonum/blas"

// The functions named tiny... tell where gonum's own code is as fast, or faster: where a call costs more
// than the arithmetic, or copies more than it computes. gonum adds multiples of rows, or where
// rows meet rows forms dot products, and long ones cost it no more than ours, however few they are.
//
// Measured on an Emerald Rapids with AVX-512, all combinations of transposes, with sizes between
// 1 and 1500 that were chosen independently of each other; single is 1 for float64 and 2 for
// float32, of which gonum's dot products take twice as many at once.

const (
	inFloat64 = 1
	inFloat32 = 2
)

func tinyGemm(tA, tB blas.Transpose, m, n, k, single int) bool {
	switch {
	case m*n*k < 150:
		return true
	case tB == blas.NoTrans: // multiples of rows of B
		return m*k <= 8 || k == 1 && n <= 16
	case tA == blas.NoTrans: // rows of A times rows of B
		return m*n <= max(64, single*min(single*k, 280)) || min(m, n) == 1 && max(m, n) <= 200*single
	}
	return m <= 16 && m*k <= 48 || k <= 2 && n <= 16
}

func tinySyrk(t blas.Transpose, n, k, single int) bool {
	switch {
	case n*n*k < 500:
		return true
	case t == blas.NoTrans: // rows of A times rows of A
		return n < 8*single || n <= 12*single && k >= 32
	}
	return k == 1
}

func tinySyr2k(t blas.Transpose, n, k int) bool {
	return n*n*k < 4500 || k < 10 && n*k < 1100 || t == blas.NoTrans && n < 10
}

// Few rows times a symmetric matrix: of that, half is copied.
func tinySymm(s blas.Side, m, n int) bool {
	return m*n*order(s, m, n) < 4700 || s == blas.Right && m < 12 && m*n < 2500
}

func tinyTrsm(s blas.Side, m, n, single int) bool {
	if s == blas.Left {
		return m < 5 || n > 1 && (m < 20 || m < 26 && n > 100)
	}
	return n < 12 || m < 2+4*single
}

func tinyTrmm(s blas.Side, m, n int) bool {
	na := order(s, m, n)
	return m*n*na < 8000 || na < 26 || s == blas.Right && m <= 12 && m*n < 1300
}

// tinyGetrf is measured on a Zen 4, where gonum's own LU takes 0.95 of the time at order 112, and twice
// as long with 64 rows and 1000 columns.
func tinyGetrf(m, n int) bool { return min(m, n) < 40 || m*n < 20000 }

// The orders below which gonum's own factorizations are as fast.
const (
	potrfLeast = 12
	geqrfLeast = 72
)
