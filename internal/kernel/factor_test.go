package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestTrsm(t *testing.T) { each(t, testTrsm[float64], testTrsm[float32]) }

// testTrsm checks one step: k columns solved, W to solve. The residual of X * L' = A is compared
// with what rounding in k+W steps can leave.
func testTrsm[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 7))
	w := kn.W
	for k := range 71 {
		for mp := 1; mp <= 2*kn.MR+2; mp++ {
			xs := (k+w)*w + 64
			x, l, inv := newBuffer[T](mp*xs, 0), newBuffer[T]((k+w)*w, 0), newBuffer[T](w, 0)
			fill(r, x, mp*w, k+w, panel(w, xs))
			for i := range w {
				for c := range k + i + 1 { // NaN above the diagonal
					l.v[c*w+i] = T(2*r.Float64()-1) / T(w)
				}
				l.v[(k+i)*w+i] = T(1 + r.Float64())
				inv.v[i] = 1 / l.v[(k+i)*w+i]
			}
			was := x.clone(0)
			kn.Trsm(k, mp, x.p(0), xs, l.p(0), inv.p(0))
			want := x.clone(0) // X * L', computed, in the places of A
			for i := range mp * w {
				for j := range w {
					sum := float64(0)
					for c := range k + j + 1 {
						sum += float64(x.v[panel(w, xs)(i, c)]) * float64(l.v[c*w+j])
					}
					want.v[panel(w, xs)(i, k+j)] = T(sum)
				}
			}
			compare(t, fmt.Sprintf("k=%d mp=%d", k, mp), was, want, float64(k+w)*10*eps[T]())
		}
	}
}

// factor packs the lower triangle of the n x n row-major matrix a (n a multiple of W), runs the
// sweep, and returns L row-major and the result. All else in the panels is NaN.
func factor[T Float](kn *Kernel[T], n int, a []T) (l []T, minor int) {
	w := kn.W
	b, inv := newBuffer[T](n*n, 0), newBuffer[T](n, 0)
	at := panel(w, n*w)
	for i := range n {
		for j := range i + 1 {
			b.v[at(i, j)] = a[i*n+j]
		}
	}
	for k := 0; k < n; k += w {
		if f := kn.Potrf(k, (n-k)/w, b.p(k*n), w*n, inv.p(k)); f != 0 {
			return nil, k + f
		}
	}
	l = make([]T, n*n)
	for i := range n {
		for j := range i + 1 {
			l[i*n+j] = b.v[at(i, j)]
		}
		if !(math.Abs(float64(inv.v[i])*float64(l[i*n+i])-1) <= 4*eps[T]()) {
			l[i*n+i] = T(math.NaN())
		}
	}
	for i := range margin {
		if b.all[i] == b.all[i] || b.all[margin+n*n+i] == b.all[margin+n*n+i] {
			return nil, -1
		}
	}
	return l, 0
}

// ratio is |A - L*L'| / (n * eps * |A|) in the largest row sum of the lower triangle.
func ratio[T Float](n int, a, l []T) float64 {
	var num, den float64
	for i := range n {
		var s, d float64
		for j := range i + 1 {
			sum := float64(a[i*n+j])
			for c := range j + 1 {
				sum -= float64(l[i*n+c]) * float64(l[j*n+c])
			}
			s += math.Abs(sum)
			d += math.Abs(float64(a[i*n+j]))
		}
		num, den = max(num, s), max(den, d)
		if s != s {
			return s
		}
	}
	return num / (float64(n) * eps[T]() * den)
}

// spd returns a random symmetric matrix made positive definite by n on its diagonal, times scale.
func spd[T Float](r *rand.Rand, n int, scale float64) []T {
	a := make([]T, n*n)
	for i := range n {
		for j := range i {
			a[i*n+j] = T((2*r.Float64() - 1) * scale)
		}
		a[i*n+i] = T((float64(n) + r.Float64()) * scale)
	}
	return a
}

