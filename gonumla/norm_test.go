package gonumla

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// TestNorms compares every norm with gonum's own, also of what is not finite, with NaN in what is not
// referenced, and of shapes around the limits between paths.
func TestNorms(t *testing.T) {
	const seed = 51
	t.Log("seed", seed)
	all := []lapack.MatrixNorm{lapack.MaxAbs, lapack.MaxColumnSum, lapack.MaxRowSum, lapack.Frobenius}
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		r := rand.New(rand.NewPCG(seed, 0))
		own := gonum.Implementation{}
		for _, s := range []struct{ m, n int }{{1, 1}, {normLeast - 1, normLeast - 1}, {normLeast, normLeast}, {normLeast + 3, normLeast + 3}, {300, 301}, {302, 301}, {1, 100}, {100, 2}} {
			lda := s.n + 2
			for _, bad := range [][]float64{nil, {math.Inf(-1)}, {math.NaN()}, {math.Inf(1), math.NaN()}} {
				a := normal(r, s.m*lda)
				for i := range a {
					if i%lda >= s.n {
						a[i] = math.NaN()
					}
				}
				for _, x := range bad {
					a[r.IntN(s.m)*lda+r.IntN(s.n)] = x
				}
				work := make([]float64, max(s.m, s.n))
				check := func(name string, got, want float64) {
					same := got == want || math.IsNaN(got) && math.IsNaN(want)
					if !same && !(math.Abs(got-want) <= 0x1p-48*want) {
						t.Errorf("%s of %d x %d with %v: %g, gonum's is %g", name, s.m, s.n, bad, got, want)
					}
				}
				for _, norm := range all {
					check("Dlange", l.Dlange(norm, s.m, s.n, a, lda, work), own.Dlange(norm, s.m, s.n, a, lda, work))
					for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
						for _, d := range []blas.Diag{blas.Unit, blas.NonUnit} {
							check("Dlantr", l.Dlantr(norm, ul, d, s.m, s.n, a, lda, work), own.Dlantr(norm, ul, d, s.m, s.n, a, lda, work))
						}
						if s.m >= s.n {
							check("Dlansy", l.Dlansy(norm, ul, s.n, a, lda, work), own.Dlansy(norm, ul, s.n, a, lda, work))
						}
					}
				}
			}
		}
	})
}
