package kernel

import (
	"fmt"
	"testing"
	"time"
)

// Benchmarks report GFLOP/s, and the share of the peak that independent multiply-adds reach beside
// them, or GB/s read and written:
//
//	go test -run '^$' -bench . ./internal/kernel

// measure runs f, which does flops operations a call.
func measure(b *testing.B, kn *Kernel[float64], flops float64, f func()) {
	f()
	before := peakRate(kn)
	b.ResetTimer()
	for b.Loop() {
		f()
	}
	rate := flops * float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate/1e9, "GFLOP/s")
	b.ReportMetric(100*rate/max(before, peakRate(kn)), "%peak")
}

// peakRate is the best rate of multiply-adds in a few short runs.
func peakRate(kn *Kernel[float64]) (best float64) {
	for range 5 {
		start := time.Now()
		flops := kn.Peak(200_000)
		best = max(best, float64(flops)/time.Since(start).Seconds())
	}
	return best
}

// eachRow runs f as a sub-benchmark for every row and size.
func eachRow(b *testing.B, sizes []int, f func(b *testing.B, kn *Kernel[float64], n int)) {
	for _, kn := range Rows64() {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("impl=%s/n=%d", kn.Name, n), func(b *testing.B) { f(b, kn, n) })
		}
	}
}

// numbers returns a buffer of n elements between 1 and 2.
func numbers(n, off int) buffer[float64] {
	b := newBuffer[float64](n, off)
	for i := range b.v {
		b.v[i] = 1 + float64(i%97)/97
	}
	return b
}

// BenchmarkTile is one call on MR panels: the micro-tile with everything in the first-level cache, k = n.
func BenchmarkTile(b *testing.B) {
	eachRow(b, []int{16, 32, 64, 128, 256}, func(b *testing.B, kn *Kernel[float64], k int) {
		w, mr := kn.W, kn.MR
		x, y, c := numbers(mr*w*k, 0), numbers(w*k, 0), numbers(mr*w*w, 0)
		measure(b, kn, float64(2*mr*w*w*k), func() { kn.Gemm(k, mr, x.p(0), w*k, y.p(0), c.p(0), w*w, w, 1e-9) })
	})
}

// BenchmarkDirect is C = A * B of order n, nothing packed; off=3 shifts all by 24 bytes.
func BenchmarkDirect(b *testing.B) {
	eachRow(b, []int{8, 16, 24, 32, 33, 64, 65, 96, 100, 128, 240, 256}, func(b *testing.B, kn *Kernel[float64], n int) {
		for _, off := range []int{0, 3} {
			x, y, c := numbers(n*n, off), numbers(n*n, off), numbers(n*n, off)
			b.Run(fmt.Sprintf("off=%d", off), func(b *testing.B) {
				measure(b, kn, float64(2*n*n*n), func() {
					kn.DirectSet(n, n, n, x.p(0), n, 1, y.p(0), n, c.p(0), n, 1)
				})
			})
		}
	})
}

// sweep factors n columns in place: a is not positive definite after the first time, so it begins
// as the identity, which is its own factor.
func sweep(b *testing.B, kn *Kernel[float64], n int, a, inv buffer[float64]) {
	for k := 0; k < n; k += kn.W {
		if kn.Potrf(k, (n-k)/kn.W, a.p(k*n), kn.W*n, inv.p(k)) != 0 {
			b.Fatal("not positive definite")
		}
	}
}

// identity returns the identity of order n in panels of w.
func identity(n, w int) buffer[float64] {
	a := newBuffer[float64](n*n, 0)
	clear(a.v)
	for i := range n {
		a.v[panel(w, n*w)(i, i)] = 1
	}
	return a
}

var tileSizes = []int{32, 64, 96, 128, 192, 256}

func BenchmarkPotrf(b *testing.B) {
	eachRow(b, tileSizes, func(b *testing.B, kn *Kernel[float64], n int) {
		a, inv := identity(n, kn.W), newBuffer[float64](n, 0)
		measure(b, kn, float64(n*n*n)/3, func() { sweep(b, kn, n, a, inv) })
	})
}

func BenchmarkTrsm(b *testing.B) {
	eachRow(b, tileSizes, func(b *testing.B, kn *Kernel[float64], n int) {
		w := kn.W
		a, inv, x := identity(n, w), newBuffer[float64](n, 0), numbers(n*n, 0)
		sweep(b, kn, n, a, inv)
		measure(b, kn, float64(n*n*n), func() {
			for k := 0; k < n; k += w {
				kn.Trsm(k, n/w, x.p(0), w*n, a.p(k*n), inv.p(k))
			}
		})
	})
}

// BenchmarkSyrk is C -= A * A' of order n, its lower triangle by panels; blocks on the diagonal are whole.
func BenchmarkSyrk(b *testing.B) {
	eachRow(b, tileSizes, func(b *testing.B, kn *Kernel[float64], n int) {
		w := kn.W
		a, c := numbers(n*n, 0), numbers(n*n, 0)
		measure(b, kn, float64(n*n*n), func() {
			for j := 0; j < n; j += w {
				kn.Gemm(n, (n-j)/w, a.p(j*n), w*n, a.p(j*n), c.p(j*n+j*w), w*n, w, -1e-9)
			}
		})
	})
}

// BenchmarkPack converts a matrix of order n; GB/s counts what is read and what is written.
func BenchmarkPack(b *testing.B) {
	eachRow(b, []int{64, 256, 512, 1024}, func(b *testing.B, kn *Kernel[float64], n int) {
		w := kn.W
		a, p := numbers(n*n, 0), numbers(n*n, 0)
		for _, f := range []struct {
			name string
			call func(i int)
		}{
			{"PackT", func(i int) { kn.PackT(n, a.p(i*n), n, p.p(i*n)) }},
			{"UnpackT", func(i int) { kn.UnpackT(n, a.p(i*n), n, p.p(i*n)) }},
			{"PackN", func(i int) { kn.PackN(n, 1, a.p(i), n, p.p(i*n), 0) }},
		} {
			b.Run(f.name, func(b *testing.B) {
				for b.Loop() {
					for i := 0; i < n; i += w {
						f.call(i)
					}
				}
				b.ReportMetric(float64(16*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GB/s")
			})
		}
	})
}
