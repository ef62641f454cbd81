//go:build !purego

package kernel

// native64 returns the row for NEON, which every arm64 machine has.
func native64() []*Kernel[float64] { return []*Kernel[float64]{annotated(neonRow())} }

// native32 returns no row: float32 has no assembly on arm64.
func native32() []*Kernel[float32] { return nil }
