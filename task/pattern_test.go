package task

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"
)

// A pattern submits n tasks that call body(i, j, k), as closures or with arguments in the
// task; serial calls the same bodies in a loop.
type pattern struct {
	name   string
	n      int
	submit func(s *Scope, f func(i, j, k int), args bool)
}

// put submits f(i, j, k) in one form or the other.
func put(s *Scope, args bool, f func(i, j, k int), i, j, k int, cl ...Clause) {
	if args {
		s.Go3(f, i, j, k, cl...)
	} else {
		s.Go(func() { f(i, j, k) }, cl...)
	}
}

func independent(n int) pattern {
	return pattern{"independent", n, func(s *Scope, f func(i, j, k int), args bool) {
		for i := range n {
			put(s, args, f, i, 0, 0)
		}
	}}
}

func chain(n int) pattern {
	return pattern{"chain", n, func(s *Scope, f func(i, j, k int), args bool) {
		var d Datum
		for i := range n {
			put(s, args, f, i, 0, 0, d.InOut())
		}
	}}
}

func choleskyTasks(t int) int { return t * (t + 1) * (t + 2) / 6 }

func cholesky(t int) pattern {
	h := make([]Datum, t*t)
	return pattern{fmt.Sprintf("cholesky%d", t), choleskyTasks(t), func(s *Scope, f func(i, j, k int), args bool) {
		for k := range t {
			put(s, args, f, k, k, k, h[k*t+k].InOut())
			for m := k + 1; m < t; m++ {
				put(s, args, f, k, k, m, h[k*t+k].In(), h[m*t+k].InOut())
			}
			for m := k + 1; m < t; m++ {
				put(s, args, f, k, m, m, h[m*t+k].In(), h[m*t+m].InOut())
				for n := k + 1; n < m; n++ {
					put(s, args, f, k, m, n, h[m*t+k].In(), h[n*t+k].In(), h[m*t+n].InOut())
				}
			}
		}
	}}
}

func stencil(nb, iters int) pattern {
	w := nb + 2
	h := make([]Datum, w*w)
	return pattern{"stencil", nb * nb * iters, func(s *Scope, f func(i, j, k int), args bool) {
		for it := range iters {
			for i := 1; i <= nb; i++ {
				for j := 1; j <= nb; j++ {
					c := i*w + j
					put(s, args, f, it, i, j, h[c-w].In(), h[c+w].In(), h[c-1].In(), h[c+1].In(), h[c].InOut())
				}
			}
		}
	}}
}

func fanout(width, rounds int) pattern {
	return pattern{"fanout", (width + 1) * rounds, func(s *Scope, f func(i, j, k int), args bool) {
		var d Datum
		for r := range rounds {
			put(s, args, f, r, 0, 0, d.InOut())
			for i := range width {
				put(s, args, f, r, i, 0, d.In())
			}
		}
	}}
}

// spinBody returns a body that takes about ns nanoseconds, by a calibrated loop: the
// clock is too slow to be asked.
func spinBody(ns float64) func(i, j, k int) {
	if ns == 0 {
		return func(i, j, k int) {}
	}
	loops := max(1, int(ns*loopsPerNs()))
	//lint:ignore SA4017 the time it takes is what it is for
	return func(i, j, k int) { sink(loops) }
}

//go:noinline
func sink(n int) int {
	x := 1
	for i := range n {
		x = x*3 + i
	}
	return x
}

var perNs float64

func loopsPerNs() float64 {
	if perNs == 0 {
		best := time.Duration(1 << 62)
		for range 20 {
			t := time.Now()
			//lint:ignore SA4017 the time it takes is what it is for
			sink(100_000)
			best = min(best, time.Since(t))
		}
		perNs = 100_000 / float64(best.Nanoseconds())
	}
	return perNs
}

func median[T cmp.Ordered](v []T) T {
	slices.Sort(v)
	return v[len(v)/2]
}

// BenchmarkOverhead is the cost of empty tasks, building included.
func BenchmarkOverhead(b *testing.B) {
	for _, p := range []pattern{independent(100_000), chain(100_000), cholesky(16), cholesky(32), cholesky(64), cholesky(128), stencil(32, 100), fanout(1000, 100)} {
		for _, form := range []string{"closure", "args"} {
			for _, queue := range []string{"adaptive", "always"} {
				b.Run(fmt.Sprintf("pattern=%s/form=%s/queue=%s", p.name, form, queue), func(b *testing.B) {
					cfg := Config{Workers: 2}
					if queue == "always" {
						cfg.Inline = InlineNever
					}
					rt := New(cfg)
					defer rt.Close()
					f := spinBody(0)
					var v []float64
					b.ReportAllocs()
					for b.Loop() {
						t := time.Now()
						rt.Run(background, func(s *Scope) { p.submit(s, f, form == "args") })
						v = append(v, float64(time.Since(t).Nanoseconds())/float64(p.n))
					}
					b.ReportMetric(median(v), "ns/task")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// BenchmarkGrain compares tasks with bodies of a known length to the plain loop over the
// same bodies, interleaved: x/serial is the ratio of their medians.
func BenchmarkGrain(b *testing.B) {
	for _, p := range []pattern{independent(4000), chain(4000), cholesky(28), stencil(20, 10)} {
		for _, ns := range []float64{0, 100, 200, 400, 1000, 4000, 16000} {
			b.Run(fmt.Sprintf("pattern=%s/body=%v", p.name, ns), func(b *testing.B) {
				rt := New(Config{Workers: 2})
				defer rt.Close()
				f := spinBody(ns)
				var tasks, serial []float64
				for b.Loop() {
					t0 := time.Now()
					for i := range p.n {
						f(i, 0, 0)
					}
					t1 := time.Now()
					rt.Run(background, func(s *Scope) { p.submit(s, f, false) })
					t2 := time.Now()
					serial = append(serial, float64(t1.Sub(t0).Nanoseconds())/float64(p.n))
					tasks = append(tasks, float64(t2.Sub(t1).Nanoseconds())/float64(p.n))
				}
				b.ReportMetric(median(serial), "serial-ns")
				b.ReportMetric(median(tasks), "ns/task")
				b.ReportMetric(median(tasks)/median(serial), "x/serial")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
