package gonumla

import (
	"math"

	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"heddle/blas"
	"heddle/dense"
)

// getrf computes A = P*L*U by block columns, right-looking (LAPACK: dgetrf). Each block column
// is factored transposed and packed, so that what is searched and scaled is contiguous.
func getrf(b BLAS, a dense.Matrix[float64], ipiv []int) bool {
	m, n := a.Rows, a.Cols
	mn := min(m, n)
	nb := min(mn, luWidth(mn))
	work := make([]float64, nb*m)
	ok := true
	for j := 0; j < mn; j += nb {
		w := min(nb, mn-j)
		panel := a.View(j, j, m-j, w)
		t := dense.Matrix[float64]{Rows: w, Cols: m - j, Data: work, Stride: m - j}
		transposeTo(t, panel)
		ok = luPanel(t, ipiv[j:j+w]) && ok
		transposeTo(panel, t)
		next := j + w
		b.pool.split(n-w, slabUnit, swapCost*float64(w)*float64(n-w), func(lo, hi int) {
			// The columns beside the block, counted without it.
			if lo < j {
				swapRows(a, j, ipiv[j:next], lo, min(hi, j))
			}
			if hi > j {
				swapRows(a, j, ipiv[j:next], max(lo, j)+w, hi+w)
			}
		})
		for i := j; i < next; i++ {
			ipiv[i] += j
		}
		if next == n {
			continue
		}
		b.Dtrsm(gonumblas.Left, gonumblas.Lower, gonumblas.NoTrans, gonumblas.Unit, w, n-next, 1,
			a.Data[j*a.Stride+j:], a.Stride, a.Data[j*a.Stride+next:], a.Stride)
		if next < m {
			b.Dgemm(gonumblas.NoTrans, gonumblas.NoTrans, m-next, n-next, w, -1,
				a.Data[next*a.Stride+j:], a.Stride, a.Data[j*a.Stride+next:], a.Stride,
				1, a.Data[next*a.Stride+next:], a.Stride)
		}
	}
	return ok
}

// swapCost is what exchanging two elements in memory costs, in flops.
const swapCost = 16

// luWidth returns the columns of a block for a matrix of order n.
func luWidth(n int) int {
	switch {
	case n <= 128:
		return 16
	case n <= 512:
		return 32
	}
	return 64
}

// swapRows exchanges, in columns lo to hi, row j+i with row j+piv[i], for each i in order.
func swapRows(a dense.Matrix[float64], j int, piv []int, lo, hi int) {
	for i, p := range piv {
		if p == i {
			continue
		}
		x := a.Data[(j+i)*a.Stride+lo : (j+i)*a.Stride+hi]
		y := a.Data[(j+p)*a.Stride+lo : (j+p)*a.Stride+hi]
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
