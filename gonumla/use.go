package gonumla

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	gonumlapack "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// installed is what Use has put in place, and what it has displaced.
var installed struct {
	sync.Mutex
	pool   *pool // nil: nothing is installed
	blas64 blas.Float64
	blas32 blas.Float32
}

// Use installs heddle's arithmetic below blas64, blas32 and lapack64, for the whole program. With
// several calls the last one counts. It panics if there is more than one Config, or if one makes
// no sense.
//
// gonum keeps its implementation in variables without a lock, so Use and Restore must not be
// called while other goroutines compute with gonum.
func Use(config ...Config) {
	var c Config
	switch len(config) {
	case 0:
	case 1:
		c = config[0]
	default:
		panic("gonumla: more than one Config")
	}
	p := newPool(c)
	installed.Lock()
	defer installed.Unlock()
	if installed.pool == nil {
		installed.blas64, installed.blas32 = blas64.Implementation(), blas32.Implementation()
	} else {
		installed.pool.close()
	}
	installed.pool = p
	b := BLAS{pool: p}
	blas64.Use(b)
	blas32.Use(b)
	lapack64.Use(LAPACK{blas: b})
}

// Restore undoes Use: blas64 and blas32 get back what they had before the first Use, and lapack64
// gonum's own (it does not tell what it had). The workers end. Without a Use before it, it does
// nothing.
func Restore() {
	installed.Lock()
	defer installed.Unlock()
	if installed.pool == nil {
		return
	}
	blas64.Use(installed.blas64)
	blas32.Use(installed.blas32)
	lapack64.Use(gonumlapack.Implementation{})
	installed.pool.close()
	installed.pool, installed.blas64, installed.blas32 = nil, nil, nil
}
