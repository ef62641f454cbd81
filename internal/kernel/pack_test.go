package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestPackT(t *testing.T) { each(t, testPackT[float64], testPackT[float32]) }

// testPackT checks packing and unpacking each by itself, against the format's formula.
func testPackT[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 4))
	w := kn.W
	for _, k := range lengths(71, 255, 256, 257, 520) { // beyond 255: counts that wrap in a byte
		for rows := 1; rows <= w; rows++ {
			lda := k + r.IntN(10)
			off := r.IntN(8)
			a, p := newBuffer[T](rows*lda, off), newBuffer[T](k*w, 0)
			wantA, wantP := newBuffer[T](rows*lda, off), newBuffer[T](k*w, 0)
			fill(r, a, rows, k, rowMajor(lda))
			for l := range k {
				for i := range w {
					wantP.v[l*w+i] = 0
					if i < rows {
						wantP.v[l*w+i] = a.v[i*lda+l]
						wantA.v[i*lda+l] = a.v[i*lda+l]
					}
				}
			}
			if rows == w {
				kn.PackT(k, a.p(0), lda, p.p(0))
				compare(t, fmt.Sprintf("PackT k=%d", k), p, wantP, 0)
			}
			p = newBuffer[T](k*w, 0)
			kn.PackTEdge(rows, k, a.p(0), lda, p.p(0))
			compare(t, fmt.Sprintf("PackTEdge rows=%d k=%d", rows, k), p, wantP, 0)

			if rows == w {
				a = newBuffer[T](rows*lda, off)
				kn.UnpackT(k, a.p(0), lda, wantP.p(0))
				compare(t, fmt.Sprintf("UnpackT k=%d", k), a, wantA, 0)
			}
			a = newBuffer[T](rows*lda, off)
			kn.UnpackTEdge(rows, k, a.p(0), lda, wantP.p(0))
			compare(t, fmt.Sprintf("UnpackTEdge rows=%d k=%d", rows, k), a, wantA, 0)
		}
	}
}

// lengths returns 0, 1, ..., n-1 and more.
func lengths(n int, more ...int) []int {
	var s []int
	for k := range n {
		s = append(s, k)
	}
	return append(s, more...)
}

func TestUnpackLower(t *testing.T) { each(t, testUnpackLower[float64], testUnpackLower[float32]) }

func testUnpackLower[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 5))
	w := kn.W
	for n := 1; n <= w; n++ {
		lda := w + r.IntN(10)
		p := newBuffer[T](w*w, 0)
		fill(r, p, w, w, panel(w, 0))
		want := newBuffer[T](w*lda, 3)
		for i := range n {
			for j := range i + 1 {
				want.v[i*lda+j] = p.v[j*w+i]
			}
		}
		if n == w {
			got := newBuffer[T](w*lda, 3)
			kn.UnpackLower(got.p(0), lda, p.p(0))
			compare(t, "UnpackLower", got, want, 0)
		}
		got := newBuffer[T](w*lda, 3)
		kn.UnpackLowerEdge(n, got.p(0), lda, p.p(0))
		compare(t, fmt.Sprintf("UnpackLowerEdge n=%d", n), got, want, 0)
	}
}

func TestPackN(t *testing.T) { each(t, testPackN[float64], testPackN[float32]) }

func testPackN[T Float](t *testing.T, kn *Kernel[T]) {
	r := rand.New(rand.NewPCG(seed, 6))
	w := kn.W
	for k := range 40 {
		for v := 1; v <= 7; v++ {
			lda, ps := v*w+r.IntN(10), k*w+64
			a := newBuffer[T](k*lda+1, r.IntN(8))
			fill(r, a, k, v*w, rowMajor(lda))
			p, want := newBuffer[T](v*ps, 0), newBuffer[T](v*ps, 0)
			for l := range k {
				for j := range v * w {
					want.v[panel(w, ps)(j, l)] = a.v[l*lda+j]
				}
			}
			kn.PackN(k, v, a.p(0), lda, p.p(0), ps)
			compare(t, fmt.Sprintf("PackN k=%d v=%d", k, v), p, want, 0)
		}
		for cols := 1; cols <= w; cols++ {
			lda := cols + r.IntN(10)
			a := newBuffer[T](k*lda+1, r.IntN(8))
			fill(r, a, k, cols, rowMajor(lda))
			p, want := newBuffer[T](k*w, 0), newBuffer[T](k*w, 0)
			for l := range k {
				for j := range w {
					want.v[l*w+j] = 0
					if j < cols {
						want.v[l*w+j] = a.v[l*lda+j]
					}
				}
			}
			kn.PackNEdge(k, cols, a.p(0), lda, p.p(0))
			compare(t, fmt.Sprintf("PackNEdge k=%d cols=%d", k, cols), p, want, 0)
		}
	}
}
