//go:build !purego

package kernel

import "heddle/internal/cpu"

// native64 returns the rows in assembly that this machine can run, best first.
func native64() []*Kernel[float64] {
	var rows []*Kernel[float64]
	f := cpu.Detect()
	if f.AVX512 {
		rows = append(rows, annotated(avx512Row()))
	}
	if f.AVX2 {
		rows = append(rows, annotated(avx2Row()))
	}
	return rows
}

// native32 is native64 for float32.
func native32() []*Kernel[float32] {
	var rows []*Kernel[float32]
	f := cpu.Detect()
	if f.AVX512 {
		rows = append(rows, annotated(avx512RowF32()))
	}
	if f.AVX2 {
		rows = append(rows, annotated(avx2RowF32()))
	}
	return rows
}
