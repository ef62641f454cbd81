package gonumla

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/lapack/gonum"
)

// TestGeqrfAgainstGonum compares R, the reflectors and tau with gonum's own: wide, tall and square matrices
// of one block and of several, with every width of a block, columns of zeros, and what is not finite.
func TestGeqrfAgainstGonum(t *testing.T) {
	const seed = 71
	t.Log("seed", seed)
	everyWay(t, true, func(t *testing.T, _ BLAS, l LAPACK) {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, s := range []struct{ m, n int }{{72, 72}, {73, 100}, {200, 90}, {401, 401}, {800, 760}, {1600, 1510}, {90, 700}} {
			if s.n > 500 && testing.Short() {
				continue
			}
			for _, kind := range []string{"full", "with zeros", "huge"} {
				t.Run(fmt.Sprintf("%dx%d/%s", s.m, s.n, kind), func(t *testing.T) {
					lda := s.n + 3
					a := normal(r, s.m*lda)
					for i := range s.m {
						switch kind {
						case "with zeros": // a column of them, and one that ends early
							a[i*lda+20] = 0
							if i >= 5 {
								a[i*lda+33] = 0
							}
						case "huge":
							a[i*lda+10] *= 0x1p800
						}
					}
					compareGeqrf(t, l, s.m, s.n, a, lda)
				})
			}
		}
		a := normal(r, 100*100)
		a[50*100+50] = math.NaN()
		l.Dgeqrf(100, 100, a, 100, make([]float64, 100), make([]float64, 100), 100)
		if !math.IsNaN(a[99*100+99]) {
			t.Error("NaN has got lost")
		}
	})
}

func compareGeqrf(t *testing.T, l LAPACK, m, n int, a []float64, lda int) {
	want := append([]float64(nil), a...)
	tau, wantTau := make([]float64, min(m, n)), make([]float64, min(m, n))
	work, wantWork := make([]float64, 32*n), make([]float64, 32*n)
	l.Dgeqrf(m, n, a, lda, tau, work, len(work))
	gonum.Implementation{}.Dgeqrf(m, n, want, lda, wantTau, wantWork, len(wantWork))
	for j := range n { // column by column, as they differ in size
		var diff, scale float64
		for i := range m {
			diff = math.Max(diff, math.Abs(a[i*lda+j]-want[i*lda+j]))
			scale = math.Max(scale, math.Abs(want[i*lda+j]))
		}
		if !(diff <= 1e-10*(1+scale)) {
			t.Fatalf("column %d differs from gonum's by %g of %g", j, diff, scale)
		}
	}
	for j := range tau {
		if !(math.Abs(tau[j]-wantTau[j]) <= 1e-10) {
			t.Fatalf("tau[%d] is %g, gonum's is %g", j, tau[j], wantTau[j])
		}
	}
}
