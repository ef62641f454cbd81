package gonumla

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// TestConditionAgainstGonum: the estimates are gonum's, but for rounding, for matrices that make the
// estimator climb and for some that overflow.
func TestConditionAgainstGonum(t *testing.T) {
	const seed = 41
	t.Log("seed", seed)
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		r := rand.New(rand.NewPCG(seed, 0))
		own := gonum.Implementation{}
		for _, n := range []int{1, 2, 3, 10, trsvLeast + 6, 300} {
			for round := range 6 {
				a := normal(r, n*n)
				for i := range n {
					a[i*n+i] *= math.Pow(10, float64(round))
					if round == 5 && i%2 == 0 {
						a[i*n+i] = 0x1p-1000 // its inverse overflows where gonum scales
					}
				}
				work, iwork := make([]float64, 4*n), make([]int, n)
				check := func(name string, got, want float64) {
					if !(math.Abs(got-want) <= 1e-8*want) {
						t.Errorf("%s, n = %d, round %d: %g, gonum's is %g", name, n, round, got, want)
					}
				}
				for _, norm := range []lapack.MatrixNorm{lapack.MaxColumnSum, lapack.MaxRowSum} {
					check("Dgecon", l.Dgecon(norm, n, a, n, 3, work, iwork), own.Dgecon(norm, n, a, n, 3, work, iwork))
					for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
						check("Dtrcon", l.Dtrcon(norm, ul, blas.NonUnit, n, a, n, work, iwork), own.Dtrcon(norm, ul, blas.NonUnit, n, a, n, work, iwork))
						check("Dpocon", l.Dpocon(ul, n, a, n, 3, work, iwork), own.Dpocon(ul, n, a, n, 3, work, iwork))
					}
				}
			}
		}
	})
}
