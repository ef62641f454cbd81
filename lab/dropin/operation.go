package dropin

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"heddle/dense"
)

// operation is one call of package mat on operands of one order.
type operation struct {
	flops float64
	call  func() error
	// check returns the residual ratio of the last call's result, as LAPACK's tests form it: it
	// is right below lab.MaxRatio.
	check func() float64
}

// routine makes an operation of order n.
type routine struct {
	name, doc string
	make      func(n int, seed uint64) operation
}

var routines = []routine{
	{"mul", "mat.Dense.Mul: C = A*B, 2n^3 flops", mul},
	{"cholesky", "mat.Cholesky.Factorize, its estimate of the condition included, n^3/3", cholesky},
	{"lu", "mat.LU.Factorize, its estimate of the condition included, 2n^3/3", lu},
	{"qr", "mat.QR.Factorize, its estimate of the condition included, 4n^3/3", qr},
	{"solve", "mat.Dense.Solve of a general system with one right-hand side, 2n^3/3", solve},
	{"inverse", "mat.Dense.Inverse, 2n^3", inverse},
}

// eps is the relative machine epsilon of float64 (LAPACK: dlamch 'Epsilon').
const eps = 1.0 / (1 << 53)

// random returns an n x m matrix of numbers in [-1, 1).
func random(n, m int, seed uint64) *mat.Dense {
	a := dense.New[float64](n, m)
	for i := range n {
		row := a.Row(i)
		for j := range row {
			row[j] = 2*dense.Uniform(seed, i, j) - 1
		}
	}
	return mat.NewDense(n, m, a.Data[:n*m])
}

func mul(n int, seed uint64) operation {
	a, b, x := random(n, n, seed), random(n, n, seed+1), random(n, 1, seed+2)
	var c mat.Dense
	return operation{
		flops: 2 * cube(n),
		call:  func() error { c.Mul(a, b); return nil },
		check: func() float64 {
			var bx, abx, cx mat.VecDense
			bx.MulVec(b, x.ColView(0))
			abx.MulVec(a, &bx)
			cx.MulVec(&c, x.ColView(0))
			return distance(&abx, &cx) / (float64(n) * eps * mat.Norm(a, 1) * mat.Norm(b, 1))
		},
	}
}

func cholesky(n int, seed uint64) operation {
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			a.SetSym(i, j, 2*dense.Uniform(seed, i, j)-1)
		}
		a.SetSym(i, i, a.At(i, i)+float64(n))
	}
	var f mat.Cholesky
	b := random(n, 1, seed+1)
	return operation{
		flops: cube(n) / 3,
		call: func() error {
			if !f.Factorize(a) {
				return errors.New("the matrix is said not to be positive definite")
			}
			return nil
		},
		check: func() float64 {
			var x mat.VecDense
			if f.SolveVecTo(&x, b.ColView(0)) != nil {
				return math.NaN()
			}
			return residual(a, &x, b)
		},
	}
}

func lu(n int, seed uint64) operation { return factorize(n, seed, 2*cube(n)/3, new(mat.LU)) }

func qr(n int, seed uint64) operation { return factorize(n, seed, 4*cube(n)/3, new(mat.QR)) }

// factorize is the operation of a factorization of a general matrix.
func factorize(n int, seed uint64, flops float64, f interface {
	Factorize(a mat.Matrix)
	SolveVecTo(dst *mat.VecDense, trans bool, b mat.Vector) error
}) operation {
	a, b := random(n, n, seed), random(n, 1, seed+1)
	return operation{
		flops: flops,
		call:  func() error { f.Factorize(a); return nil },
		check: func() float64 {
			var x mat.VecDense
			if f.SolveVecTo(&x, false, b.ColView(0)) != nil {
				return math.NaN()
			}
			return residual(a, &x, b)
		},
	}
}

func solve(n int, seed uint64) operation {
	a, b := random(n, n, seed), random(n, 1, seed+1)
	var x mat.VecDense
	return operation{
		flops: 2 * cube(n) / 3,
		call:  func() error { return x.SolveVec(a, b.ColView(0)) },
		check: func() float64 { return residual(a, &x, b) },
	}
}

func inverse(n int, seed uint64) operation {
	a, b := random(n, n, seed), random(n, 1, seed+1)
	var inv mat.Dense
	return operation{
		flops: 2 * cube(n),
		call:  func() error { return inv.Inverse(a) },
		check: func() float64 {
			var x, ax mat.VecDense
			x.MulVec(&inv, b.ColView(0))
			ax.MulVec(a, &x)
			return distance(&ax, b.ColView(0)) / (float64(n) * eps * mat.Norm(a, 1) * mat.Norm(&inv, 1))
		},
	}
}

// residual returns |A*x - b| / (n eps |A| |x|).
func residual(a mat.Matrix, x mat.Vector, b *mat.Dense) float64 {
	var ax mat.VecDense
	ax.MulVec(a, x)
	n, _ := b.Dims()
	return distance(&ax, b.ColView(0)) / (float64(n) * eps * mat.Norm(a, 1) * mat.Norm(x, 1))
}

// distance returns the sum of the differences, NaN if there is one.
func distance(x, y mat.Vector) float64 {
	sum := 0.0
	for i := range x.Len() {
		sum += math.Abs(x.AtVec(i) - y.AtVec(i))
	}
	return sum
}

func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }
