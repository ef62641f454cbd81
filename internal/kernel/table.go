package kernel

// Rows64 returns the rows for float64 that this machine can run, best first. The last is always
// the Go twin. Each call makes new rows; their functions are the same.
func Rows64() []*Kernel[float64] { return append(native64(), goRow[float64]("go", 4)) }

// Rows32 returns the rows for float32 that this machine can run, best first. The last is always
// the Go twin. Each call makes new rows; their functions are the same.
func Rows32() []*Kernel[float32] { return append(native32(), goRow[float32]("go", 4)) }
