package cpu

import (
	"testing"
	"time"
)

// Ticks, times the length of a tick, are the time that has passed.
func TestTicks(t *testing.T) {
	ns := TickTime()
	t.Logf("a tick is %v ns", ns)
	if !(ns > 0) {
		t.Fatal("a tick has no length")
	}
	outer := time.Now()
	a := Ticks()
	inner := time.Now()
	for time.Since(inner) < 10*time.Millisecond {
	}
	least := float64(time.Since(inner))
	b := Ticks()
	most := float64(time.Since(outer))
	if d := float64(b-a) * ns; d < 0.99*least || d > 1.01*most {
		t.Errorf("%v ns of ticks, between %v and %v of time", d, least, most)
	}
}

func BenchmarkTicks(b *testing.B) {
	for b.Loop() {
		for range 100 {
			Ticks()
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/100, "ns/read")
}
