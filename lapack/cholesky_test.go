package lapack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"heddle/blas"
	"heddle/dense"
	"heddle/internal/oracle"
	"heddle/task"
)

// workers are the numbers of workers that every factorization is tested with; seed is that of
// all random matrices here.
var workers = []int{1, 2, 3, 16}

const seed = 20

// runtimes calls f with a runtime of every number of workers.
func runtimes(t *testing.T, f func(t *testing.T, rt *task.Runtime)) {
	for _, w := range workers {
		t.Run(fmt.Sprintf("workers=%d", w), func(t *testing.T) {
			rt := task.New(task.Config{Workers: w})
			defer rt.Close()
			f(t, rt)
		})
	}
}

// guarded returns a copy of the triangle uplo of a with NaN everywhere else: in the other
// triangle and between the last column and the stride.
func guarded[T dense.Float](uplo blas.Uplo, a dense.Matrix[T]) dense.Matrix[T] {
	n := a.Rows
	wide := dense.New[T](n, n+3)
	wide.Fill(T(math.NaN()))
	m := wide.View(0, 0, n, n)
	for i := range n {
		for j := range n {
			if i == j || (i > j) == (uplo == blas.Lower) {
				m.Set(i, j, a.At(i, j))
			}
		}
	}
	return dense.Matrix[T]{Rows: n, Cols: n, Data: wide.Data, Stride: wide.Stride}
}

// intact reports whether all that guarded put outside the triangle is still there.
func intact[T dense.Float](uplo blas.Uplo, m dense.Matrix[T]) bool {
	for p, v := range m.Data {
		i, j := p/m.Stride, p%m.Stride
		outside := j >= m.Cols || i != j && (i > j) != (uplo == blas.Lower)
		if outside && v == v {
			return false
		}
	}
	return true
}

var triangles = []blas.Uplo{blas.Lower, blas.Upper}

func TestCholeskyTiled(t *testing.T) {
	testCholeskyTiled[float64](t)
	testCholeskyTiled[float32](t)
}

// Right, the same bits for every number of workers, nothing touched outside the triangle.
func testCholeskyTiled[T dense.Float](t *testing.T) {
	type size struct{ n, nb int }
	sizes := []size{{0, 8}, {1, 8}, {2, 1}, {3, 100}, {5, 4}, {8, 8}, {9, 8}, {17, 8}, {24, 8}, {31, 16}, {65, 16}, {100, 32}, {129, 64}, {200, 24}}
	for _, s := range sizes {
		for _, uplo := range triangles {
			a := dense.SPD[T](s.n, seed)
			var first dense.Matrix[T]
			runtimes(t, func(t *testing.T, rt *task.Runtime) {
				f := guarded(uplo, a)
				if err := CholeskyTiled(context.Background(), rt, uplo, f, s.nb); err != nil {
					t.Fatalf("n=%d nb=%d %v: %v", s.n, s.nb, uplo, err)
				}
				if r := oracle.CholeskyRatio(uplo, a, f); !(r < oracle.Limit) {
					t.Errorf("n=%d nb=%d %v: ratio %g", s.n, s.nb, uplo, r)
				}
				if !intact(uplo, f) {
					t.Errorf("n=%d nb=%d %v: wrote outside the triangle", s.n, s.nb, uplo)
				}
				if first.Data == nil {
					first = f
				} else if !sameBits(first, f) {
					t.Errorf("n=%d nb=%d %v: bits depend on the number of workers", s.n, s.nb, uplo)
				}
			})
		}
	}
}

// sameBits compares element by element, NaN equal to NaN.
func sameBits[T dense.Float](a, b dense.Matrix[T]) bool {
	for i, v := range a.Data {
		if w := b.Data[i]; v != w && (v == v || w == w) {
			return false
		}
	}
	return true
}

// The one call, across the sizes at which its choices change.
func TestCholesky(t *testing.T) {
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, n := range []int{0, 1, 2, 7, 64, 200, 333} {
			for _, uplo := range triangles {
				a := dense.SPD[float64](n, seed)
				f := guarded(uplo, a)
				if err := Cholesky(context.Background(), rt, uplo, f); err != nil {
					t.Fatalf("n=%d %v: %v", n, uplo, err)
				}
				if r := oracle.CholeskyRatio(uplo, a, f); !(r < oracle.Limit) || !intact(uplo, f) {
					t.Errorf("n=%d %v: ratio %g", n, uplo, r)
				}
			}
		}
	})
}

