package gonumla

import (
	"math"
	"sync"

	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"

	"heddle/dense"
)

// The norms that package mat asks for before each factorization: the largest sum of a row, which
// gonum forms one element after the other. A row is summed by gonum's own Dasum, and rows are shared
// among the workers.

// normLeast is the order, or width, from which on this pays for half a matrix. A whole one pays from rows of
// rowsLeast elements on, if it has rowsElements: measured on a Zen 4, where a call of Dasum costs a row of 64.
const (
	normLeast    = 48
	rowsLeast    = 72
	rowsElements = 1600
)

// readCost is what reading an element costs, in flops: sums of a quarter million elements are shared.
const readCost = 40

// Dlange returns a norm of an m x n matrix.
func (l LAPACK) Dlange(norm lapack.MatrixNorm, m, n int, a []float64, lda int, work []float64) float64 {
	if n < rowsLeast || norm != lapack.MaxRowSum || m*n < rowsElements || !holds(a, m, n, lda) {
		return l.Implementation.Dlange(norm, m, n, a, lda, work)
	}
	return l.largest(m, n, math.Max, func(i int) float64 { return l.blas.Dasum(n, a[i*lda:], 1) })
}

// Dlantr returns a norm of an m x n trapezoidal matrix.
func (l LAPACK) Dlantr(norm lapack.MatrixNorm, ul gonumblas.Uplo, d gonumblas.Diag, m, n int, a []float64, lda int, work []float64) float64 {
	if n < normLeast || norm != lapack.MaxRowSum || m < 1 || !isUplo(ul) || !isDiag(d) || !holds(a, m, n, lda) {
		return l.Implementation.Dlantr(norm, ul, d, m, n, a, lda, work)
	}
	return l.largest(m, n, maxOrNaN, func(i int) float64 {
		diagonal := 0.0
		if i < n {
			if diagonal = 1; d == gonumblas.NonUnit {
				diagonal = math.Abs(a[i*lda+i])
			}
		}
		first, last := 0, min(i, n)
		if ul == gonumblas.Upper {
			first, last = min(i+1, n), n
		}
		return diagonal + l.blas.Dasum(last-first, a[i*lda+first:i*lda+last], 1)
	})
}

// largest returns the largest, by order, of m sums of up to n elements each.
func (l LAPACK) largest(m, n int, order func(x, y float64) float64, sum func(i int) float64) float64 {
	var mu sync.Mutex
	var result float64
	l.blas.pool.split(m, 1, readCost*float64(m)*float64(n), func(lo, hi int) {
		var part float64
		for i := lo; i < hi; i++ {
			part = order(part, sum(i))
		}
		mu.Lock()
		result = order(result, part)
		mu.Unlock()
	})
	return result
}

// maxOrNaN returns the larger of x and y, and NaN if one is: math.Max prefers an infinity.
func maxOrNaN(x, y float64) float64 { return max(x, y) }

// Dlansy returns a norm of a symmetric matrix.
func (l LAPACK) Dlansy(norm lapack.MatrixNorm, ul gonumblas.Uplo, n int, a []float64, lda int, work []float64) float64 {
	if n < normLeast || norm != lapack.MaxRowSum && norm != lapack.MaxColumnSum || !isUplo(ul) || !holds(a, n, n, lda) || len(work) < n {
		return l.Implementation.Dlansy(norm, ul, n, a, lda, work)
	}
	sums := work[:n]
	clear(sums)
	am := view(a, n, n, lda)
	flops := readCost * float64(n) * float64(n) / 2
	if !l.blas.pool.shares(flops) {
		addAbsolute(ul, am, 0, n, sums)
		return largestOf(sums)
	}
	// Rows add to the sums of others: each block of rows has its own, added in their order.
	const blocks = 8
	parts := dense.New[float64](blocks, n)
	l.blas.pool.split(blocks, 1, flops, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			addAbsolute(ul, am, b*n/blocks, (b+1)*n/blocks, parts.Row(b))
		}
	})
	for b := range blocks {
		l.blas.Daxpy(n, 1, parts.Row(b), 1, sums, 1)
	}
	return largestOf(sums)
}

func largestOf(x []float64) float64 {
	var result float64
	for _, v := range x {
		result = maxOrNaN(result, v)
	}
	return result
}

// addAbsolute adds, for each element of rows lo to hi of the triangle ul of A, its absolute value to
// the sum of its row, and to that of its column, which is the row of the element opposite.
func addAbsolute(ul gonumblas.Uplo, a dense.Matrix[float64], lo, hi int, sums []float64) {
	const rows = 4
	for i := lo; i < hi; i += rows {
		k := min(hi, i+rows)
		for r := i; r < k; r++ { // the square on the diagonal
			sums[r] += math.Abs(a.At(r, r))
			first, last := i, r
			if ul == gonumblas.Upper {
				first, last = r+1, k
			}
			addRow(a, r, first, last, sums)
		}
		first, last := beside(uplo(ul), a.Rows, i, k)
		if k-i == rows {
			addFour(a.View(i, first, rows, last-first), sums[i:k], sums[first:last])
			continue
		}
		for r := i; r < k; r++ {
			addRow(a, r, first, last, sums)
		}
	}
}

// addRow is addAbsolute for columns first to last of row r, beside the diagonal.
func addRow(a dense.Matrix[float64], r, first, last int, sums []float64) {
	for j := first; j < last; j++ {
		v := math.Abs(a.At(r, j))
		sums[r] += v
		sums[j] += v
	}
}

// addFour adds the absolute values of four rows to the sums of the rows, and of the columns.
func addFour(a dense.Matrix[float64], rows, cols []float64) {
	n := len(cols)
	if n == 0 {
		return
	}
	x0, x1, x2, x3 := a.Row(0)[:n], a.Row(1)[:n], a.Row(2)[:n], a.Row(3)[:n]
	var s0, s1, s2, s3 float64
	for j := range cols {
		v0, v1, v2, v3 := math.Abs(x0[j]), math.Abs(x1[j]), math.Abs(x2[j]), math.Abs(x3[j])
		s0 += v0
		s1 += v1
		s2 += v2
		s3 += v3
		cols[j] += (v0 + v1) + (v2 + v3)
	}
	rows[0] += s0
	rows[1] += s1
	rows[2] += s2
	rows[3] += s3
}
