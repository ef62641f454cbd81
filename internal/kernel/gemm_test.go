package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/internal/race"
)

func TestGemm(t *testing.T) { each(t, testGemm[float64], testGemm[float32]) }

// testGemm runs all four micro-kernels over k, panels and fringes, C in panels and row-major.
func testGemm[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 1))
	w := kn.W
	for _, k := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 64, 69, 70} {
		for mp := 1; mp <= 2*kn.MR+2; mp++ {
			checkGemm(t, r, kn, gemmShape{k: k, mp: mp, nr: w, last: w})
		}
		for v := 1; v <= kn.MR; v++ {
			for _, nr := range []int{1, w/2 + 1, w} {
				for _, last := range []int{1, w/2 + 1, w} {
					checkGemm(t, r, kn, gemmShape{k: k, mp: v, nr: nr, last: last, edge: true})
				}
			}
		}
	}
}

func TestGemmEveryFringe(t *testing.T) {
	each(t, testGemmEveryFringe[float64], testGemmEveryFringe[float32])
}

func testGemmEveryFringe[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 2))
	for k := range 71 {
		v := 1 + k%kn.MR
		for nr := 1; nr <= kn.W; nr++ {
			checkGemm(t, r, kn, gemmShape{k: k, mp: v, nr: nr, last: 1 + (nr+k)%kn.W, edge: true})
		}
	}
}

// gemmShape is one call: edge selects the Edge forms.
type gemmShape struct {
	k, mp, nr, last int
	edge            bool
}

func checkGemm[T Float](t *testing.T, r *rand.Rand, kn *Kernel[T], s gemmShape) {
	t.Helper()
	w := kn.W
	m := (s.mp-1)*w + s.last
	as := s.k*w + 64
	a, b := newBuffer[T](s.mp*as, 0), newBuffer[T](s.k*w, 0)
	fill(r, a, s.mp*w, s.k, panel(w, as))
	fill(r, b, w, s.k, panel(w, 0))
	for _, layout := range []string{"panels", "rows"} {
		cp, cc, off := 3*w*w, w, 0
		if layout == "rows" { // C transposed: columns are the vector operand
			cp, cc, off = w, s.mp*w+1+r.IntN(5), r.IntN(5)
		}
		index := func(i, j int) int { return i/w*cp + j*cc + i%w }
		size := index(s.mp*w-1, w-1) + 1
		for _, set := range []bool{false, true} {
			alpha := []T{1, -1, 0.5}[r.IntN(3)]
			c := newBuffer[T](size, off)
			want := newBuffer[T](size, off)
			if !set {
				fill(r, c, m, s.nr, index)
			}
			for i := range m {
				for j := range s.nr {
					sum := float64(0)
					for l := range s.k {
						sum += float64(a.v[panel(w, as)(i, l)]) * float64(b.v[l*w+j])
					}
					want.v[index(i, j)] = alpha * T(sum)
					if !set {
						want.v[index(i, j)] += c.v[index(i, j)]
					}
				}
			}
			callGemm(kn, s, set, a.p(0), as, b.p(0), c.p(0), cp, cc, alpha)
			compare(t, fmt.Sprintf("%+v %s set=%v alpha=%v", s, layout, set, alpha), c, want, float64(s.k+4)*2*eps[T]())
		}
	}
}

func callGemm[T Float](kn *Kernel[T], s gemmShape, set bool, a *T, as int, b, c *T, cp, cc int, alpha T) {
	switch {
	case s.edge && set:
		kn.GemmEdgeSet(s.k, s.mp, a, as, b, c, cp, cc, alpha, s.nr, s.last)
	case s.edge:
		kn.GemmEdge(s.k, s.mp, a, as, b, c, cp, cc, alpha, s.nr, s.last)
	case set:
		kn.GemmSet(s.k, s.mp, a, as, b, c, cp, cc, alpha)
	default:
		kn.Gemm(s.k, s.mp, a, as, b, c, cp, cc, alpha)
	}
}

func TestDirect(t *testing.T) { each(t, testDirect[float64], testDirect[float32]) }

func testDirect[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 3))
	step := 1
	if race.Enabled { // the detector is slow, and the shapes are the same
		step = 7
	}
	for rows := 1; rows <= kn.W; rows++ {
		for cols := 1; cols <= 70; cols += step {
			k := []int{0, 1, 2, 3, 4, 5, 8, 13, 33, 64}[(rows+cols)%10]
			checkDirect(t, r, kn, rows, cols, k)
		}
		for k := 0; k <= 70; k += step {
			checkDirect(t, r, kn, rows, 1+r.IntN(60), k)
		}
	}
	for rows := kn.W + 1; rows <= 40; rows += step {
		checkDirect(t, r, kn, rows, 1+r.IntN(100), 1+r.IntN(20))
	}
	for _, s := range [][3]int{{50, 70, 100}, {33, 300, 40}, {70, 40, 130}, {9, 17, 2300}} { // more than one call
		checkDirect(t, r, kn, s[0], s[1], s[2])
	}
}

func checkDirect[T Float](t *testing.T, r *rand.Rand, kn *Kernel[T], rows, cols, k int) {
	t.Helper()
	for _, trans := range []bool{false, true} {
		ars, acs := k+r.IntN(4), 1
		if trans {
			ars, acs = 1, rows+r.IntN(4)
		}
		aIndex := func(i, l int) int { return i*ars + l*acs }
		ldb, ldc := cols+r.IntN(4), cols+r.IntN(4)
		a := newBuffer[T](aIndex(rows, k)+1, r.IntN(8))
		b := newBuffer[T](k*ldb+1, r.IntN(8))
		fill(r, a, rows, k, aIndex)
		fill(r, b, k, cols, rowMajor(ldb))
		for _, set := range []bool{false, true} {
			alpha := []T{1, -1, 0.5}[r.IntN(3)]
			off := r.IntN(8)
			c, want := newBuffer[T](rows*ldc, off), newBuffer[T](rows*ldc, off)
			if !set {
				fill(r, c, rows, cols, rowMajor(ldc))
			}
			for i := range rows {
				for j := range cols {
					sum := float64(0)
					for l := range k {
						sum += float64(a.v[aIndex(i, l)]) * float64(b.v[l*ldb+j])
					}
					want.v[i*ldc+j] = alpha * T(sum)
					if !set {
						want.v[i*ldc+j] += c.v[i*ldc+j]
					}
				}
			}
			f := kn.Direct
			if set {
				f = kn.DirectSet
			}
			f(rows, cols, k, a.p(0), ars, acs, b.p(0), ldb, c.p(0), ldc, alpha)
			compare(t, fmt.Sprintf("%dx%dx%d trans=%v set=%v alpha=%v", rows, cols, k, trans, set, alpha), c, want, float64(k+4)*2*eps[T]())
		}
	}
}
