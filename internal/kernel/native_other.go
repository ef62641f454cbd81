//go:build purego || (!amd64 && !arm64)

package kernel

// native64 returns no row: this build has no assembly.
func native64() []*Kernel[float64] { return nil }

// native32 returns no row: this build has no assembly.
func native32() []*Kernel[float32] { return nil }
