package gemm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/internal/oracle"
	"heddle/task"
)

var transposes = []blas.Transpose{blas.NoTrans, blas.Trans}

// operands makes a random product of the seed.
func operands[T dense.Float](seed uint64, ta, tb blas.Transpose, m, n, k int) (a, b, c dense.Matrix[T]) {
	a, b, c = dense.Random[T](m, k, seed), dense.Random[T](k, n, seed+1), dense.Random[T](m, n, seed+2)
	if ta == blas.Trans {
		a = a.Transposed()
	}
	if tb == blas.Trans {
		b = b.Transposed()
	}
	return a, b, c
}

// check compares a product with blas.Gemm: every bit, or, without packing, the ratio.
func check[T dense.Float](t *testing.T, rt *task.Runtime, mode Mode, seed uint64, ta, tb blas.Transpose, m, n, k int, alpha, beta T) {
	t.Helper()
	a, b, c := operands[T](seed, ta, tb, m, n, k)
	want, c0 := c.Clone(), c.Clone()
	blas.Gemm(ta, tb, alpha, a, b, beta, want)
	stats := Multiply(rt, mode, ta, tb, alpha, a, b, beta, c)
	what := fmt.Sprintf("%v workers=%d m=%d n=%d k=%d ta=%d tb=%d alpha=%g beta=%g seed=%d", mode, rt.Workers(), m, n, k, ta, tb, alpha, beta, seed)
	if mode == NoCopy {
		if r := oracle.GemmRatio(ta == blas.Trans, tb == blas.Trans, alpha, a, b, beta, c0, c); !(r < oracle.Limit) {
			t.Fatalf("%s: ratio %g", what, r)
		}
		if stats.PackedBytes != 0 {
			t.Fatalf("%s: packed %d bytes", what, stats.PackedBytes)
		}
		return
	}
	for i := range m {
		for j, v := range c.Row(i) {
			if v != want.At(i, j) {
				t.Fatalf("%s: (%d,%d) is %g, Gemm gives %g", what, i, j, v, want.At(i, j))
			}
		}
	}
	if limit := blas.SharedPanelBytes + rt.Workers()<<20; stats.PackedBytes > limit {
		t.Fatalf("%s: %d bytes packed, more than %d", what, stats.PackedBytes, limit)
	}
}

func TestMultiply(t *testing.T) {
	t.Run("float64", testMultiply[float64])
	t.Run("float32", testMultiply[float32])
}

func testMultiply[T dense.Float](t *testing.T) {
	shapes := [][3]int{{0, 2, 3}, {2, 0, 3}, {4, 3, 0}, {1, 1, 1}, {37, 33, 29}, {1, 700, 500}, {700, 1, 500}, {300, 260, 4}, {220, 210, 460}}
	if raceEnabled {
		shapes = [][3]int{{4, 3, 0}, {37, 33, 29}, {100, 130, 110}}
	}
	for _, workers := range []int{1, 2, 5} {
		rt := task.New(task.Config{Workers: workers})
		defer rt.Close()
		seed := uint64(workers)
		for _, s := range shapes {
			for _, ta := range transposes {
				for _, tb := range transposes {
					for _, mode := range Modes() {
						if mode == NoCopy && s[0]*s[1]*s[2] > 1<<22 && seed%5 > 0 {
							continue // slow, its check too
						}
						check(t, rt, mode, seed, ta, tb, s[0], s[1], s[2], []T{1, -1, 0.5}[seed%3], []T{0, 1, 2, -1}[seed%4])
						seed += 7
					}
				}
			}
		}
	}
}

// TestManyGoroutines has 64 of them multiply small matrices of all shapes and transposes in all
// modes, from tasks, from teams and from outside, and compares every bit with one goroutine's.
func TestManyGoroutines(t *testing.T) {
	rounds := 40
	if raceEnabled {
		rounds = 6
	}
	rt := task.New(task.Config{Workers: 3})
	defer rt.Close()
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(g)))
			one := func() {
				mode := Modes()[r.IntN(3)]
				check(t, rt, mode, r.Uint64(), transposes[r.IntN(2)], transposes[r.IntN(2)], 1+r.IntN(37), 1+r.IntN(37), 1+r.IntN(37), 1, []float64{0, 1, -2}[r.IntN(3)])
			}
			for range rounds {
				one()
			}
		})
	}
	wg.Wait()
}

