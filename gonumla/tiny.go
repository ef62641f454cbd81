package gonumla

import "gonum.org/v1/gonum/blas"

// The functions named tiny... tell where gonum's own code is as fast, or faster: where a call costs more
// than the arithmetic, or copies more than it computes. gonum adds multiples of rows, or where
// rows meet rows forms dot products, and long ones cost it no more than ours, however few they are.
//
// Measured on an Emerald Rapids with AVX-512, all combinations of transposes, with sizes between
// 1 and 1500 that were chosen independently of each other, and again on a Zen 4, where narrow operands in
// float32 stay gonum's for longer; single is 1 for float64 and 2 for float32, of which gonum's dot
// products take twice as many at once.

const (
	inFloat64 = 1
	inFloat32 = 2
)

func tinyGemm(tA, tB blas.Transpose, m, n, k int) bool {
	switch {
	case m*n*k < 150:
		return true
	case tB == blas.NoTrans: // multiples of rows of B
		return m*k <= 8 || k == 1 && n <= 16
	case tA == blas.NoTrans: // rows of A times rows of B
		return m*n <= 64
	}
	return m <= 16 && m*k <= 48 || k <= 2 && n <= 16
}

// narrowGemm is tinyGemm for what is narrow but not as tiny. The compiler inlines the one, not both together.
func narrowGemm(tA, tB blas.Transpose, m, n, k, single int) bool {
	switch {
	case tB == blas.NoTrans:
		return false
	case tA == blas.NoTrans:
		return m*n <= single*min(single*k, 280) || tinyDots(m, n, k, single)
	}
	return m == 1 && n >= 96 && (n <= serialMost || n*k >= 60000)
}

// tinyDots tells whether m*n dot products are as fast as packing the larger operand, for a few rows or columns: a
// dot product costs a call, too, which long ones make up for. On a Zen 4, with 48 terms and 128 rows of B, gonum's
// float32 takes 0.34 of the time for one row of A, 0.65 for two, 0.93 for three, 1.18 for four.
func tinyDots(m, n, k, single int) bool {
	few, many := min(m, n), max(m, n)
	switch {
	case few == 1:
		return many <= 200*single || k >= 24
	case many > serialMost && many*k >= 60000 && 2*m*n*k < parallelFlops:
		return few <= 2*single // gonum has several goroutines for it, we have one
	case many > serialMost:
		return single == inFloat32 && few == 2 && (k >= 96 || m == 2 && k >= 48)
	case single == inFloat64:
		return m == 2 && (k >= 40 || k >= 16 && n <= 40)
	case few == m:
		return m <= 4 && k >= 4*m*m
	}
	return n <= 4 && k >= 10*n*n
}

// serialMost is the size beyond which gonum shares a product among goroutines.
const serialMost = 192

func tinySyrk(t blas.Transpose, n, k, single int) bool {
	switch {
	case n*n*k < 500:
		return true
	case t == blas.NoTrans: // rows of A times rows of A
		return n < 8*single || n <= 12*single && k >= 32 || n == 9 && k >= 12
	}
	return k == 1 || n == 1 || k == 2 && n <= 22
}

func tinySyr2k(t blas.Transpose, n, k int) bool {
	return n*n*k < 4500 || k < 10 && n*k < 1100 || t == blas.NoTrans && n < 10
}

// Few rows times a symmetric matrix: of that, half is copied.
func tinySymm(s blas.Side, m, n int) bool {
	return m*n*order(s, m, n) < 4700 || s == blas.Right && m < 12 && m*n < 2500
}

func tinyTrsm(s blas.Side, m, n, single int) bool {
	switch {
	case m < 5:
		return true
	case s == blas.Right:
		return n < 12 || m < 2+4*single || single == inFloat32 && m < 13 && n > 64 && n <= 256
	case single == inFloat32:
		return n > 1 && m < min(26+n/13, 38)
	}
	return n > 1 && (m < min(20+n/16, 22) || m < 26 && n > 100)
}

func tinyTrmm(s blas.Side, m, n int) bool {
	na := order(s, m, n)
	return m*n*na < 8000 || na < 26
}

// narrowTrmm is tinyTrmm for what is narrow: few columns of a product, or few rows, which are dot products
// where the triangle is transposed. Together they would not be inlined, and a call takes a fifth of a TRMM of order 1.
func narrowTrmm(s blas.Side, t blas.Transpose, m, n, single int) bool {
	switch {
	case s == blas.Left:
		return single == inFloat32 && m < 36 && n >= 10*(m-19)
	case t == blas.NoTrans:
		return m <= 12 && m*n < 1300
	}
	return m <= 2*single-1 || m <= 12 && m*n < 1500 || single == inFloat32 && m <= 7 && m*n < 2900
}

// tinyGetrf is measured on a Zen 4, where gonum's own LU takes 0.95 of the time at order 112, and twice
// as long with 64 rows and 1000 columns.
func tinyGetrf(m, n int) bool { return min(m, n) < 40 || m*n < 20000 }

// The orders below which gonum's own factorizations are as fast.
const (
	potrfLeast = 12
	geqrfLeast = 72
)
