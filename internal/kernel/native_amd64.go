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

// native32 returns no row: float32 has no assembly on amd64.
func native32() []*Kernel[float32] { return nil }
