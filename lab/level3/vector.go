package level3

import (
	"math"

	"heddle/dense"
)

// A matrix is checked by applying it to a random vector: O(n^2) instead of O(n^3), and any
// wrong element shows but for a chance that is nil (Freivalds, 1977).

// vector returns n numbers in [-1, 1).
func vector(n int, seed uint64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 2*dense.Uniform(^seed, i, 0) - 1
	}
	return x
}

// times returns A*x.
func times(a matrix, x []float64) []float64 {
	y := make([]float64, a.Rows)
	for i := range y {
		y[i] = dot(a.Row(i), x)
	}
	return y
}

// symmetricTimes returns A*x for the symmetric matrix in the lower triangle of a.
func symmetricTimes(a matrix, x []float64) []float64 {
	y := make([]float64, a.Rows)
	for i := range y {
		row := a.Row(i)
		y[i] += dot(row[:i+1], x)
		axpy(x[i], row[:i], y)
	}
	return y
}

// lowerTimes returns L*x, or L'*x, for the lower triangle of a.
func lowerTimes(a matrix, x []float64, transposed bool) []float64 {
	y := make([]float64, a.Rows)
	for i := range y {
		if transposed {
			axpy(x[i], a.Row(i)[:i+1], y)
		} else {
			y[i] = dot(a.Row(i)[:i+1], x)
		}
	}
	return y
}

// dot returns the sum of a[i]*x[i] over the length of a.
func dot(a, x []float64) float64 {
	x = x[:len(a)]
	sum := 0.0
	for i, v := range a {
		sum += v * x[i]
	}
	return sum
}

// axpy adds s*a[i] to y[i] over the length of a.
func axpy(s float64, a, y []float64) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] += s * v
	}
}

// norm is the largest |x[i]|; NaN where one is NaN.
func norm(x []float64) float64 {
	worst := 0.0
	for _, v := range x {
		worst = math.Max(worst, math.Abs(v))
	}
	return worst
}

// distance is the largest |x[i]-y[i]|; NaN where one is NaN.
func distance(x, y []float64) float64 {
	worst := 0.0
	for i := range x {
		worst = math.Max(worst, math.Abs(x[i]-y[i]))
	}
	return worst
}
