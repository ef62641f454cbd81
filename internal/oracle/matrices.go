package oracle

import (
	"fmt"
	"math"

	"heddle/dense"
)

// Case is a symmetric matrix of order A.Rows, both triangles filled, and what a factorization
// must say of it: 0 for positive definite, else the order of the first leading minor that is not.
type Case[T dense.Float] struct {
	Name  string
	A     dense.Matrix[T]
	Minor int
}

// LapackTypes returns the nine matrices of LAPACK's test of POTRF (dchkpo with dlatb4), of order
// n >= 1: diagonal; well conditioned (2); first, last and middle row and column zero; condition
// sqrt(0.1/eps) and 0.1/eps; scaled near underflow and near overflow.
func LapackTypes[T dense.Float](n int, seed uint64) []Case[T] {
	eps := 2 * Eps[T]() // dlamch 'Precision', as dlatb4 has it
	tiny := 0x1p-1022
	if eps > 1e-10 {
		tiny = 0x1p-126
	}
	small := 0.25 * tiny / eps // dlatb4's SHRINK * (underflow / eps); near overflow is its reciprocal
	well := func(k int) dense.Matrix[T] { return ZeroRowCol(Spectrum[T](n, 2, 1, seed), k) }
	return []Case[T]{
		{"diagonal", Diagonal[T](n, 2), 0},
		{"well conditioned", Spectrum[T](n, 2, 1, seed), 0},
		{"first row and column zero", well(0), 1},
		{"last row and column zero", well(n - 1), n},
		{"middle row and column zero", well(n / 2), n/2 + 1},
		{"condition sqrt(0.1/eps)", Spectrum[T](n, math.Sqrt(0.1/eps), 1, seed), 0},
		{"condition 0.1/eps", Spectrum[T](n, 0.1/eps, 1, seed), 0},
		{"near underflow", Spectrum[T](n, 2, small, seed), 0},
		{"near overflow", Spectrum[T](n, 2, 1/small, seed), 0},
	}
}

// Diagonal returns the diagonal matrix with 1 .. 1/cond in geometric steps.
func Diagonal[T dense.Float](n int, cond float64) dense.Matrix[T] {
	a := dense.New[T](n, n)
	for i := range n {
		a.Set(i, i, T(eigenvalue(i, n, cond)))
	}
	return a
}

// eigenvalue i of n, from 1 to 1/cond in geometric steps (dlatms with MODE = 3).
func eigenvalue(i, n int, cond float64) float64 {
	return math.Pow(cond, -float64(i)/float64(max(1, n-1)))
}

// Spectrum returns Q*D*Q' times scale with D = Diagonal(n, cond) and Q a product of n random
// Householder reflections (LAPACK: dlatms, dlagsy). O(n^3).
func Spectrum[T dense.Float](n int, cond, scale float64, seed uint64) dense.Matrix[T] {
	d := Diagonal[float64](n, cond)
	v, w := make([]float64, n), make([]float64, n)
	for r := range n {
		reflection(v, seed, r)
		reflect(d, v, w)
	}
	a := dense.New[T](n, n)
	for i := range n {
		for j := range n {
			a.Set(i, j, T(d.At(max(i, j), min(i, j))*scale))
		}
	}
	return a
}

// reflection sets v to a random unit vector.
func reflection(v []float64, seed uint64, r int) {
	norm := 0.0
	for i := range v {
		v[i] = dense.Uniform(seed, r, i) + dense.Uniform(seed, r, i+len(v)) - 1
		norm += v[i] * v[i]
	}
	norm = math.Sqrt(norm)
	for i := range v {
		v[i] /= norm
	}
}

// reflect computes A = H*A*H with H = I - 2*v*v' and A symmetric: with w = A*v - (v'*A*v)*v,
// A -= 2*(v*w' + w*v').
func reflect(a dense.Matrix[float64], v, w []float64) {
	vav := 0.0
	for i := range v {
		w[i] = 0
		for j, x := range a.Row(i) {
			w[i] += x * v[j]
		}
		vav += v[i] * w[i]
	}
	for i := range v {
		w[i] -= vav * v[i]
	}
	for i := range v {
		for j, r := 0, a.Row(i); j < len(r); j++ {
			r[j] -= 2 * (v[i]*w[j] + w[i]*v[j])
		}
	}
}

// ZeroRowCol returns a copy of a with row and column k zero: not positive definite at minor k+1
// if a is positive definite.
func ZeroRowCol[T dense.Float](a dense.Matrix[T], k int) dense.Matrix[T] {
	c := a.Clone()
	for i := range c.Rows {
		c.Set(i, k, 0)
		c.Set(k, i, 0)
	}
	return c
}

// RBF returns the kernel matrix exp(-|xi-xj|^2 / (2 width^2)) of n random points in the unit
// square, plus noise on the diagonal. Its spectrum decays so fast that inverting diagonal blocks
// breaks down on it where substitution does not.
func RBF[T dense.Float](n int, width, noise float64, seed uint64) dense.Matrix[T] {
	a := dense.New[T](n, n)
	for i := range n {
		for j := range n {
			dx := dense.Uniform(seed, i, 0) - dense.Uniform(seed, j, 0)
			dy := dense.Uniform(seed, i, 1) - dense.Uniform(seed, j, 1)
			v := math.Exp(-(dx*dx + dy*dy) / (2 * width * width))
			if i == j {
				v += noise
			}
			a.Set(i, j, T(v))
		}
	}
	return a
}

// Indefinite returns matrices that look harmless and are not positive definite: two published
// examples, and SPD matrices of order n with row and column k zero, for every k.
func Indefinite[T dense.Float](n int, seed uint64) []Case[T] {
	cases := []Case[T]{
		{"3 x 3", dense.Of([]T{15, 15, -5}, []T{15, 15, 1}, []T{-5, 1, 10}), 2},
		{"5 x 5", dense.Of([]T{1, 0, 4, 0, .2}, []T{0, 1, 6, 0, 0}, []T{4, 6, 6, 3, 3},
			[]T{0, 0, 3, .5, 0}, []T{.2, 0, 3, 0, .5}), 3},
	}
	spd := dense.SPD[T](n, seed)
	for k := range n {
		cases = append(cases, Case[T]{fmt.Sprintf("n=%d zero k=%d", n, k), ZeroRowCol(spd, k), k + 1})
	}
	return cases
}