// TestTeamsEverywhere asks for products that are shared, in every mode, from 64 goroutines, from
// tasks and from members of teams at once: all finish, and all are right.
func TestTeamsEverywhere(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	callers, m, n, k := 64, 130, 140, 120
	if raceEnabled {
		callers, m, n, k = 8, 70, 110, 140
	}
	var wg sync.WaitGroup
	for g := range callers {
		wg.Go(func() {
			mode := Modes()[g%3]
			one := func(i int) { check(t, rt, mode, uint64(g+i), blas.NoTrans, blas.Trans, m, n, k, 1, 1.0) }
			switch g % 4 {
			case 0:
				one(0)
			case 1:
				if err := rt.Run(context.Background(), func(s *task.Scope) {
					s.Go(func() { one(0) })
					s.Go(func() { one(100) })
				}); err != nil {
					t.Error(err)
				}
			case 2:
				rt.Team(2, func(m *task.Member) { one(m.Rank()) })
			case 3:
				rt.For(0, 2, task.Dynamic(1), func(lo, hi int) {
					for i := lo; i < hi; i++ {
						one(i)
					}
				})
			}
		})
	}
	wg.Wait()
}

// TestMissingMember: a team of which one member does not come to the product is an error.
func TestMissingMember(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	a, b, c := operands[float64](1, blas.NoTrans, blas.NoTrans, 500, 500, 500)
	defer func() {
		if recover() == nil {
			t.Error("no error")
		}
	}()
	var space blas.TeamSpace[float64]
	rt.Team(2, func(m *task.Member) {
		if m.Rank() == 0 {
			blas.GemmTeam(m, &space, blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
		}
	})
}

func TestShapesPanicAtTheCaller(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	for _, mode := range Modes() {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != "blas: Gemm: op(b) is 201 x 300, want 200 x 300" {
					t.Errorf("%v: panicked with %v", mode, got)
				}
			}()
			Multiply(rt, mode, blas.NoTrans, blas.NoTrans, 1, dense.New[float64](300, 200), dense.New[float64](201, 300), 0, dense.New[float64](300, 300))
		}()
	}
}

// TestMultiplyPacked packs each side in each form and compares every bit with one worker's product.
func TestMultiplyPacked(t *testing.T) {
	one, several := task.New(task.Config{Workers: 1}), task.New(task.Config{Workers: 3})
	defer one.Close()
	defer several.Close()
	for _, s := range [][3]int{{0, 4, 3}, {5, 300, 40}, {300, 5, 40}, {260, 270, 90}} {
		for _, ta := range transposes {
			for _, tb := range transposes {
				a, b, c := operands[float64](1, ta, tb, s[0], s[1], s[2])
				want := c.Clone()
				for _, left := range []bool{true, false} {
					p, trans, x := blas.Pack(blas.Left, ta, a), tb, b
					if !left {
						p, trans, x = blas.Pack(blas.Right, tb, b), ta, a
					}
					MultiplyPacked(one, trans, 2, p, x, 0.5, want)
					if stats := MultiplyPacked(several, trans, 2, p, x, 0.5, c); stats.PackedBytes < p.Bytes() {
						t.Errorf("%d bytes packed, less than P's %d", stats.PackedBytes, p.Bytes())
					}
					if !c.Equal(want) {
						t.Errorf("%v ta=%d tb=%d left=%v: differs from one worker's", s, ta, tb, left)
					}
				}
			}
		}
	}
}

func TestModeNames(t *testing.T) {
	for _, m := range Modes() {
		if got, err := ParseMode(m.String()); err != nil || got != m {
			t.Errorf("ParseMode(%q) = %v, %v", m, got, err)
		}
	}
	if _, err := ParseMode("cooperative"); err == nil {
		t.Error("an unknown mode was parsed")
	}
}

// TestCutting looks at the blocks of products of all proportions: they cover C, none is much larger
// than an equal share, and there are no more of them than workers.
func TestCutting(t *testing.T) {
	for _, c := range []struct{ m, n, workers, blocks int }{
		{1000, 1000, 2, 2}, {2048, 2048, 2, 2}, {1000, 1000, 4, 4}, {4096, 4096, 16, 16}, {16, 2000, 2, 2}, {2000, 16, 2, 2}, {3, 5, 8, 1}, {700, 300, 1, 1},
	} {
		g := cutting[float64](c.m, c.n, c.workers)
		blocks := (c.m + g.rows - 1) / g.rows * ((c.n + g.cols - 1) / g.cols)
		if blocks > c.blocks || c.m >= 1000 && c.n >= 1000 && (blocks < c.blocks || g.rows*g.cols*c.blocks*100 > 106*c.m*c.n) {
			t.Errorf("%+v: %d blocks of %+v", c, blocks, g)
		}
	}
}
