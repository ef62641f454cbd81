package task

import (
	"runtime"
	"testing"
)

// BenchmarkTrace runs tasks with empty bodies, recorded and not: the difference is what
// recording costs.
func BenchmarkTrace(b *testing.B) {
	const n = 20_000
	d := make([]Datum, 64)
	empty := func(_, _, _ int) {}
	patterns := []struct {
		name string
		body func(*Scope)
	}{
		{"independent", func(s *Scope) {
			for i := range n {
				s.Go3(empty, i, i, i)
			}
		}},
		{"chain", func(s *Scope) {
			for i := range n {
				s.Go3(empty, i, i, i, d[0].InOut(), Label("chain"))
			}
		}},
		{"grid", func(s *Scope) {
			for i := range n {
				s.Go3(empty, i, i, i, d[i%64].InOut(), d[(i+1)%64].In(), Label("grid"))
			}
		}},
	}
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		for _, p := range patterns {
			rt := New(Config{Workers: 2, Inline: inline})
			name := map[Inline]string{InlineAdaptive: "inline=adaptive/", InlineNever: "inline=never/"}[inline] + p.name
			b.Run(name, func(b *testing.B) {
				var off, on int64
				for b.Loop() { // one after the other: the machine drifts
					t := clock()
					rt.Run(background, p.body)
					u := clock()
					if err := rt.StartTrace(n); err != nil {
						b.Fatal(err)
					}
					runtime.GC() // of the last trace, not within this one
					v := clock()
					rt.Run(background, p.body)
					off, on = off+u-t, on+clock()-v
					if _, err := rt.StopTrace(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(off)/float64(b.N)/n, "ns/off")
				b.ReportMetric(float64(on)/float64(b.N)/n, "ns/on")
				b.ReportMetric(float64(on-off)/float64(b.N)/n, "ns/trace")
			})
			rt.Close()
		}
	}
}
