package gonumla

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"heddle/task"
)

func random(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.Float64() - 0.5
	}
	return x
}

func TestUseAndRestore(t *testing.T) {
	before64, before32 := blas64.Implementation(), blas32.Implementation()
	Restore() // does nothing
	Use()
	Use(Config{Workers: 2})
	if _, ok := blas64.Implementation().(BLAS); !ok {
		t.Error("Use does not install blas64")
	}
	if _, ok := blas32.Implementation().(BLAS); !ok {
		t.Error("Use does not install blas32")
	}
	Restore()
	if blas64.Implementation() != before64 || blas32.Implementation() != before32 {
		t.Error("Restore does not restore")
	}
	for _, bad := range [][]Config{{{Workers: -1}}, {{Workers: 1 << 20}}, {{Mode: 99}}, {{}, {}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Use(%+v) does not panic", bad)
				}
			}()
			Use(bad...)
		}()
	}
}

// TestAfterRestore: an implementation that somebody has kept goes on to work.
func TestAfterRestore(t *testing.T) {
	Use(Config{Workers: 3})
	kept := blas64.Implementation()
	Restore()
	const n = 200
	a, c := random(n*n, 1), make([]float64, n*n)
	kept.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n)
	want := make([]float64, n*n)
	BLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, want, n)
	for i := range c {
		if c[i] != want[i] {
			t.Fatalf("element %d differs", i)
		}
	}
}

// TestGOMAXPROCS: the pool follows.
func TestGOMAXPROCS(t *testing.T) {
	Use()
	defer Restore()
	p := blas64.Implementation().(BLAS).pool
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 3, 2, 3} {
		runtime.GOMAXPROCS(n)
		workers := 1
		if rt := p.runtime(); rt != nil {
			workers = rt.Workers()
		}
		if workers != n {
			t.Errorf("GOMAXPROCS %d: %d workers", n, workers)
		}
	}
}

// TestRuntime: the program's own runtime is used, and left open.
func TestRuntime(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	Use(Config{Runtime: rt})
	kept := blas64.Implementation().(BLAS)
	if kept.pool.runtime() != rt {
		t.Error("another runtime")
	}
	Restore()
	if kept.pool.runtime() != nil {
		t.Error("used after Restore")
	}
	if err := rt.Run(context.Background(), func(*task.Scope) {}); err != nil {
		t.Error(err)
	}
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Workers beside Runtime: no panic")
		}
	}()
	Use(Config{Workers: 2, Runtime: rt})
}

// TestManyCallers: 64 goroutines call at once; every result is that of a single caller, to the
// bit, for small products, which are not shared, and for large ones, which are.
func TestManyCallers(t *testing.T) {
	Use(Config{Workers: 2})
	defer Restore()
	b := blas64.Implementation().(BLAS)
	b.pool.least = 2e5
	flags := []blas.Transpose{blas.NoTrans, blas.Trans}
	type product struct {
		tA, tB  blas.Transpose
		m, n, k int
	}
	operand := random(200*200, 3)
	compute := func(p product) []float64 {
		c := make([]float64, p.m*p.n)
		blas64.Implementation().Dgemm(p.tA, p.tB, p.m, p.n, p.k, 1, operand, 200, operand[40:], 200, 0, c, p.n)
		return c
	}
	var products []product
	var want [][]float64
	r := rand.New(rand.NewPCG(5, 5))
	for range 64 {
		p := product{flags[r.IntN(2)], flags[r.IntN(2)], 1 + r.IntN(37), 1 + r.IntN(37), 1 + r.IntN(37)}
		if len(products)%8 == 0 {
			p.m, p.n, p.k = 150, 140, 130
		}
		products = append(products, p)
		want = append(want, compute(p))
	}
	rounds := 20
	if *full {
		rounds = 1000
	}
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			for round := range rounds {
				i := (g + round) % len(products)
				for e, x := range compute(products[i]) {
					if x != want[i][e] {
						t.Errorf("product %+v: element %d differs between callers", products[i], e)
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

// TestMat: what package mat says about mistakes and about singular matrices stays the same.
func TestMat(t *testing.T) {
	Use()
	defer Restore()
	func() {
		defer func() {
			if err := recover(); err != mat.ErrShape {
				t.Errorf("a product of shapes that do not fit panics with %v", err)
			}
		}()
		var c mat.Dense
		c.Mul(mat.NewDense(3, 4, nil), mat.NewDense(3, 4, nil))
	}()
	for _, n := range []int{2, 50, 300} {
		a := mat.NewSymDense(n, nil)
		for i := range n - 1 {
			a.SetSym(i, i, 1)
		}
		a.SetSym(n-1, n-1, -1)
		var ch mat.Cholesky
		if ch.Factorize(a) {
			t.Errorf("n = %d: an indefinite matrix is factored", n)
		}
		var lu mat.LU
		lu.Factorize(mat.NewDense(n, n, nil))
		if lu.Det() != 0 {
			t.Errorf("n = %d: the determinant of zero is %g", n, lu.Det())
		}
		x := mat.NewDense(n, n, random(n*n, 7))
		var inv, id mat.Dense
		if err := inv.Inverse(x); err != nil {
			t.Fatal(err)
		}
		id.Mul(x, &inv)
		one := mat.NewDiagDense(n, nil)
		for i := range n {
			one.SetDiag(i, 1)
		}
		if !mat.EqualApprox(&id, one, 1e-9) {
			t.Errorf("n = %d: the inverse is wrong", n)
		}
	}
}

// TestM4N3K2 is gonum's case: 4 x 2 by 2 x 3 with alpha 2 and beta 0.5.
func TestM4N3K2(t *testing.T) {
	c := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	BLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, 4, 3, 2, 2,
		[]float64{1, 2, 3, 4, 5, 6, 7, 8}, 2, []float64{1, 2, 3, 4, 5, 6}, 3, 0.5, c, 3)
	want := []float64{18.5, 25, 31.5, 40, 54.5, 69, 61.5, 84, 106.5, 83, 113.5, 144}
	for i := range c {
		if c[i] != want[i] {
			t.Fatalf("C = %v, want %v", c, want)
		}
	}
}
