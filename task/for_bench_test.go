package task

import (
	"fmt"
	"testing"
)

func BenchmarkForNothing(b *testing.B) {
	for _, w := range []int{1, 2} {
		rt := New(Config{Workers: w})
		defer rt.Close()
		for _, n := range []int{2, 1000} {
			for _, sched := range []Schedule{Static(0), Static(1), Dynamic(1), Guided(1)} {
				b.Run(fmt.Sprintf("workers=%d/n=%d/%v", w, n, sched), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						rt.For(0, n, sched, func(lo, hi int) {})
					}
				})
			}
		}
	}
}

func BenchmarkReduceNothing(b *testing.B) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, n := range []int{2, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Reduce(rt, 0, n, Static(0), 0,
					func(lo, hi int, acc int) int { return acc + hi - lo },
					func(a, b int) int { return a + b })
			}
		})
	}
}

// BenchmarkForSpeedup compares with the serial loop over the same bodies: ratio 2 is ideal
// on 2 workers.
func BenchmarkForSpeedup(b *testing.B) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, loops := range []int{1, 100, 1000, 10000} {
		for _, n := range []int{2, 16, 256} {
			for _, sched := range []Schedule{Static(0), Dynamic(1)} {
				body := func(lo, hi int) {
					for i := lo; i < hi; i++ {
						spinFor(loops)
					}
				}
				b.Run(fmt.Sprintf("loops=%d/n=%d/%v", loops, n, sched), func(b *testing.B) {
					var serial, shared int64
					for b.Loop() {
						t := clock()
						body(0, n)
						u := clock()
						rt.For(0, n, sched, body)
						serial, shared = serial+u-t, shared+clock()-u
					}
					b.ReportMetric(float64(serial)/float64(b.N), "ns/serial")
					b.ReportMetric(float64(shared)/float64(b.N), "ns/shared")
					b.ReportMetric(float64(serial)/float64(shared), "speedup")
				})
			}
		}
	}
}

//go:noinline
func spinFor(n int) {
	for range n {
	}
}
