package gonumla

import (
	gonumblas "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"

	"heddle/blas"
	"heddle/dense"
)

// geqrf computes A = Q*R by block columns (LAPACK: dgeqrf), each of which is factored by halves (Elmroth and
// Gustavson, Applying Recursion to Serial and Parallel QR Factorization, 2000): wide blocks read and write
// what is to their right less often than gonum's, of 32. The reflectors of a block are copied to V, with
// the ones and zeros that A does not hold, so that applying them is GEMM.
func geqrf(l LAPACK, a dense.Matrix[float64], tau []float64) {
	m, n := a.Rows, a.Cols
	mn := min(m, n)
	nb := min(mn, qrWidth(mn))
	f := qrFactor{
		l:    l,
		t:    dense.New[float64](nb, nb),
		work: make([]float64, 2*nb*n),
	}
	v := dense.New[float64](m, nb)
	for j := 0; j < mn; j += nb {
		w := min(nb, mn-j)
		vj, tj := v.View(0, 0, m-j, w), f.t.View(0, 0, w, w)
		f.halves(a.View(j, j, m-j, w), tau[j:j+w], vj, tj)
		if j+w < n {
			f.apply(vj, tj, a.View(j, j+w, m-j, n-j-w))
		}
	}
}

// qrFactor is what the block columns have in common.
type qrFactor struct {
	l    LAPACK
	t    dense.Matrix[float64]
	work []float64
}

// halves factors a, whose rows are no fewer than its columns, and sets V to its reflectors and T to the
// triangle with which they are I - V*T*Vᵀ.
func (f *qrFactor) halves(a dense.Matrix[float64], tau []float64, v, t dense.Matrix[float64]) {
	m, n := a.Rows, a.Cols
	if n <= qrBase {
		f.l.Dgeqr2(m, n, a.Data, a.Stride, tau, f.work)
		f.l.Dlarft(lapack.Forward, lapack.ColumnWise, m, n, a.Data, a.Stride, tau, t.Data, t.Stride)
		copyReflectors(v, a)
		return
	}
	k := (n/2 + qrBase - 1) / qrBase * qrBase
	v1, t1 := v.View(0, 0, m, k), t.View(0, 0, k, k)
	f.halves(a.View(0, 0, m, k), tau[:k], v1, t1)
	f.apply(v1, t1, a.View(0, k, m, n-k))
	v2, t2 := v.View(k, k, m-k, n-k), t.View(k, k, n-k, n-k)
	f.halves(a.View(k, k, m-k, n-k), tau[k:], v2, t2)
	for i := range k {
		clear(v.Row(i)[k:])
	}
	// The corner of T is -T1 * V1ᵀ*V2 * T2.
	w := view(f.work, k, n-k, n-k)
	t12 := t.View(0, k, k, n-k)
	b := f.l.blas
	b.Dgemm(gonumblas.Trans, gonumblas.NoTrans, k, n-k, m-k, 1, v.Data[k*v.Stride:], v.Stride, v2.Data, v2.Stride, 0, t12.Data, t12.Stride)
	blas.Gemm(blas.NoTrans, blas.NoTrans, -1, t1, t12, 0, w)
	blas.Gemm(blas.NoTrans, blas.NoTrans, 1, w, t2, 0, t12)
}

// apply computes C = (I - V*T*Vᵀ)ᵀ * C.
func (f *qrFactor) apply(v, t, c dense.Matrix[float64]) {
	m, k, n := v.Rows, v.Cols, c.Cols
	b := f.l.blas
	w, tw := f.work[:k*n], f.work[k*n:2*k*n]
	b.Dgemm(gonumblas.Trans, gonumblas.NoTrans, k, n, m, 1, v.Data, v.Stride, c.Data, c.Stride, 0, w, n)
	b.Dgemm(gonumblas.Trans, gonumblas.NoTrans, k, n, k, 1, t.Data, t.Stride, w, n, 0, tw, n)
	b.Dgemm(gonumblas.NoTrans, gonumblas.NoTrans, m, n, k, -1, v.Data, v.Stride, tw, n, 1, c.Data, c.Stride)
}

// copyReflectors sets V to the reflectors that are stored below the diagonal of A.
func copyReflectors(v, a dense.Matrix[float64]) {
	for i := range a.Rows {
		row := v.Row(i)
		k := copy(row[:min(i, a.Cols)], a.Row(i))
		if k < a.Cols {
			row[k] = 1
			clear(row[k+1:])
		}
	}
}

// qrBase is the number of columns that gonum's own code factors: 8 and 32 take a tenth longer. Factored
// transposed, as those of LU are, and down to 4, they are no faster.
const qrBase = 16

// qrWidth returns the columns of a block for a matrix of order n, measured on a Zen 4 with 16 to 256.
func qrWidth(n int) int {
	switch {
	case n <= 400:
		return 16
	case n <= 750:
		return 32
	case n <= 1500:
		return 64
	}
	return 128
}