// rbf returns the kernel matrix exp(-d^2/(2 h^2)) of n points in the unit square, with shift on its
// diagonal: its small eigenvalues lie together, which unstable factorizations do not survive.
func rbf[T Float](r *rand.Rand, n int, h, shift float64) []T {
	x := make([][2]float64, n)
	for i := range x {
		x[i] = [2]float64{r.Float64(), r.Float64()}
	}
	a := make([]T, n*n)
	for i := range n {
		for j := range i + 1 {
			dx, dy := x[i][0]-x[j][0], x[i][1]-x[j][1]
			a[i*n+j] = T(math.Exp(-(dx*dx + dy*dy) / (2 * h * h)))
		}
		a[i*n+i] += T(shift)
	}
	return a
}

func TestPotrf(t *testing.T) { each(t, testPotrf[float64], testPotrf[float32]) }

func testPotrf[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 8))
	e := eps[T]()
	tiny, huge := 0x1p-1000, 0x1p1000
	if e > 0x1p-53 {
		tiny, huge = 0x1p-110, 0x1p110
	}
	for n := kn.W; n <= 9*kn.W; n += kn.W {
		for name, a := range map[string][]T{
			"spd": spd[T](r, n, 1), "underflow": spd[T](r, n, tiny), "overflow": spd[T](r, n, huge),
			"rbf1": rbf[T](r, n, 0.3, float64(n)*e*1e3), "rbf2": rbf[T](r, n, 0.5, float64(n)*e*16),
		} {
			l, minor := factor(kn, n, a)
			if minor != 0 {
				t.Fatalf("%s n=%d: minor %d (seed %d)", name, n, minor, seed)
			}
			if q := ratio(n, a, l); !(q < 1) {
				t.Errorf("%s n=%d: ratio %.3g (seed %d)", name, n, q, seed)
			}
		}
	}
}

func TestPotrfTinyPivots(t *testing.T) {
	each(t, testPotrfTinyPivots[float64], testPotrfTinyPivots[float32])
}

// testPotrfTinyPivots factors diag(D) with pivots down to the smallest subnormal, whose reciprocals
// overflow, and up to the largest number.
func testPotrfTinyPivots[T Float](t *testing.T, kn *Kernel[T]) {
	n := 4 * kn.W
	least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
	if eps[T]() > 0x1p-53 {
		least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	for j := range n {
		for _, p := range []float64{least, 3 * least, 1000 * least, most} {
			a := make([]T, n*n)
			for i := range n {
				a[i*n+i] = T(i + 1)
			}
			a[j*n+j] = T(p)
			l, minor := factor(kn, n, a)
			if minor != 0 {
				t.Fatalf("pivot %v at %d: minor %d", p, j, minor)
			}
			for i := range n {
				for c := range i + 1 {
					want := 0.0
					if i == c {
						want = math.Sqrt(float64(a[i*n+i]))
					}
					if !(math.Abs(float64(l[i*n+c])-want) <= 2*eps[T]()*want) {
						t.Fatalf("pivot %v at %d: l(%d,%d) = %v, want %v", p, j, i, c, l[i*n+c], want)
					}
				}
			}
		}
	}
}

func TestPotrfMinor(t *testing.T) { each(t, testPotrfMinor[float64], testPotrfMinor[float32]) }

// testPotrfMinor makes every pivot fail in turn: zero, negative, NaN, infinite.
func testPotrfMinor[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 9))
	n := 5 * kn.W
	good := spd[T](r, n, 1)
	for j := range n {
		for _, p := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			a := append([]T(nil), good...)
			for i := range n {
				if i != j {
					a[max(i, j)*n+min(i, j)] = 0
				}
			}
			a[j*n+j] = T(p)
			if _, minor := factor(kn, n, a); minor != j+1 {
				t.Fatalf("pivot %v at %d: minor %d, want %d (seed %d)", p, j, minor, j+1, seed)
			}
		}
	}
}
