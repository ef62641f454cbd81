package sell

// vectors are the loops over vectors in one implementation: of n elements of y and x. What lies
// ahead elements further on is fetched meanwhile.
type vectors struct {
	name string

	axpy, scale  func(y, x []float64, a float64, ahead int)
	axpyDot, dot func(y, x []float64, a float64, ahead int) float64
}

// vectorTwin is the loops in Go.
var vectorTwin = vectors{"Go", axpyGo, scaleGo, axpyDotGo, func(y, x []float64, _ float64, _ int) float64 { return dotGo(y, x) }}

func axpyGo(y, x []float64, a float64, _ int) {
	x = x[:len(y)]
	for i, v := range y {
		y[i] = v + a*x[i]
	}
}

func scaleGo(y, x []float64, a float64, _ int) {
	x = x[:len(y)]
	for i, v := range y {
		y[i] = x[i] + a*v
	}
}

func axpyDotGo(y, x []float64, a float64, _ int) float64 {
	axpyGo(y, x, a, 0)
	return dotGo(y, y)
}

// dotGo adds in four partial sums, so that additions need not wait for each other.
func dotGo(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	n := len(x) &^ 3
	y = y[:len(x)]
	for i := 0; i < n; i += 4 {
		u, v := x[i:][:4], y[i:][:4]
		s0 += u[0] * v[0]
		s1 += u[1] * v[1]
		s2 += u[2] * v[2]
		s3 += u[3] * v[3]
	}
	for i := n; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}
