package gonumla

import (
	"flag"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/testblas"
	"gonum.org/v1/gonum/lapack/testlapack"

	ours "heddle/blas"
)

// full asks for every suite with every kernel and number of workers, about a minute. Without it
// the long suites run with the kernel that this machine uses, and 2 workers.
var full = flag.Bool("full", false, "run all of gonum's suites with every kernel and 1, 2 and 5 workers")

var (
	_ blas.Float64 = BLAS{}
	_ blas.Float32 = BLAS{}
)

// everyWay runs f with each kernel of this machine and with several numbers of workers, heddle
// being installed below gonum. With brief it takes the first kernel and 2 workers only, unless
// all are asked for.
func everyWay(t *testing.T, brief bool, f func(t *testing.T, b BLAS, l LAPACK)) {
	for i, kernel := range ours.Kernels() {
		for _, workers := range []int{1, 2, 5} {
			if brief && !*full && (i > 0 || workers != 2) {
				continue
			}
			t.Run(fmt.Sprintf("%s/workers=%d", kernel, workers), func(t *testing.T) {
				restore, err := ours.Select(kernel)
				if err != nil {
					t.Fatal(err)
				}
				defer restore()
				Use(Config{Workers: workers})
				defer Restore()
				b := blas64.Implementation().(BLAS)
				b.pool.least = 0 // the suites' matrices are small: share them all the same
				f(t, b, LAPACK{blas: b})
			})
		}
	}
}

// TestBLASSuite runs gonum's own tests of what is replaced.
func TestBLASSuite(t *testing.T) {
	everyWay(t, false, func(t *testing.T, b BLAS, _ LAPACK) {
		testblas.TestDgemm(t, b)
		testblas.DsyrkTest(t, b)
		testblas.Dsyr2kTest(t, b)
		testblas.DsymmTest(t, b)
		testblas.DtrsmTest(t, b)
		testblas.DtrmmTest(t, b)
		testblas.DtrsvTest(t, b)
	})
}

// TestLAPACKSuite runs gonum's own tests of what is replaced, and of what is built on it.
func TestLAPACKSuite(t *testing.T) {
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		testlapack.DpotrfTest(t, l)
		testlapack.DpotrsTest(t, l)
		testlapack.DpotriTest(t, l)
		testlapack.DtrtriTest(t, l)
		testlapack.DpoconTest(t, l)
		testlapack.DlangeTest(t, l)
		testlapack.DlansyTest(t, l)
		testlapack.DlantrTest(t, l)
		testlapack.DgeconTest(t, l)
		testlapack.DtrconTest(t, l)
		testlapack.DgetrfTest(t, l)
		testlapack.DgetrsTest(t, l)
		testlapack.DgetriTest(t, l)
		testlapack.DgesvTest(t, l)
		testlapack.DgeqrfTest(t, l)
		testlapack.DorgqrTest(t, l)
		testlapack.DormqrTest(t, l)
	})
}

// TestLongLAPACKSuite runs those of gonum's tests that take long.
func TestLongLAPACKSuite(t *testing.T) {
	if !*full {
		return
	}
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		testlapack.DgelqfTest(t, l)
		testlapack.DormlqTest(t, l)
		testlapack.DgelsTest(t, l)
		testlapack.DgesvdTest(t, l, 1e-13)
		testlapack.DsyevTest(t, l)
	})
}
