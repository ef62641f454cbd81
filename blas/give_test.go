package blas

import (
	"math/rand/v2"
	"testing"

	"heddle/dense"
)

// TestGive gives parts of products away at random, and parts of those, which are computed later in any
// order: every bit is Gemm's. Caches are small, so that small products have many blocks of each kind.
func TestGive(t *testing.T) {
	oldK, oldSlab, oldLimit, oldGift := blockK, slabBytes, directLimit, leastGift
	defer func() { blockK, slabBytes, directLimit, leastGift = oldK, oldSlab, oldLimit, oldGift }()
	eachRow(t, func(t *testing.T) {
		w, mr := row[float64]().W, row[float64]().MR
		blockK, slabBytes, leastGift = 2*w, 8*2*w*w*mr, 1
		directLimit.area, directLimit.most = 0, 0
		rounds := 30
		if raceEnabled || row[float64]().Name == "go" {
			rounds = 6
		}
		gifts, begun := 0, 0
		for seed := range uint64(rounds) {
			r := rand.New(rand.NewPCG(seed, 5))
			ta, tb := transposes[r.IntN(2)], transposes[r.IntN(2)]
			m, n, k := 20+r.IntN(200), 20+r.IntN(200), 20+r.IntN(100)
			alpha, beta := []float64{1, -1, 0.7}[r.IntN(3)], []float64{0, 1, -2}[r.IntN(3)]
			a, b, want := dense.Random[float64](m, k, seed), dense.Random[float64](k, n, seed+1), dense.Random[float64](m, n, seed+2)
			if ta == Trans {
				a = a.Transposed()
			}
			if tb == Trans {
				b = b.Transposed()
			}
			if beta == 0 {
				want.Fill(nan[float64]())
			}
			got := guard(want, 7)
			Gemm(ta, tb, alpha, a, b, beta, want)
			left := []Part{{Rows: m, Cols: n, Panel: []int{0, 8 * 2 * w * 4 * w}[r.IntN(2)]}}
			often := 1 + r.IntN(8)
			for len(left) > 0 {
				i := r.IntN(len(left))
				p := left[i]
				left = append(left[:i], left[i+1:]...)
				p.Give = func(p Part) bool {
					if r.IntN(often) > 0 {
						return false
					}
					gifts++
					if p.from > 0 {
						begun++
					}
					left = append(left, p)
					return true
				}
				GemmPart(ta, tb, alpha, a, b, beta, got.Matrix, p)
			}
			same(t, got.Matrix, want, "m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g seed=%d", m, n, k, ta, tb, alpha, beta, seed)
			if err := got.intact(); err != nil {
				t.Error(err)
			}
		}
		if gifts < rounds || begun == 0 {
			t.Errorf("%d gifts in %d products, %d of them with sums begun", gifts, rounds, begun)
		}
	})
}
