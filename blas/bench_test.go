package blas

import (
	"fmt"
	"testing"
	"time"

	"heddle/dense"
)

// The benchmarks report GFLOP/s and the share of the multiply-add peak of the same kernels,
// measured beside each: go test -run '^$' -bench 'Gemm/impl=avx512' ./blas
var benchSizes = []int{16, 24, 32, 33, 64, 65, 96, 100, 128, 240, 256, 480, 512, 960, 1000, 2048}

func eachBenchmark(b *testing.B, flops func(n float64) float64, prepare func(n int) func()) {
	for _, name := range Kernels() {
		for _, n := range benchSizes {
			if name == "go" && n > 256 {
				continue
			}
			b.Run(fmt.Sprintf("impl=%s/n=%d", name, n), func(b *testing.B) {
				restore, err := Select(name)
				if err != nil {
					b.Fatal(err)
				}
				defer restore()
				f := prepare(n)
				f()
				before := peak()
				b.ResetTimer()
				for b.Loop() {
					f()
				}
				rate := flops(float64(n)) * float64(b.N) / b.Elapsed().Seconds()
				b.ReportMetric(rate/1e9, "GFLOP/s")
				b.ReportMetric(100*rate/max(before, peak()), "%peak")
			})
		}
	}
}

// peak returns the flops per second of independent multiply-adds: the best of a few short runs.
func peak() float64 {
	best := 0.0
	for range 5 {
		start := time.Now()
		flops := row[float64]().Peak(100_000)
		best = max(best, float64(flops)/time.Since(start).Seconds())
	}
	return best
}

func cube(times float64) func(float64) float64 {
	return func(n float64) float64 { return times * n * n * n }
}

func BenchmarkGemm(b *testing.B) {
	eachBenchmark(b, cube(2), func(n int) func() {
		x, y, z := dense.Random[float64](n, n, 1), dense.Random[float64](n, n, 2), dense.New[float64](n, n)
		return func() { Gemm(NoTrans, NoTrans, 1, x, y, 0, z) }
	})
}

func BenchmarkSyrk(b *testing.B) {
	eachBenchmark(b, cube(1), func(n int) func() {
		x, z := dense.Random[float64](n, n, 1), dense.New[float64](n, n)
		return func() { Syrk(Lower, NoTrans, 1, x, 0, z) }
	})
}

// BenchmarkTrsm solves with the identity, so that repetition changes nothing.
func BenchmarkTrsm(b *testing.B) {
	eachBenchmark(b, cube(1), func(n int) func() {
		l, x := dense.New[float64](n, n), dense.Random[float64](n, n, 2)
		for i := range n {
			l.Set(i, i, 1)
		}
		return func() { Trsm(Right, Lower, Trans, NonUnit, 1, l, x) }
	})
}

// BenchmarkPotrf includes the copy of the matrix that is factored, n^2 of n^3/3.
func BenchmarkPotrf(b *testing.B) {
	eachBenchmark(b, cube(1.0/3), func(n int) func() {
		a, f := dense.SPD[float64](n, 1), dense.New[float64](n, n)
		return func() {
			f.CopyFrom(a)
			if err := Potrf(Lower, f); err != nil {
				b.Fatal(err)
			}
		}
	})
}