func TestCholeskyOfLapackTypes(t *testing.T) {
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, n := range []int{10, 50, 85} {
			for _, c := range oracle.LapackTypes[float64](n, seed) {
				for _, uplo := range triangles {
					checkCase(t, rt, uplo, c, 16)
				}
			}
		}
	})
}

// Every k, first and last of tiles among them; and the published examples.
func TestNotPositiveDefinite(t *testing.T) {
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, c := range oracle.Indefinite[float64](37, seed) {
			for _, uplo := range triangles {
				checkCase(t, rt, uplo, c, 8)
			}
		}
	})
}

// checkCase factors c in tiles of nb and by the one call, which must agree with it.
func checkCase(t *testing.T, rt *task.Runtime, uplo blas.Uplo, c oracle.Case[float64], nb int) {
	t.Helper()
	ctx := context.Background()
	for name, factor := range map[string]func(dense.Matrix[float64]) error{
		"tiled":    func(m dense.Matrix[float64]) error { return CholeskyTiled(ctx, rt, uplo, m, nb) },
		"one call": func(m dense.Matrix[float64]) error { return Cholesky(ctx, rt, uplo, m) },
	} {
		f := guarded(uplo, c.A)
		if minor := minorOf(factor(f)); minor != c.Minor {
			t.Errorf("%s n=%d %v %s: minor %d, want %d", c.Name, c.A.Rows, uplo, name, minor, c.Minor)
		} else if r := oracle.CholeskyRatio(uplo, c.A, f); minor == 0 && !(r < oracle.Limit) {
			t.Errorf("%s n=%d %v %s: ratio %g", c.Name, c.A.Rows, uplo, name, r)
		}
		if !intact(uplo, f) {
			t.Errorf("%s n=%d %v %s: wrote outside the triangle", c.Name, c.A.Rows, uplo, name)
		}
	}
}

// minorOf returns the leading minor that err names, 0 for nil, -1 for any other error.
func minorOf(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[*blas.NotPositiveDefiniteError](err); ok {
		return e.Minor
	}
	return -1
}

// NaN or Inf anywhere in the triangle is an error at the row that holds it.
func TestNaNAndInf(t *testing.T) {
	const n, nb = 21, 8
	a := dense.SPD[float64](n, seed)
	runtimes(t, func(t *testing.T, rt *task.Runtime) {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			for i := range n {
				for j := range i + 1 {
					f := guarded(blas.Lower, a)
					f.Set(i, j, bad)
					if minor := minorOf(CholeskyTiled(context.Background(), rt, blas.Lower, f, nb)); minor != i+1 {
						t.Errorf("%g at (%d,%d): minor %d, want %d", bad, i, j, minor, i+1)
					}
				}
			}
		}
	})
}

func TestCancelledBefore(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	why := errors.New("no longer wanted")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	for _, n := range []int{5, 300} {
		a := dense.SPD[float64](n, seed)
		f := a.Clone()
		if err := Cholesky(ctx, rt, blas.Lower, f); !errors.Is(err, why) {
			t.Errorf("n=%d: error %v, want %v", n, err, why)
		}
		if !f.Equal(a) {
			t.Errorf("n=%d: matrix touched", n)
		}
	}
}

// 64 goroutines on one runtime, each with a matrix of its own, against one worker; every fourth fails.
func TestManyAtOnce(t *testing.T) {
	const n, nb, many = 90, 16, 64
	one, rt := task.New(task.Config{Workers: 1}), task.New(task.Config{Workers: 3})
	defer one.Close()
	defer rt.Close()
	ctx := context.Background()
	errs := make(chan error, many)
	for g := range many {
		a := dense.SPD[float64](n, uint64(g))
		if g%4 == 3 {
			a = oracle.ZeroRowCol(a, g)
		}
		want := a.Clone()
		minor := minorOf(CholeskyTiled(ctx, one, blas.Lower, want, nb))
		go func() {
			if got := minorOf(CholeskyTiled(ctx, rt, blas.Lower, a, nb)); got != minor {
				errs <- fmt.Errorf("goroutine %d: minor %d, want %d", g, got, minor)
			} else if minor == 0 && !sameBits(want, a) {
				errs <- fmt.Errorf("goroutine %d: bits differ from one worker's", g)
			} else {
				errs <- nil
			}
		}()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
