package kernel

import (
	"math/rand/v2"
	"testing"
)

func TestGemmAhead(t *testing.T) { each(t, testGemmAhead[float64], testGemmAhead[float32]) }

// testGemmAhead checks that prefetching changes no bit: more rows than micro-tiles and fewer, more
// lines than rounds and fewer, none, and addresses that are nobody's beyond the block.
func testGemmAhead[T Float](t *testing.T, kn *Kernel[T]) {
	if kn.GemmAhead == nil || kn.GemmSetAhead == nil {
		if kn.GemmAhead != nil || kn.GemmSetAhead != nil {
			t.Error("one Ahead form without the other")
		}
		return
	}
	r := rand.New(rand.NewPCG(seed, 11))
	w := kn.W
	next := newBuffer[T](8, 0)
	for _, k := range []int{0, 1, 3, 4, 5, 31, 32, 33, 36, 37, 70, 256} {
		for _, mp := range []int{1, kn.MR, kn.MR + 1, 2*kn.MR + 2} {
			a, b := newBuffer[T](mp*k*w, 0), newBuffer[T](k*w, 0)
			fill(r, a, mp*w, k, panel(w, k*w))
			fill(r, b, w, k, panel(w, 0))
			for _, block := range [][2]int{{0, 0}, {1, 1}, {8, 32}, {100, 1000}} {
				want, got := newBuffer[T](mp*w*w, 0), newBuffer[T](mp*w*w, 0)
				fill(r, want, mp*w, w, panel(w, w*w))
				copy(got.v, want.v)
				kn.Gemm(k, mp, a.p(0), k*w, b.p(0), want.p(0), w*w, w, -1)
				kn.GemmAhead(k, mp, a.p(0), k*w, b.p(0), got.p(0), w*w, w, -1, next.p(0), block[0], block[1], 4096, a.p(0), block[1])
				compare(t, "GemmAhead", got, want, 0)
				kn.GemmSet(k, mp, a.p(0), k*w, b.p(0), want.p(0), w*w, w, 0.5)
				kn.GemmSetAhead(k, mp, a.p(0), k*w, b.p(0), got.p(0), w*w, w, 0.5, next.p(0), block[0], block[1], 4096, a.p(0), block[1])
				compare(t, "GemmSetAhead", got, want, 0)
			}
		}
	}
}

func TestGemmRows(t *testing.T) { each(t, testGemmRows[float64], testGemmRows[float32]) }

// testGemmRows checks that it makes no difference, in no bit, whether the broadcast operand is read
// from a panel or from rows, and reads nothing beside these.
func testGemmRows[T Float](t *testing.T, kn *Kernel[T]) {
	if kn.GemmRows == nil || kn.GemmSetRows == nil {
		if kn.GemmRows != nil || kn.GemmSetRows != nil {
			t.Error("one Rows form without the other")
		}
		return
	}
	r := rand.New(rand.NewPCG(seed, 13))
	w := kn.W
	next := newBuffer[T](8, 0)
	for _, k := range []int{1, 3, 4, 5, 31, 32, 33, 36, 70, 97, 256} {
		for _, mp := range []int{1, kn.MR, kn.MR + 1, 2*kn.MR + 2} {
			for _, beyond := range []int{0, 1, 24} {
				bs := k + beyond
				a, b, panels := newBuffer[T](mp*k*w, 0), newBuffer[T]((w-1)*bs+k, 0), newBuffer[T](k*w, 0)
				fill(r, a, mp*w, k, panel(w, k*w))
				fill(r, b, w, k, rowMajor(bs))
				kn.PackT(k, b.p(0), bs, panels.p(0))
				for _, block := range [][2]int{{0, 0}, {1, 1}, {8, 32}, {100, 1000}} {
					want, got := newBuffer[T](mp*w*w, 0), newBuffer[T](mp*w*w, 0)
					fill(r, want, mp*w, w, panel(w, w*w))
					copy(got.v, want.v)
					kn.Gemm(k, mp, a.p(0), k*w, panels.p(0), want.p(0), w*w, w, -1)
					kn.GemmRows(k, mp, a.p(0), k*w, b.p(0), bs, got.p(0), w*w, w, -1, next.p(0), block[0], next.p(0), block[0], block[1], 4096)
					compare(t, "GemmRows", got, want, 0)
					kn.GemmSet(k, mp, a.p(0), k*w, panels.p(0), want.p(0), w*w, w, 0.5)
					kn.GemmSetRows(k, mp, a.p(0), k*w, b.p(0), bs, got.p(0), w*w, w, 0.5, next.p(0), block[0], next.p(0), block[0], block[1], 4096)
					compare(t, "GemmSetRows", got, want, 0)
				}
				if v := min(mp, kn.MR); beyond > 0 {
					want, got := newBuffer[T](v*w*w, 0), newBuffer[T](v*w*w, 0)
					fill(r, want, v*w, w, panel(w, w*w))
					copy(got.v, want.v)
					nr, last := 1+k%w, 1+(k+beyond)%w
					kn.GemmEdge(k, v, a.p(0), k*w, panels.p(0), want.p(0), w*w, w, -1, nr, last)
					kn.GemmEdgeRows(k, v, a.p(0), k*w, b.p(0), bs, got.p(0), w*w, w, -1, nr, last)
					compare(t, "GemmEdgeRows", got, want, 0)
					kn.GemmEdgeSet(k, v, a.p(0), k*w, panels.p(0), want.p(0), w*w, w, 0.5, nr, last)
					kn.GemmEdgeSetRows(k, v, a.p(0), k*w, b.p(0), bs, got.p(0), w*w, w, 0.5, nr, last)
					compare(t, "GemmEdgeSetRows", got, want, 0)
				}
			}
		}
	}
}

func TestClaim(t *testing.T) { each(t, testClaim[float64], testClaim[float32]) }

// testClaim checks that claiming lines changes none, nor what lies around them.
func testClaim[T Float](t *testing.T, kn *Kernel[T]) {
	if kn.Claim == nil {
		return
	}
	r := rand.New(rand.NewPCG(seed, 12))
	want := newBuffer[T](40*kn.W, 0)
	fill(r, want, 40, kn.W, rowMajor(kn.W))
	got := want.clone(0)
	for _, lines := range []int{-1, 0, 1, 7, 20} {
		kn.Claim(lines, got.p(3))
		compare(t, "Claim", got, want, 0)
	}
}
