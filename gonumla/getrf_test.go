package gonumla

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/lapack/gonum"
)

// TestGetrfAgainstGonum compares the factors and the pivots with gonum's own: wide, tall and square matrices
// of several halvings, and a singular one.
func TestGetrfAgainstGonum(t *testing.T) {
	const seed = 61
	t.Log("seed", seed)
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, s := range []struct{ m, n int }{{141, 141}, {142, 142}, {40, 500}, {500, 40}, {300, 300}, {517, 333}, {150, 700}, {700, 150}} {
			for _, singular := range []bool{false, true} {
				lda := s.n + 3
				a := normal(r, s.m*lda)
				if singular {
					for i := range s.m {
						a[i*lda+37] = 0
					}
				}
				want := append([]float64(nil), a...)
				piv, wantPiv := make([]int, min(s.m, s.n)), make([]int, min(s.m, s.n))
				ok := l.Dgetrf(s.m, s.n, a, lda, piv)
				wantOK := gonum.Implementation{}.Dgetrf(s.m, s.n, want, lda, wantPiv)
				if ok != wantOK || ok == singular {
					t.Errorf("%d x %d, singular %v: ok = %v, gonum's is %v", s.m, s.n, singular, ok, wantOK)
				}
				for i := range piv {
					if piv[i] != wantPiv[i] {
						t.Fatalf("%d x %d: row %d is exchanged with %d, by gonum with %d", s.m, s.n, i, piv[i], wantPiv[i])
					}
				}
				var p problem[float64]
				if d := p.distance(a, want); !(d <= 1e-10) { // elements grow, and errors with them
					t.Errorf("%d x %d: the factors differ from gonum's by %g", s.m, s.n, d)
				}
			}
		}
	})
}
