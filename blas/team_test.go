package blas

import (
	"fmt"
	"sync"
	"testing"

	"heddle/dense"
)

// meeting is a Team made of goroutines of the test.
type meeting struct {
	size    int
	mu      sync.Mutex
	cond    sync.Cond
	arrived int
	round   int
}

type memberOf struct {
	*meeting
	rank int
}

func (m memberOf) Rank() int { return m.rank }
func (m memberOf) Size() int { return m.size }

func (m memberOf) Barrier() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.arrived++; m.arrived == m.size {
		m.arrived = 0
		m.round++
		m.cond.Broadcast()
		return
	}
	for r := m.round; m.round == r; {
		m.cond.Wait()
	}
}

// meet runs f on n members.
func meet(n int, f func(tm Team)) {
	m := &meeting{size: n}
	m.cond.L = &m.mu
	var wg sync.WaitGroup
	for rank := range n {
		wg.Go(func() { f(memberOf{m, rank}) })
	}
	wg.Wait()
}

// teamCase compares every bit of a team's product with Gemm's.
func teamCase[T dense.Float](t *testing.T, space *TeamSpace[T], ta, tb Transpose, m, n, k int, alpha, beta T, members int) {
	t.Helper()
	a, b, want := dense.Random[T](m, k, 1), dense.Random[T](k, n, 2), dense.Random[T](m, n, 3)
	if ta == Trans {
		a = a.Transposed()
	}
	if tb == Trans {
		b = b.Transposed()
	}
	if beta == 0 {
		want.Fill(nan[T]())
	}
	got := guard(want, 5)
	Gemm(ta, tb, alpha, a, b, beta, want)
	meet(members, func(tm Team) { GemmTeam(tm, space, ta, tb, alpha, a, b, beta, got.Matrix) })
	what := fmt.Sprintf("m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g members=%d", m, n, k, ta, tb, alpha, beta, members)
	if limit := SharedPanelBytes + members<<20; space.PackedBytes() > limit {
		t.Errorf("%s: %d bytes packed, more than %d", what, space.PackedBytes(), limit)
	}
	same(t, got.Matrix, want, "%s", what)
	if err := got.intact(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func TestGemmTeam(t *testing.T) {
	eachType(t, testGemmTeam[float64], testGemmTeam[float32])
}

func testGemmTeam[T dense.Float](t *testing.T) {
	oldK, oldSlab, oldShared, oldLimit := blockK, slabBytes, sharedBytes, directLimit
	defer func() { blockK, slabBytes, sharedBytes, directLimit = oldK, oldSlab, oldShared, oldLimit }()
	w := row[T]().W
	blockK, slabBytes, sharedBytes = 32, size[T]()*32*2*w*row[T]().MR, size[T]()*32*20*w
	directLimit.most = 4000
	var space TeamSpace[T]
	shapes := [][3]int{{1, 1, 1}, {5, 4, 0}, {37, 33, 29}, {40, 200, 30}, {300, 20, 31}, {270, 190, 70}}
	if raceEnabled {
		shapes = [][3]int{{5, 4, 0}, {37, 33, 29}, {150, 110, 70}}
	}
	count := 0
	for _, s := range shapes {
		for _, ta := range transposes {
			for _, tb := range transposes {
				for _, members := range []int{1, 2, 3, 16} {
					alphas, betas := []T{1, -1, 0.7, 0}, []T{0, 1, -1, 0.3}
					teamCase(t, &space, ta, tb, s[0], s[1], s[2], alphas[count%4], betas[count/4%4], members)
					count += 5
				}
			}
		}
	}
}

// The real blocks, once.
func TestGemmTeamBlocks(t *testing.T) {
	if raceEnabled {
		t.Skip("minutes under the race detector")
	}
	var space TeamSpace[float64]
	teamCase(t, &space, NoTrans, Trans, 900, 450, 2*blockK+1, 1, 1, 2)
	teamCase(t, &space, Trans, NoTrans, 300, 1000, blockK+9, -1, 0, 3)
}
