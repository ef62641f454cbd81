//go:build !amd64 || purego || race

package sell

// Saxpy computes y += a x; x is as long as y.
func Saxpy(y, x []float32, a float32) { saxpyGo(y, x[:len(y)], a) }
