package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Rows cut long operands into several calls of assembly. These tests take operands that are
// longer than any cut and compare with the Go twin of the same width.

func TestDeepGemm(t *testing.T) { each(t, testDeepGemm[float64], testDeepGemm[float32]) }

func testDeepGemm[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 20))
	w, twin := kn.W, goRow[T]("twin", kn.W)
	for _, s := range []struct{ k, mp int }{{70, 40}, {256, 9}, {300, 7}, {1025, 4}, {1025, 13}} {
		as, cp := s.k*w+32, w*w
		a, b := newBuffer[T](s.mp*as, 0), newBuffer[T](s.k*w, 0)
		fill(r, a, s.mp*w, s.k, panel(w, as))
		fill(r, b, w, s.k, panel(w, as))
		for _, set := range []bool{false, true} {
			c := newBuffer[T](s.mp*cp, 0)
			if !set {
				fill(r, c, s.mp*w, w, panel(w, cp))
			}
			want := c.clone(0)
			shape := gemmShape{k: s.k, mp: s.mp}
			callGemm(twin, shape, set, a.p(0), as, b.p(0), want.p(0), cp, w, -1)
			callGemm(kn, shape, set, a.p(0), as, b.p(0), c.p(0), cp, w, -1)
			compare(t, fmt.Sprintf("%+v set=%v", s, set), c, want, float64(s.k)*2*eps[T]())
		}
	}
}

func TestDeepDirect(t *testing.T) { each(t, testDeepDirect[float64], testDeepDirect[float32]) }

func testDeepDirect[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 21))
	twin := goRow[T]("twin", kn.W)
	for _, s := range []struct{ cols, k int }{{1500, 5}, {200, 70}, {61, 512}, {50, 513}, {1, 2000}} {
		rows, lda, ld := kn.W-1, s.k+3, s.cols+5
		a, b := newBuffer[T](rows*lda, 1), newBuffer[T](s.k*ld, 1)
		fill(r, a, rows, s.k, rowMajor(lda))
		fill(r, b, s.k, s.cols, rowMajor(ld))
		for _, set := range []bool{false, true} {
			c := newBuffer[T](rows*ld, 3)
			f, def := kn.DirectSet, twin.DirectSet
			if !set {
				fill(r, c, rows, s.cols, rowMajor(ld))
				f, def = kn.Direct, twin.Direct
			}
			want := c.clone(3)
			def(rows, s.cols, s.k, a.p(0), lda, 1, b.p(0), ld, want.p(0), ld, -1)
			f(rows, s.cols, s.k, a.p(0), lda, 1, b.p(0), ld, c.p(0), ld, -1)
			compare(t, fmt.Sprintf("%+v set=%v", s, set), c, want, float64(s.k)*2*eps[T]())
		}
	}
}

func TestDeepTrsm(t *testing.T) { each(t, testDeepTrsm[float64], testDeepTrsm[float32]) }

func testDeepTrsm[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 22))
	w, twin := kn.W, goRow[T]("twin", kn.W)
	for _, s := range []struct{ k, mp int }{{70, 40}, {256, 9}, {600, 7}, {1025, 4}} {
		xs := (s.k + w) * w
		x, l, inv := newBuffer[T](s.mp*xs, 0), newBuffer[T](xs, 0), newBuffer[T](w, 0)
		fill(r, x, s.mp*w, s.k+w, panel(w, xs))
		fill(r, l, w, s.k+w, panel(w, xs))
		for i := range w {
			inv.v[i] = T(r.Float64()) / T(w)
		}
		want := x.clone(0)
		twin.Trsm(s.k, s.mp, want.p(0), xs, l.p(0), inv.p(0))
		kn.Trsm(s.k, s.mp, x.p(0), xs, l.p(0), inv.p(0))
		compare(t, fmt.Sprintf("%+v", s), x, want, float64(s.k+w)*8*eps[T]())
	}
}

func TestDeepPack(t *testing.T) { each(t, testDeepPack[float64], testDeepPack[float32]) }

func testDeepPack[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 23))
	w := kn.W
	for _, k := range []int{511, 512, 513, 1030} {
		a, p, want := newBuffer[T](w*(k+1), 1), newBuffer[T](k*w, 0), newBuffer[T](k*w, 0)
		fill(r, a, w, k, rowMajor(k+1))
		packTGo(w, w, k, a.p(0), k+1, want.p(0))
		kn.PackT(k, a.p(0), k+1, p.p(0))
		compare(t, fmt.Sprintf("PackT k=%d", k), p, want, 0)
		back := newBuffer[T](len(a.v), 1)
		kn.UnpackT(k, back.p(0), k+1, p.p(0))
		compare(t, fmt.Sprintf("UnpackT k=%d", k), back, a, 0)

		const v = 3
		n, q, wantN := newBuffer[T](k*v*w, 1), newBuffer[T](v*k*w, 0), newBuffer[T](v*k*w, 0)
		fill(r, n, k, v*w, rowMajor(v*w))
		for i := range v {
			packNGo(w, w, k, n.p(i*w), v*w, wantN.p(i*k*w))
		}
		kn.PackN(k, v, n.p(0), v*w, q.p(0), k*w)
		compare(t, fmt.Sprintf("PackN k=%d", k), q, wantN, 0)
	}
}

func TestPotrfIntegers(t *testing.T) {
	each(t, testPotrfIntegers[float64], testPotrfIntegers[float32])
}

// testPotrfIntegers factors a matrix whose second pivot is zero in exact arithmetic on its small
// integers; a rounding error there would pass for a pivot. It stands at every place of a block.
func testPotrfIntegers[T Float](t *testing.T, kn *Kernel[T]) {
	n := 2 * kn.W
	block := []T{15, 15, -5, 15, 15, 1, -5, 1, 10}
	for at := range n - 2 {
		a := make([]T, n*n)
		for i := range n {
			a[i*n+i] = 1
		}
		for i := range 3 {
			copy(a[(at+i)*n+at:], block[3*i:3*i+3])
		}
		if at%kn.W > kn.W-2 {
			continue // the pivot lies in the next block, whose update multiplies rounded entries of L
		}
		if _, minor := factor(kn, n, a); minor != at+2 {
			t.Fatalf("at %d: minor %d, want %d", at, minor, at+2)
		}
	}
}

// TestPeak checks that the count of operations follows n.
func TestPeak(t *testing.T) { each(t, testPeak[float64], testPeak[float32]) }

func testPeak[T Float](t *testing.T, kn *Kernel[T]) {
	if a, b := kn.Peak(100_000), kn.Peak(200_000); a <= 0 || b < 3*a/2 {
		t.Fatalf("Peak(100000) = %d, Peak(200000) = %d", a, b)
	}
}
