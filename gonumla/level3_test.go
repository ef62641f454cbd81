package gonumla

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"heddle/dense"
)

// level3 is what both precisions of gonum's level 3 have in common, as functions of T.
type level3[T dense.Float] struct {
	gemm  func(tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	syrk  func(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int)
	syr2k func(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	symm  func(s blas.Side, ul blas.Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	trsm  func(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
	trmm  func(s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
}

func doubles(b blas.Float64) level3[float64] {
	return level3[float64]{b.Dgemm, b.Dsyrk, b.Dsyr2k, b.Dsymm, b.Dtrsm, b.Dtrmm}
}

func singles(b blas.Float32) level3[float32] {
	return level3[float32]{b.Sgemm, b.Ssyrk, b.Ssyr2k, b.Ssymm, b.Strsm, b.Strmm}
}

// TestAgainstGonum compares every routine, in both precisions, with gonum's own on random
// operands: sizes around the limits between paths, strides larger than rows, all flags.
func TestAgainstGonum(t *testing.T) {
	t.Run("float64", func(t *testing.T) { againstGonum(t, 0x1p-52, doubles(gonum.Implementation{}), doubles) })
	t.Run("float32", func(t *testing.T) {
		againstGonum(t, 0x1p-23, singles(gonum.Implementation{}), func(b blas.Float64) level3[float32] { return singles(b.(BLAS)) })
	})
}

func againstGonum[T dense.Float](t *testing.T, eps float64, want level3[T], bind func(blas.Float64) level3[T]) {
	everyWay(t, true, func(t *testing.T, b BLAS, _ LAPACK) {
		const seed = 1
		r := rand.New(rand.NewPCG(seed, 2))
		got := bind(b)
		for round := range 300 {
			p := problemOf[T](r)
			for _, name := range []string{"gemm", "syrk", "syr2k", "symm", "trsm", "trmm"} {
				x, y := p.run(name, got), p.run(name, want)
				if d := p.distance(x, y); !(d <= 30*eps*float64(p.na()+1)) {
					t.Fatalf("seed %d, round %d: %s %+v: differs from gonum's by %g", seed, round, name, p.flags, d)
				}
			}
		}
	})
}

type flags struct {
	tA, tB      blas.Transpose
	s           blas.Side
	ul          blas.Uplo
	d           blas.Diag
	m, n, k, ld int
	alpha, beta float64
}

// problem holds operands large enough for all of the routines.
type problem[T dense.Float] struct {
	flags
	a, b, c []T
}

func problemOf[T dense.Float](r *rand.Rand) *problem[T] {
	sizes := []int{1, 2, 3, 7, 12, 13, 31, 33, 48, 49, 65, 97, 130}
	pick := func() int { return sizes[r.IntN(len(sizes))] }
	p := &problem[T]{}
	p.m, p.n, p.k = pick(), pick(), pick()
	most := max(p.m, p.n, p.k)
	p.ld = most + r.IntN(5)
	p.tA = []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}[r.IntN(3)]
	p.tB = []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}[r.IntN(3)]
	p.s = []blas.Side{blas.Left, blas.Right}[r.IntN(2)]
	p.ul = []blas.Uplo{blas.Lower, blas.Upper}[r.IntN(2)]
	p.d = []blas.Diag{blas.NonUnit, blas.Unit}[r.IntN(2)]
	p.alpha = []float64{0, 1, -1, 0.5}[r.IntN(4)]
	p.beta = []float64{0, 1, -1, 0.5}[r.IntN(4)]
	fill := func() []T {
		x := make([]T, most*p.ld)
		for i := range x {
			x[i] = T(r.Float64() - 0.5)
		}
		return x
	}
	p.a, p.b, p.c = fill(), fill(), fill()
	for i := range most { // a well-conditioned triangle, with a unit diagonal too
		for j := range most {
			p.a[i*p.ld+j] /= T(most)
		}
		p.a[i*p.ld+i] += 2
	}
	return p
}

func (p *problem[T]) na() int { return max(p.m, p.n, p.k) }

// run returns what the routine leaves in its output.
func (p *problem[T]) run(name string, l level3[T]) []T {
	out := append([]T(nil), p.c...)
	alpha, beta := T(p.alpha), T(p.beta)
	switch name {
	case "gemm":
		l.gemm(p.tA, p.tB, p.m, p.n, p.k, alpha, p.a, p.ld, p.b, p.ld, beta, out, p.ld)
	case "syrk":
		l.syrk(p.ul, p.tA, p.n, p.k, alpha, p.a, p.ld, beta, out, p.ld)
	case "syr2k":
		l.syr2k(p.ul, p.tA, p.n, p.k, alpha, p.a, p.ld, p.b, p.ld, beta, out, p.ld)
	case "symm":
		l.symm(p.s, p.ul, p.m, p.n, alpha, p.a, p.ld, p.b, p.ld, beta, out, p.ld)
	case "trsm":
		l.trsm(p.s, p.ul, p.tA, p.d, p.m, p.n, alpha, p.a, p.ld, out, p.ld)
	case "trmm":
		l.trmm(p.s, p.ul, p.tA, p.d, p.m, p.n, alpha, p.a, p.ld, out, p.ld)
	}
	return out
}

// distance returns the largest difference, relative to the largest element.
func (p *problem[T]) distance(x, y []T) float64 {
	worst, scale := 0.0, 1.0
	for i := range x {
		worst = max(worst, math.Abs(float64(x[i]-y[i]))) // max propagates NaN
		scale = max(scale, math.Abs(float64(y[i])))
	}
	return worst / scale
}

// TestNaN states the rules of the package comment: what is multiplied spreads, whatever it is
// multiplied with, and what is not referenced does not.
func TestNaN(t *testing.T) {
	nan := math.NaN()
	for _, n := range []int{3, 8, 40, 130} {
		for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				t.Run(fmt.Sprintf("n=%d/%c%c", n, tA, tB), func(t *testing.T) {
					a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
					for i := range c {
						b[i], c[i] = nan, nan
					}
					BLAS{}.Dgemm(tA, tB, n, n, n, 1, a, n, b, n, 0, c, n)
					if n > 5 && !allNaN(c) { // gonum's own computes the smallest
						t.Error("0 * NaN does not spread")
					}
					BLAS{}.Dgemm(tA, tB, n, n, n, 0, b, n, b, n, 0, c, n)
					if !all(c, 0) {
						t.Error("alpha = 0 reads A or B, or beta = 0 reads C")
					}
				})
			}
		}
		t.Run(fmt.Sprintf("n=%d/trmm", n), func(t *testing.T) {
			a, b := make([]float64, n*n), make([]float64, n)
			for i := range n {
				for j := range n {
					if a[i*n+j] = 1; j > i {
						a[i*n+j] = nan
					}
				}
				b[i] = 1
			}
			b[n-1] = math.Inf(1)
			BLAS{}.Dtrmm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, 1, 1, a, n, b, 1)
			for i := range n - 1 {
				if b[i] != float64(i+1) {
					t.Fatalf("row %d of the product is %g: rows after it were read", i, b[i])
				}
			}
			if !math.IsInf(b[n-1], 1) {
				t.Errorf("last row of the product is %g", b[n-1])
			}
		})
	}
}

func allNaN(x []float64) bool {
	for _, v := range x {
		if !math.IsNaN(v) {
			return false
		}
	}
	return true
}

func all(x []float64, want float64) bool {
	for _, v := range x {
		if v != want {
			return false
		}
	}
	return true
}
