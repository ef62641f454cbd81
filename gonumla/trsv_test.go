package gonumla

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"heddle/dense"
)

// TestTrsv compares TRSV with gonum's own: every flag, orders around the limits between paths, up to those
// that are shared, strides of both signs.
func TestTrsv(t *testing.T) {
	const seed = 31
	t.Log("seed", seed)
	everyWay(t, true, func(t *testing.T, b BLAS, _ LAPACK) {
		r := rand.New(rand.NewPCG(seed, 0))
		own := gonum.Implementation{}
		for _, n := range []int{1, 2, 15, 17, trsvLeast - 1, trsvLeast, trsvLeast + 1, 2 * trsvLeast, 131, 2*trsvShared + 3} {
			for _, incX := range []int{1, 3, -1, -2} {
				compareTrsv(t, r, 0x1p-52, n, incX, b.Dtrsv, own.Dtrsv)
				compareTrsv(t, r, 0x1p-23, n, incX, b.Strsv, own.Strsv)
			}
		}
	})
}

func compareTrsv[T dense.Float](t *testing.T, r *rand.Rand, eps float64, n, incX int, got, want trsvOf[T]) {
	lda := n + 3
	a := normalOf[T](r, n*lda)
	for i := range n { // a well-conditioned triangle, with a unit diagonal too
		for j := range n {
			a[i*lda+j] /= T(n)
		}
		a[i*lda+i] += 2
	}
	b := normalOf[T](r, (n-1)*max(incX, -incX)+1)
	for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
		for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans} {
			for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
				x, y := append([]T(nil), b...), append([]T(nil), b...)
				got(ul, tr, d, n, a, lda, x, incX)
				want(ul, tr, d, n, a, lda, y, incX)
				p := problem[T]{}
				if e := p.distance(x, y); !(e <= 30*eps*float64(n)) {
					t.Errorf("%T %c%c%c, n = %d, step %d: differs from gonum's by %g", a, ul, tr, d, n, incX, e)
				}
			}
		}
	}
}

func normalOf[T dense.Float](r *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(r.NormFloat64())
	}
	return x
}

// TestSolveBoth: two right sides at once are solved as each alone.
func TestSolveBoth(t *testing.T) {
	everyWay(t, true, func(t *testing.T, b BLAS, _ LAPACK) {
		r := rand.New(rand.NewPCG(32, 0))
		for _, n := range []int{5, 100, 3 * trsvTile} {
			a, x, y := random(n*n, 33), normal(r, n), normal(r, n)
			for i := range n {
				a[i*n+i] = float64(n)
			}
			for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				x1, y1 := append([]float64(nil), x...), append([]float64(nil), y...)
				b.Dtrsv(blas.Upper, tr, blas.NonUnit, n, a, n, x1, 1)
				b.Dtrsv(blas.Upper, tr, blas.NonUnit, n, a, n, y1, 1)
				x2, y2 := append([]float64(nil), x...), append([]float64(nil), y...)
				b.solveBoth(blas.Upper, tr, blas.NonUnit, n, a, n, x2, y2)
				var p problem[float64]
				if d := max(p.distance(x1, x2), p.distance(y1, y2)); !(d <= 0x1p-52*float64(n)) {
					t.Errorf("n = %d, %c: together differs by %g", n, tr, d)
				}
			}
		}
	})
}

// TestTrsmColumn: TRSM with one column, in a matrix of one column and in a wider one, whatever alpha is; alpha = 0
// reads neither A nor B.
func TestTrsmColumn(t *testing.T) {
	const seed = 34
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	own := gonum.Implementation{}
	for _, m := range []int{1, 4, 5, 19, 2*trsvLeast + 1} {
		a := random(m*m, seed)
		for i := range m {
			a[i*m+i] = float64(m)
		}
		for _, ldb := range []int{1, 3} {
			for _, alpha := range []float64{1, -2, 0} {
				got := normal(r, m*ldb)
				if alpha == 0 {
					got[0] = math.NaN()
				}
				want := append([]float64(nil), got...)
				BLAS{}.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, m, 1, alpha, a, m, got, ldb)
				own.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, m, 1, alpha, a, m, want, ldb)
				var p problem[float64]
				if e := p.distance(got, want); !(e <= 0x1p-52*float64(m)) {
					t.Errorf("m = %d, stride %d, alpha %g: differs from gonum's by %g", m, ldb, alpha, e)
				}
			}
		}
	}
}
