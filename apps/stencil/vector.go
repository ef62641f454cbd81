package stencil

// Zero sets all elements to 0.
func (v Vector) Zero() { clear(v.Rows) }

// Dot returns the sum of x[i] y[i]. It adds in four partial sums, so that additions need not
// wait for each other; their order depends on the length alone.
func Dot(x, y []float64) float64 {
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

// Scale computes y = x + b y.
func Scale(y, x []float64, b float64) {
	x = x[:len(y)]
	for i, v := range y {
		y[i] = x[i] + b*v
	}
}

// Axpy computes y += a x.
func Axpy(y, x []float64, a float64) {
	x = x[:len(y)]
	for i, v := range y {
		y[i] = v + a*x[i]
	}
}
