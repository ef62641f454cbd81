//go:build !purego

package kernel

// native64 returns the row for NEON, which every arm64 machine has.
func native64() []*Kernel[float64] { return []*Kernel[float64]{annotated(neonRow())} }

// native32 is native64 for float32.
func native32() []*Kernel[float32] { return []*Kernel[float32]{annotated(neonRowF32())} }
