package lapack

import (
	"math"

	"heddle/blas"
)

// model predicts the time of a tiled factorization in microseconds. Rates are in flops per
// microsecond (1e-3 GFLOP/s), of one worker while all work.
//
// It was fitted to the fastest of 46 to 500 interleaved runs for n = 64 to 1536 and nb = 32 to 320
// on 2 cores of an Emerald Rapids (go test -run xxx -bench 'Tiles|CholeskyTiled' ./lapack shows the
// numbers behind it). It meets the time of the best tile size within 6 % from n = 512 on, and the tile size it chooses
// costs at most 3 % more than the best. What it chooses depends on ratios alone, which differ less between machines than rates.
type model struct {
	gemm    float64 // limit of GEMM's rate for large tiles
	half    float64 // tile size at which GEMM has half that rate
	trsm    float64 // rate of TRSM and SYRK on a tile, for the critical path
	potrf   float64 // rate of POTRF on a tile
	serial  float64 // limit of the rate of blas.Potrf
	small   float64 // order at which blas.Potrf has half that rate
	convert float64 // elements per microsecond, from row-major and back
	wake    float64 // microseconds until another worker takes part
}

// avx512 is the measured model; others have its shape.
var avx512 = model{gemm: 93e3, half: 37, trsm: 72e3, potrf: 34e3, serial: 72e3, small: 60, convert: 830, wake: 27}

// speed is a kernel's rate of GEMM relative to avx512's (bench blas --kernel).
var speed = map[string]float64{"avx512": 1, "avx2": 0.5, "neon": 0.3, "go": 0.04}

// current returns the model of the machine's best kernel.
func current() model {
	m := avx512
	if s, ok := speed[blas.Kernels()[0]]; ok {
		m.gemm *= s
		m.trsm *= s
		m.potrf *= s
		m.serial *= s
	}
	return m
}

// alone predicts blas.Potrf.
func (m model) alone(n int) float64 {
	f := float64(n)
	return f * f * f / 3 / m.serial * (1 + m.small/f)
}

// tiled predicts Potrf over tiles of nb: what the work takes on all workers, and what the critical path
// takes, joined so that the larger counts.
func (m model) tiled(n, nb, workers int) float64 {
	f, b := float64(n), float64(nb)
	steps := f/b - 1
	work := f*f*f/3/m.gemm*(1+m.half/b) + f*f/2/m.convert
	if workers == 1 {
		return work
	}
	potrf := b * b * b / 3 / m.potrf
	path := potrf + steps*(potrf+2*b*b*b/m.trsm+b*b/2/m.convert)
	return math.Pow(math.Pow(work/float64(workers), overlap)+math.Pow(path, overlap), 1/overlap) + m.wake
}

// overlap is how well work hides the critical path: list scheduling of the graph on 2 workers is 0.8, 1.9 and
// 2.7 % longer than its work where the path is 0.16, 0.27 and 0.44 of that.
const overlap = 2.4
