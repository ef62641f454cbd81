//go:build !purego

package kernel

// The direct kernels for AVX2: blocks of at most 4 rows, groups of 3 vectors of columns.
var (
	directAVX2 = &directShapes[float64]{narrow: &directShape[float64]{12, []directKernel[float64]{
		1: direct1AVX2, 2: direct2AVX2, 3: direct3AVX2, 4: direct4AVX2,
	}}}
	directF32AVX2 = &directShapes[float32]{narrow: &directShape[float32]{24, []directKernel[float32]{
		1: direct1F32AVX2, 2: direct2F32AVX2, 3: direct3F32AVX2, 4: direct4F32AVX2,
	}}}
)
