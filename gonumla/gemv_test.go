package gonumla

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestSharedByMemory: what is shared among workers has the bits of gonum's own, whatever the shape.
func TestSharedByMemory(t *testing.T) {
	p := newPool(Config{Workers: 3})
	defer p.close()
	const seed = 21
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	b, own := BLAS{pool: p}, gonum.Implementation{}
	for _, s := range []struct{ m, n, lda int }{{900, 800, 803}, {7, 100000, 100000}, {100000, 7, 9}, {1, 700000, 700000}, {700000, 1, 2}} {
		if !sharesMemory(p, s.m, s.n, make([]float32, s.m*s.lda), s.lda, nil, 0, 1, nil, 0, 1) {
			t.Errorf("%d x %d is not shared", s.m, s.n)
		}
		a, x, y := normal(r, s.m*s.lda), normal(r, max(s.m, s.n)), normal(r, max(s.m, s.n))
		a32, x32, y32 := single(a), single(x), single(y)
		for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, beta := range []float64{0, 0.5} {
				ny, _ := shape(tr, s.m, s.n) // with beta = 0 gonum clears whatever lies behind as well
				got, want := slices.Clone(y[:ny]), slices.Clone(y[:ny])
				b.Dgemv(tr, s.m, s.n, 2, a, s.lda, x, 1, beta, got, 1)
				own.Dgemv(tr, s.m, s.n, 2, a, s.lda, x, 1, beta, want, 1)
				got32, want32 := slices.Clone(y32[:ny]), slices.Clone(y32[:ny])
				b.Sgemv(tr, s.m, s.n, 2, a32, s.lda, x32, 1, float32(beta), got32, 1)
				own.Sgemv(tr, s.m, s.n, 2, a32, s.lda, x32, 1, float32(beta), want32, 1)
				if !slices.Equal(got, want) || !slices.Equal(got32, want32) {
					t.Errorf("GEMV %c of %d x %d, beta %g, is not gonum's", tr, s.m, s.n, beta)
				}
			}
		}
		got, want := slices.Clone(a), slices.Clone(a)
		b.Dger(s.m, s.n, 2, x, 1, y, 1, got, s.lda)
		own.Dger(s.m, s.n, 2, x, 1, y, 1, want, s.lda)
		got32, want32 := slices.Clone(a32), slices.Clone(a32)
		b.Sger(s.m, s.n, 2, x32, 1, y32, 1, got32, s.lda)
		own.Sger(s.m, s.n, 2, x32, 1, y32, 1, want32, s.lda)
		if !slices.Equal(got, want) || !slices.Equal(got32, want32) {
			t.Errorf("GER of %d x %d is not gonum's", s.m, s.n)
		}
	}
}

func normal(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func single(x []float64) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = float32(v)
	}
	return y
}
