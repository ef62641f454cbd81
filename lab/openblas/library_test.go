//go:build (linux || darwin) && (amd64 || arm64)

package openblas_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"heddle/dense"
	"heddle/lab/machine"
	"heddle/lab/openblas"
	"heddle/lab/peers"
)

// open returns the library that this machine has, or nil after checking that its absence is explained.
func open(t testing.TB) *openblas.Library {
	t.Helper()
	path, err := peers.Host{}.OpenBLAS()
	if err != nil {
		if !strings.Contains(err.Error(), "libopenblas-pthread-dev") {
			t.Errorf("error %v does not say which package brings OpenBLAS", err)
		}
		return nil
	}
	l, err := openblas.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(l.Name(), "OpenBLAS ") || len(strings.Fields(l.Name())) != 3 {
		t.Errorf("name %q, want library, version and kernels", l.Name())
	}
	return l
}

func TestOpenRefuses(t *testing.T) {
	for _, path := range []string{"/nowhere/libopenblas.so", "/proc/self/exe"} {
		if l, err := openblas.Open(path, ""); err == nil {
			t.Errorf("%s was opened as %s", path, l.Name())
		}
	}
}

// columns returns a column-major tile of random numbers, and a way to look at it.
func columns(m, n int, seed uint64) ([]float64, func(i, j int) float64) {
	a := make([]float64, m*n)
	for i := range m {
		for j := range n {
			a[j*m+i] = 2*dense.Uniform(seed, i, j) - 1
		}
	}
	return a, func(i, j int) float64 { return a[j*m+i] }
}

// Gemm, Syrk, Trsm and Potrf compute what they say, called by many goroutines at once.
func TestKernels(t *testing.T) {
	l := open(t)
	if l == nil {
		return
	}
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for _, s := range [][3]int{{1, 1, 1}, {5, 3, 7}, {16, 16, 16}, {33, 20, 64}, {96, 96, 96}} {
				check(t, l, s[0], s[1], s[2], uint64(g))
			}
		})
	}
	all.Wait()
}

func check(t *testing.T, l *openblas.Library, m, n, k int, seed uint64) {
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 30*0x1p-53*float64(k+n)*(1+math.Abs(want)) {
			t.Errorf("%s %d %d %d: %g, want %g", what, m, n, k, got, want)
		}
	}
	a, at := columns(m, k, seed)
	b, bt := columns(n, k, seed+100)
	product := func(x, y func(i, j int) float64, i, j int) (sum float64) {
		for q := range k {
			sum += x(i, q) * y(j, q)
		}
		return sum
	}
	c, ct := columns(m, n, seed+200)
	_, was := columns(m, n, seed+200)
	l.Gemm(m, n, k, a, b, c)
	for i := range m {
		for j := range n {
			near("gemm", ct(i, j), was(i, j)-product(at, bt, i, j))
		}
	}
	d, dt := columns(m, m, seed+300)
	_, was = columns(m, m, seed+300)
	l.Syrk(m, k, a, d)
	for i := range m {
		for j := range i + 1 {
			near("syrk", dt(i, j), was(i, j)-product(at, at, i, j))
		}
	}
	spd, st := columns(n, n, 0)
	for i := range n {
		for j := range n {
			spd[j*n+i] = dense.SPDAt[float64](seed, n, i, j)
		}
	}
	if info := l.Potrf(n, spd); info != 0 {
		t.Fatalf("potrf %d: info %d", n, info)
	}
	x, xt := columns(m, n, seed+400)
	_, was = columns(m, n, seed+400)
	l.Trsm(m, n, spd, x)
	for i := range n {
		sum := 0.0
		for q := range i + 1 {
			sum += st(i, q) * st(i, q)
		}
		near("potrf", sum, dense.SPDAt[float64](seed, n, i, i))
	}
	for i := range m {
		for j := range n {
			sum := 0.0
			for q := range j + 1 {
				sum += xt(i, q) * st(j, q)
			}
			near("trsm", sum, was(i, j))
		}
	}
}

// Each of the kernels of a Tuned computes what it says, and what is chosen stays so.
func TestTuned(t *testing.T) {
	if open(t) == nil {
		return
	}
	path, _ := peers.Host{}.OpenBLAS()
	coretypes := []string{""}
	if slices.Contains(machine.Detect().Kernels, "avx2") {
		coretypes = append(coretypes, "Haswell", "Haswell", "Nehalem")
	}
	tuned, err := openblas.OpenTuned(path, coretypes...)
	if err != nil {
		t.Fatal(err)
	}
	for _, nb := range []int{16, 33, 96} {
		l := tuned.ForTile(nb)
		if tuned.ForTile(nb) != l {
			t.Errorf("tiles of %d: another choice the second time", nb)
		}
		check(t, l, nb, nb, nb, 1)
	}
	if len(coretypes) > 1 && strings.HasSuffix(tuned.ForTile(96).Name(), "Nehalem") {
		t.Error("SSE kernels were found faster than AVX2")
	}
	if _, err := openblas.OpenTuned("/nowhere/libopenblas.so", ""); err == nil {
		t.Error("a library that is not there was opened")
	}
}

func TestPotrfSaysWhere(t *testing.T) {
	l := open(t)
	if l == nil {
		return
	}
	a := []float64{1, 0, 0, 0, 1, 0, 0, 0, -1}
	if info := l.Potrf(3, a); info != 3 {
		t.Errorf("info %d, want 3", info)
	}
}

// BenchmarkCall is what a call costs beside its work, of which there is next to none.
func BenchmarkCall(b *testing.B) {
	l := open(b)
	if l == nil {
		b.Skip("no OpenBLAS")
	}
	x := []float64{1}
	for b.Loop() {
		l.Gemm(1, 1, 1, x, x, x)
	}
}
