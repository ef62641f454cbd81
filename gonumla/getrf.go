package gonumla

import (
	"math"

	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"heddle/blas"
	"heddle/dense"
)

// getrf computes A = P*L*U by halves of its columns (Toledo, Locality of Reference in LU Decomposition
// with Partial Pivoting, 1997), so that most of it is GEMM with many terms, which reads and writes A less
// often than block columns do: those of 64 gave every element to memory and back n / 64 times.
func getrf(b BLAS, a dense.Matrix[float64], ipiv []int) bool {
	m, n := a.Rows, a.Cols
	mn := min(m, n)
	f := luFactor{blas: b, width: min(mn, luWidth(mn))}
	f.work = make([]float64, f.width*m)
	ok := f.halves(a.View(0, 0, m, mn), ipiv)
	if n > mn {
		f.eliminate(a, mn, ipiv)
	}
	return ok
}

// luFactor is what the halves have in common.
type luFactor struct {
	blas  BLAS
	width int       // of the block columns that are not halved
	work  []float64 // room for one, transposed
}

// halves factors a, whose rows are no fewer than its columns, and sets ipiv to the row that each of its
// first rows was exchanged with. It returns false if a pivot is zero.
func (f *luFactor) halves(a dense.Matrix[float64], ipiv []int) bool {
	m, n := a.Rows, a.Cols
	if n <= f.width {
		// Transposed, so that what is searched and scaled is contiguous.
		t := dense.Matrix[float64]{Rows: n, Cols: m, Data: f.work, Stride: m}
		transposeTo(t, a)
		ok := luPanel(t, ipiv)
		transposeTo(a, t)
		return ok
	}
	k := (n/2 + f.width - 1) / f.width * f.width
	ok := f.halves(a.View(0, 0, m, k), ipiv[:k])
	f.eliminate(a, k, ipiv[:k])
	ok = f.halves(a.View(k, k, m-k, n-k), ipiv[k:]) && ok
	f.swap(a.View(k, 0, m-k, k), ipiv[k:])
	for i := k; i < n; i++ {
		ipiv[i] += k
	}
	return ok
}

// eliminate applies to the columns from k on what has been done to those before.
func (f *luFactor) eliminate(a dense.Matrix[float64], k int, ipiv []int) {
	m, n := a.Rows, a.Cols
	f.swap(a.View(0, k, m, n-k), ipiv)
	f.blas.Dtrsm(gonumblas.Left, gonumblas.Lower, gonumblas.NoTrans, gonumblas.Unit, k, n-k, 1,
		a.Data, a.Stride, a.Data[k:], a.Stride)
	if m > k {
		f.blas.Dgemm(gonumblas.NoTrans, gonumblas.NoTrans, m-k, n-k, k, -1,
			a.Data[k*a.Stride:], a.Stride, a.Data[k:], a.Stride, 1, a.Data[k*a.Stride+k:], a.Stride)
	}
}

// swap exchanges row i with row ipiv[i], for each i in order.
func (f *luFactor) swap(a dense.Matrix[float64], ipiv []int) {
	n := a.Cols
	f.blas.pool.split(n, slabUnit, swapCost*float64(len(ipiv))*float64(n), func(lo, hi int) {
		swapRows(a.View(0, lo, a.Rows, hi-lo), ipiv)
	})
}

// swapCost is what exchanging two elements in memory costs, in flops.
const swapCost = 16

// luWidth returns the columns that are not halved any more, for a matrix of order n. On a Zen 4, 64 is as
// fast as 32 at order 1000 and slower at 2000.
func luWidth(n int) int {
	if n <= 128 {
		return 16
	}
	return 32
}

// swapRows exchanges row i with row piv[i], for each i in order.
func swapRows(a dense.Matrix[float64], piv []int) {
	for i, p := range piv {
		if p == i {
			continue
		}
		x, y := a.Row(i), a.Row(p)
		y = y[:len(x)]
		for k := range x {
			x[k], y[k] = y[k], x[k]
		}
	}
}

// luPanel factors the matrix whose transpose is T, w x m with w <= m or w > m, by halves of its
// columns, and sets piv to the row that each of its first rows was exchanged with. It returns
// false if a pivot is zero.
func luPanel(t dense.Matrix[float64], piv []int) bool {
	w, m := t.Rows, t.Cols
	if w <= luBase {
		return luColumns(t, piv)
	}
	k := w / 2
	left, right := t.View(0, 0, k, m), t.View(k, 0, w-k, m)
	ok := luPanel(left, piv[:k])
	swapColumns(right, 0, piv[:k])
	above := right.View(0, 0, w-k, k)
	blas.Trsm(blas.Right, blas.Upper, blas.NoTrans, blas.Unit, 1, left.View(0, 0, k, k), above)
	below := right.View(0, k, w-k, m-k)
	blas.Gemm(blas.NoTrans, blas.NoTrans, -1, above, left.View(0, k, k, m-k), 1, below)
	ok = luPanel(below, piv[k:]) && ok
	swapColumns(left, k, piv[k:])
	for i := k; i < w; i++ {
		piv[i] += k
	}
	return ok
}

// luBase is the number of columns that are factored one by one.
const luBase = 4

// luColumns is luPanel for a few columns (LAPACK: dgetf2).
func luColumns(t dense.Matrix[float64], piv []int) bool {
	ok := true
	var impl gonum.Implementation
	for c := range t.Rows {
		col := t.Row(c)
		p := c
		largest := math.Abs(col[c])
		for i := c + 1; i < len(col); i++ {
			if x := math.Abs(col[i]); x > largest {
				largest, p = x, i
			}
		}
		piv[c] = p
		if col[p] == 0 {
			ok = false
			continue
		}
		for r := range t.Rows {
			row := t.Row(r)
			row[c], row[p] = row[p], row[c]
		}
		scaleBy(col[c], col[c+1:])
		for r := c + 1; r < t.Rows; r++ {
			row := t.Row(r)
			impl.Daxpy(len(col)-c-1, -row[c], col[c+1:], 1, row[c+1:], 1)
		}
	}
	return ok
}

// scaleBy divides x by pivot: by way of its reciprocal unless that would overflow.
func scaleBy(pivot float64, x []float64) {
	if math.Abs(pivot) >= safeMin {
		f := 1 / pivot
		for i := range x {
			x[i] *= f
		}
		return
	}
	for i := range x {
		x[i] /= pivot
	}
}

// safeMin is the least number whose reciprocal does not overflow (LAPACK: dlamch('S')).
const safeMin = 0x1p-1022

// swapColumns exchanges column j+i with column j+piv[i], for each i in order.
func swapColumns(t dense.Matrix[float64], j int, piv []int) {
	for r := range t.Rows {
		row := t.Row(r)[j:]
		for i, p := range piv {
			row[i], row[p] = row[p], row[i]
		}
	}
}

// transposeTo computes dst = srcᵀ, in squares that stay in the cache.
func transposeTo(dst, src dense.Matrix[float64]) {
	const side = 16
	for i := 0; i < src.Rows; i += side {
		for j := 0; j < src.Cols; j += side {
			for r := i; r < min(i+side, src.Rows); r++ {
				row := src.Data[r*src.Stride+j : r*src.Stride+min(j+side, src.Cols)]
				for c, x := range row {
					dst.Data[(j+c)*dst.Stride+r] = x
				}
			}
		}
	}
}
