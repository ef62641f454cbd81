package blas

import (
	"math/rand/v2"
	"sync"
	"testing"

	"heddle/dense"
)

// jointCase computes a product with members goroutines that come at random and, but for the first,
// leave at random, and compares every bit with Gemm.
func jointCase[T dense.Float](t *testing.T, seed uint64, ta, tb Transpose, m, n, k int, alpha, beta T, members int) {
	t.Helper()
	a, b, want := dense.Random[T](m, k, seed), dense.Random[T](k, n, seed+1), dense.Random[T](m, n, seed+2)
	if ta == Trans {
		a = a.Transposed()
	}
	if tb == Trans {
		b = b.Transposed()
	}
	if beta == 0 {
		want.Fill(nan[T]())
	}
	got := guard(want, 7)
	Gemm(ta, tb, alpha, a, b, beta, want)
	x := NewJoint(ta, tb, alpha, a, b, beta, got.Matrix)
	var wg sync.WaitGroup
	for i := 1; i < members; i++ {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for range 1 + r.IntN(20) {
				x.Work(func() bool { return r.IntN(4) == 0 })
			}
		})
	}
	x.Work(nil)
	wg.Wait()
	bytes := x.PackedBytes()
	x.Release()
	if limit := 10<<20 + members<<20; bytes > limit {
		t.Errorf("m=%d n=%d k=%d: %d bytes packed, more than %d", m, n, k, bytes, limit)
	}
	same(t, got.Matrix, want, "m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g members=%d seed=%d", m, n, k, ta, tb, alpha, beta, members, seed)
	if err := got.intact(); err != nil {
		t.Error(err)
	}
}

// same fails unless two matrices have the same bits.
func same[T dense.Float](t *testing.T, got, want dense.Matrix[T], format string, args ...any) {
	t.Helper()
	for i := range want.Rows {
		for j, v := range want.Row(i) {
			if g := got.At(i, j); g != v && (g == g || v == v) {
				t.Fatalf("(%d,%d) is %g, Gemm alone has %g: "+format, append([]any{i, j, g, v}, args...)...)
			}
		}
	}
}

func TestJoint(t *testing.T) {
	eachType(t, testJoint[float64], testJoint[float32])
}

func testJoint[T dense.Float](t *testing.T) {
	shapes := [][3]int{{0, 3, 2}, {3, 0, 2}, {5, 4, 0}, {1, 1, 1}, {37, 33, 29}, {300, 200, 150}, {9, 500, 300}, {500, 9, 300}, {250, 450, 801}}
	if raceEnabled || row[T]().Name == "go" {
		shapes = [][3]int{{5, 4, 0}, {37, 33, 29}, {90, 150, 90}}
	}
	count := uint64(0)
	for _, s := range shapes {
		for _, ta := range transposes {
			for _, tb := range transposes {
				for _, members := range []int{1, 2, 5} {
					alphas, betas := []T{1, -1, 0.7, 0}, []T{0, 1, -1, 0.3}
					jointCase(t, count, ta, tb, s[0], s[1], s[2], alphas[count%4], betas[count/4%4], members)
					count += 5
				}
			}
		}
	}
}

// TestJointSmallPanels shrinks caches and panels so that small products have many epochs, and so
// many members that they wait for each other.
func TestJointSmallPanels(t *testing.T) {
	oldK, oldSlab, oldLimit, oldShared, oldInPlace := blockK, slabBytes, directLimit, sharedBytes, inPlaceMost
	defer func() {
		blockK, slabBytes, directLimit, sharedBytes, inPlaceMost = oldK, oldSlab, oldLimit, oldShared, oldInPlace
	}()
	w := row[float64]().W
	blockK, slabBytes, sharedBytes = 2*w, 8*2*w*w*row[float64]().MR, 8*2*w*10*w
	directLimit.area, directLimit.most = 0, 0
	rounds := 20
	if raceEnabled {
		rounds = 4
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 9))
		ta, tb := transposes[r.IntN(2)], transposes[r.IntN(2)]
		inPlaceMost = []int{oldInPlace, 0}[seed%2] // both ways to read A
		jointCase[float64](t, seed, ta, tb, 100+r.IntN(200), 50+r.IntN(150), 60+r.IntN(100), 0.5, []float64{0, 1, 2}[r.IntN(3)], []int{2, 3, 8, 30}[r.IntN(4)])
	}
}

// TestChunksInOrder takes the chunks of two neighbouring slabs: each once, in a row from its own
// beginning, and packed by who comes first if A is packed.
func TestChunksInOrder(t *testing.T) {
	for _, ta := range transposes {
		chunksInOrder(t, ta)
	}
}

func chunksInOrder(t *testing.T, ta Transpose) {
	const n = 600
	a, c := dense.New[float64](n, n), dense.New[float64](n, n)
	x := NewJoint(ta, NoTrans, 1, a, a, 0, c)
	defer x.Release()
	p := &x.panel
	if p.slabs < 2 {
		t.Fatalf("%d slabs", p.slabs)
	}
	chunks := (n + p.chunkRows - 1) / p.chunkRows
	for slab := range 2 {
		u := p.unit(&x.g, slab, slab)
		for i := range chunks {
			want := (slab*2*chunks/4 + i) % chunks
			if r := p.available(u); r != want {
				t.Fatalf("slab %d, step %d: chunk %d, want %d", slab, i, r, want)
			}
			pack := p.takeChunk(u, want)
			if pack != (slab == 0 && !p.inPlace) {
				t.Fatalf("slab %d, step %d: to be packed: %t", slab, i, pack)
			}
			p.done(u, want, pack)
		}
		if u.left != 0 || p.available(u) >= 0 {
			t.Errorf("slab %d: %d chunks left", slab, u.left)
		}
	}
}

// TestSlabsStay: members have slabs side by side, keep them from epoch to epoch, and take another's last one
// when they have none left.
func TestSlabsStay(t *testing.T) {
	p := sharedPanel[float64]{slabs: 6, taken: make([]taken, 6)}
	next := 0
	take := func(id int) int {
		u := p.take(next, id)
		next++
		return u
	}
	for _, c := range []struct{ id, unit int }{
		{1, 0}, {2, 3}, {1, 1}, {2, 4}, {1, 2}, {2, 5}, // shared out
		{2, 6 + 3}, {1, 6 + 0}, {1, 6 + 1}, {1, 6 + 2}, {2, 6 + 4}, {1, 6 + 5}, // member 1 is faster
		{2, 12 + 3}, {2, 12 + 4}, {2, 12 + 5}, {1, 12 + 0}, {3, 12 + 2}, {1, 12 + 1}, // member 2 is, and a third one comes
	} {
		if got := take(c.id); got != c.unit {
			t.Fatalf("unit %d: member %d gets number %d, want %d", next-1, c.id, got, c.unit)
		}
	}
}
