//go:build !purego

package kernel

import "heddle/internal/cpu"

// The direct kernels for AVX-512: blocks of at most 8 rows in groups of 3 vectors of columns, or of
// at most 6 in groups of 4.
var (
	directAVX512 = &directShapes[float64]{
		narrow: &directShape[float64]{24, []directKernel[float64]{
			1: direct1AVX512, 2: direct2AVX512, 3: direct3AVX512, 4: direct4AVX512,
			5: direct5AVX512, 6: direct6AVX512, 7: direct7AVX512, 8: direct8AVX512,
		}},
		wide: &directShape[float64]{32, []directKernel[float64]{
			1: directWide1AVX512, 2: directWide2AVX512, 3: directWide3AVX512,
			4: directWide4AVX512, 5: directWide5AVX512, 6: directWide6AVX512,
		}},
	}
	directF32AVX512 = &directShapes[float32]{
		narrow: &directShape[float32]{48, []directKernel[float32]{
			1: direct1F32AVX512, 2: direct2F32AVX512, 3: direct3F32AVX512, 4: direct4F32AVX512,
			5: direct5F32AVX512, 6: direct6F32AVX512, 7: direct7F32AVX512, 8: direct8F32AVX512,
		}},
		wide: &directShape[float32]{64, []directKernel[float32]{
			1: directWide1F32AVX512, 2: directWide2F32AVX512, 3: directWide3F32AVX512,
			4: directWide4F32AVX512, 5: directWide5F32AVX512, 6: directWide6F32AVX512,
		}},
	}
)

// directAddAVX512 is Direct. Small products that one call of one kernel does get there at once: at
// n = 16 the choices of directShapes would be a tenth of the time.
func directAddAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
	if oneCallAVX512(rows, cols, k, 8) {
		direct8AVX512(rows/8, cols, k, a, 8*ars, 8*acs, b, 8*ldb, c, 8*ldc, alpha, directAdd)
		return
	}
	directAVX512.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directAdd)
}

// directSetAVX512 is DirectSet.
func directSetAVX512(rows, cols, k int, a *float64, ars, acs int, b *float64, ldb int, c *float64, ldc int, alpha float64) {
	mode := setMode(alpha)
	if oneCallAVX512(rows, cols, k, 8) {
		direct8AVX512(rows/8, cols, k, a, 8*ars, 8*acs, b, 8*ldb, c, 8*ldc, alpha, mode)
		return
	}
	directAVX512.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, mode)
}

// directAddF32AVX512 and directSetF32AVX512 are those for float32.
func directAddF32AVX512(rows, cols, k int, a *float32, ars, acs int, b *float32, ldb int, c *float32, ldc int, alpha float32) {
	if oneCallAVX512(rows, cols, k, 16) {
		direct8F32AVX512(rows/8, cols, k, a, 4*ars, 4*acs, b, 4*ldb, c, 4*ldc, alpha, directAdd)
		return
	}
	directF32AVX512.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, directAdd)
}

func directSetF32AVX512(rows, cols, k int, a *float32, ars, acs int, b *float32, ldb int, c *float32, ldc int, alpha float32) {
	mode := setMode(alpha)
	if oneCallAVX512(rows, cols, k, 16) {
		direct8F32AVX512(rows/8, cols, k, a, 4*ars, 4*acs, b, 4*ldb, c, 4*ldc, alpha, mode)
		return
	}
	directF32AVX512.direct(rows, cols, k, a, ars, acs, b, ldb, c, ldc, alpha, mode)
}

// setMode is the mode that stores alpha times the sums.
func setMode[T Float](alpha T) int {
	if alpha == 1 {
		return directSetOne
	}
	return directSet
}

// oneCallAVX512 reports whether whole blocks of 8 rows and one to oneCallVectors vectors of so many
// columns are the whole product.
func oneCallAVX512(rows, cols, k, lanes int) bool {
	return rows > 0 && rows&7 == 0 && uint(cols-1) < uint(lanes*oneCallVectors) && uint(k-1) < directDepth && rows*cols*k <= directWork
}

// oneCallVectors is up to how many vectors of columns blocks of 8 rows do. Beyond three, groups of four
// load less, but are two calls where blocks of 6 rows do not fit.
var oneCallVectors = vectorsOfOneCall(cpu.Detect())

// vectorsOfOneCall returns 8 for Zen 4, whose multipliers take so long that groups of two vectors do
// not wait for loads, and which gains by the single call: in GFLOP/s of 58.9, medians of 31
// interleaved runs, n=32 55.8 57.0, 40 57.4 57.9, 48 57.7 58.1, 64 57.6 58.1. Elsewhere that is not
// measured yet.
func vectorsOfOneCall(f cpu.Features) int {
	if f.AVX512Halves {
		return 8
	}
	return 3
}
