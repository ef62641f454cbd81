package task

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkReplay is the cost of a replayed task, beside that of a plain loop over the
// recorded closures: x/serial is the ratio of the medians.
func BenchmarkReplay(b *testing.B) {
	for _, p := range []pattern{stencil(32, 1), cholesky(16), cholesky(32), cholesky(64), cholesky(128), chain(1000), independent(1000)} {
		for _, ns := range []float64{0, 50, 100, 200, 1000} {
			for _, variant := range []string{"taskiter", "taskcache", "free"} {
				iters := max(2, min(100, 2_000_000/p.n))
				if ns > 0 {
					iters = max(2, min(iters, int(20e6/ns)/p.n))
				}
				b.Run(fmt.Sprintf("pattern=%s/body=%v/variant=%s", p.name, ns, variant), func(b *testing.B) {
					replay(b, p, ns, variant, iters)
				})
			}
		}
	}
}

func replay(b *testing.B, p pattern, ns float64, variant string, iters int) {
	cfg := Config{Workers: 2}
	if variant == "free" {
		cfg.Inline = InlineNever
	}
	rt := New(cfg)
	defer rt.Close()
	f := spinBody(ns)
	body := func(s *Scope) { p.submit(s, f, false) }
	g := Record(body)
	var tasks, serial []float64
	b.ReportAllocs()
	for b.Loop() {
		t0 := time.Now()
		for range iters {
			for v := range g.g.code {
				g.g.code[v]()
			}
		}
		t1 := time.Now()
		if variant == "taskcache" {
			for range iters {
				g.Run(background, rt)
			}
		} else {
			g.Iterate(background, rt, iters)
		}
		t2 := time.Now()
		n := float64(p.n * iters)
		serial = append(serial, float64(t1.Sub(t0).Nanoseconds())/n)
		tasks = append(tasks, float64(t2.Sub(t1).Nanoseconds())/n)
	}
	b.ReportMetric(median(serial), "serial-ns")
	b.ReportMetric(median(tasks), "ns/task")
	b.ReportMetric(median(tasks)/median(serial), "x/serial")
	b.ReportMetric(0, "ns/op")
}
