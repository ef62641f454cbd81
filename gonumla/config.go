package gonumla

import "heddle/gemm"

// Config says how the arithmetic below gonum runs. The zero value is the default.
type Config struct {
	// Workers is how many processors may be used at once by all calls together; 0 means
	// GOMAXPROCS, and follows it when it changes.
	Workers int

	// Mode says how workers share a large product. The zero value, gemm.Malleable, is the one
	// that suits programs which call from several goroutines.
	Mode gemm.Mode
}
