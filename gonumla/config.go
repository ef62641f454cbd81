package gonumla

import (
	"heddle/gemm"
	"heddle/task"
)

// Config says how the arithmetic below gonum runs. The zero value is the default.
type Config struct {
	// Workers is how many processors may be used at once by all calls together; 0 means
	// GOMAXPROCS, and follows it when it changes.
	Workers int

	// Runtime is a runtime of the program's own on which large problems are shared, so that they
	// and its tasks use the same workers. It must not be closed before Restore or the next Use, which
	// leave it open. nil means one that is made for the purpose; with another, Workers must be 0.
	Runtime *task.Runtime

	// Mode says how workers share a large product. The zero value, gemm.Malleable, is the one
	// that suits programs which call from several goroutines.
	Mode gemm.Mode
}
