//go:build !purego && !race

package sell

// nativeVectors returns the loops in NEON.
func nativeVectors() []vectors {
	return []vectors{{"NEON", Axpy, Scale, AxpyDot, func(y, x []float64, _ float64, _ int) float64 { return Dot(y, x) }}}
}

// Axpy computes y += a x; x is as long as y. What lies ahead elements further on is fetched.
func Axpy(y, x []float64, a float64, ahead int) {
	x = x[:len(y)]
	if len(y) > 0 {
		axpyNEON(len(y), &y[0], &x[0], a, 8*ahead)
	}
}

// Scale computes y = x + a y.
func Scale(y, x []float64, a float64, ahead int) {
	x = x[:len(y)]
	if len(y) > 0 {
		scaleNEON(len(y), &y[0], &x[0], a, 8*ahead)
	}
}

// AxpyDot computes y += a x and returns y·y.
func AxpyDot(y, x []float64, a float64, ahead int) float64 {
	x = x[:len(y)]
	if len(y) == 0 {
		return 0
	}
	return axpyDotNEON(len(y), &y[0], &x[0], a, 8*ahead)
}

// Dot returns x·y. The order of its additions depends on the length alone.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	if len(x) == 0 {
		return 0
	}
	return dotNEON(len(x), &x[0], &y[0], 0, 0)
}
