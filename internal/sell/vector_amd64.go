//go:build !purego && !race

package sell

// nativeVectors returns the loops in assembly that this machine can run.
func nativeVectors() (v []vectors) {
	for on := inAVX2; on <= best; on++ {
		v = append(v, vectors{
			[]string{"Go", "AVX2", "AVX-512"}[on],
			func(y, x []float64, a float64, ahead int) { axpy(on, y, x, a, ahead) },
			func(y, x []float64, a float64, ahead int) { scale(on, y, x, a, ahead) },
			func(y, x []float64, a float64, ahead int) float64 { return axpyDot(on, y, x, a, ahead) },
			func(y, x []float64, _ float64, _ int) float64 { return dot(on, y, x) },
		})
	}
	return v
}

// Axpy computes y += a x; x is as long as y. What lies ahead elements further on is fetched.
func Axpy(y, x []float64, a float64, ahead int) { axpy(best, y, x, a, ahead) }

// Scale computes y = x + a y.
func Scale(y, x []float64, a float64, ahead int) { scale(best, y, x, a, ahead) }

// AxpyDot computes y += a x and returns y·y.
func AxpyDot(y, x []float64, a float64, ahead int) float64 { return axpyDot(best, y, x, a, ahead) }

// Dot returns x·y. The order of its additions depends on the length alone.
func Dot(x, y []float64) float64 { return dot(best, x, y) }

func axpy(on isa, y, x []float64, a float64, ahead int) {
	x = x[:len(y)]
	switch {
	case len(y) == 0:
	case on == inAVX512:
		axpyAVX512(len(y), &y[0], &x[0], a, 8*ahead)
	case on == inAVX2:
		axpyAVX2(len(y), &y[0], &x[0], a, 8*ahead)
	default:
		axpyGo(y, x, a, ahead)
	}
}

func scale(on isa, y, x []float64, a float64, ahead int) {
	x = x[:len(y)]
	switch {
	case len(y) == 0:
	case on == inAVX512:
		scaleAVX512(len(y), &y[0], &x[0], a, 8*ahead)
	case on == inAVX2:
		scaleAVX2(len(y), &y[0], &x[0], a, 8*ahead)
	default:
		scaleGo(y, x, a, ahead)
	}
}

func axpyDot(on isa, y, x []float64, a float64, ahead int) float64 {
	x = x[:len(y)]
	switch {
	case len(y) == 0:
		return 0
	case on == inAVX512:
		return axpyDotAVX512(len(y), &y[0], &x[0], a, 8*ahead)
	case on == inAVX2:
		return axpyDotAVX2(len(y), &y[0], &x[0], a, 8*ahead)
	default:
		return axpyDotGo(y, x, a, ahead)
	}
}

func dot(on isa, x, y []float64) float64 {
	y = y[:len(x)]
	switch {
	case len(x) == 0:
		return 0
	case on == inAVX512:
		return dotAVX512(len(x), &x[0], &y[0], 0, 0)
	case on == inAVX2:
		return dotAVX2(len(x), &x[0], &y[0], 0, 0)
	default:
		return dotGo(x, y)
	}
}
