package blas

import (
	"testing"

	"heddle/dense"
	"heddle/internal/oracle"
)

func TestSyrk(t *testing.T) {
	eachType(t, testSyrk[float64], testSyrk[float32])
}

func testSyrk[T dense.Float](t *testing.T) {
	s := sizes()
	count := 0
	for _, n := range s {
		for _, k := range s {
			for _, u := range uplos {
				for _, trans := range transposes {
					alphas, betas := []T{1, -1, 0.7, 0}, []T{0, 1, -1, 0.3}
					for i := range 4 {
						syrkCase(t, u, trans, n, k, alphas[(count+i)%4], betas[i], count%3*5)
					}
					count += 5
				}
			}
		}
	}
	for _, u := range uplos {
		syrkCase[T](t, u, NoTrans, 2*192+3, 9, 1, 0, 1)
		syrkCase[T](t, u, Trans, 192+9, blockK+5, -1, 1, 0)
	}
}

func syrkCase[T dense.Float](t *testing.T, u Uplo, trans Transpose, n, k int, alpha, beta T, pad int) {
	t.Helper()
	a := dense.Random[T](n, k, 1)
	if trans == Trans {
		a = a.Transposed()
	}
	c0 := hide(u, dense.Random[T](n, n, 3))
	start := c0.Clone()
	if beta == 0 {
		start.Fill(nan[T]())
	}
	ga, gc := guard(a, pad), guard(start, pad)
	if alpha == 0 || k == 0 {
		ga.Fill(nan[T]())
	}
	Syrk(u, trans, alpha, ga.Matrix, beta, gc.Matrix)
	if err := hidden(u, gc.Matrix); err != nil {
		t.Errorf("n=%d k=%d %v trans=%d: %v", n, k, u, trans, err)
	}
	if err := gc.intact(); err != nil {
		t.Errorf("n=%d k=%d %v trans=%d pad=%d: %v", n, k, u, trans, pad, err)
	}
	full, full0 := mirror(u, gc.Matrix), mirror(u, c0)
	right(t, oracle.GemmRatio(trans == Trans, trans == NoTrans, alpha, a, a, beta, full0, full),
		"n=%d k=%d %v trans=%d alpha=%g beta=%g", n, k, u, trans, alpha, beta)
}

// mirror returns the symmetric matrix of which m holds the triangle u.
func mirror[T dense.Float](u Uplo, m dense.Matrix[T]) dense.Matrix[T] {
	c := m.Clone()
	for i := range c.Rows {
		for j := range i {
			if u == Lower {
				c.Set(j, i, m.At(i, j))
			} else {
				c.Set(i, j, m.At(j, i))
			}
		}
	}
	return c
}
