package task

import (
	"math/rand/v2"
	"testing"
)

// TestPhasesGoOn: bodies wait for one that comes many strides later, wherever phases end. Each node
// still runs once a stride, in order.
func TestPhasesGoOn(t *testing.T) {
	const n = 301
	rng := rand.New(rand.NewPCG(1, 2))
	for _, cfg := range []Config{{Workers: 1}, {Workers: 2}, {Workers: 3}, {Workers: 2, lanes: 2}, {Workers: 2, Inline: InlineNever}} {
		rt := New(cfg)
		defer rt.Close()
		for range 60 {
			at, far, unroll := rng.IntN(n), 1+rng.IntN(40)*rng.IntN(8), 1+rng.IntN(3)
			last := min(at+far, n-1)
			met := make(chan bool)
			var d [4]Datum
			var ran [4]int
			step := func(v, k int) {
				if ran[v] != k {
					t.Errorf("%+v, waiting in %d for %d, unrolled %d: node %d runs for the %dth time in step %d", cfg, at, last, unroll, v, ran[v]+1, k)
				}
				ran[v]++
				switch {
				case v < 2 && k == at: // two bodies wait
					Blocking(func() { <-met })
				case v == 3 && k == last:
					close(met)
				}
			}
			mustRun(t, rt, func(s *Scope) {
				s.Iterate(n, func(s *Scope) {
					for v := range d {
						s.GoStep(func(k int) { step(v, k) }, d[v].InOut())
					}
				}, Unroll(unroll))
			})
			if ran != [4]int{n, n, n, n} {
				t.Fatalf("%+v, waiting in %d for %d: nodes ran %v times, want %d", cfg, at, last, ran, n)
			}
		}
	}
}

// TestPhaseGoesOnForNestedRun is the same for a body whose nested Run waits.
func TestPhaseGoesOnForNestedRun(t *testing.T) {
	for _, workers := range []int{1, 2} {
		rt := New(Config{Workers: workers})
		defer rt.Close()
		for at := range 60 {
			met := make(chan bool)
			var a, b Datum
			mustRun(t, rt, func(s *Scope) {
				s.Iterate(100, func(s *Scope) {
					s.GoStep(func(k int) {
						if k == at {
							mustRun(t, rt, func(s *Scope) { s.Go(func() { Blocking(func() { <-met }) }, Deferred()) })
						}
					}, a.InOut())
					s.GoStep(func(k int) {
						if k == at+20 {
							close(met)
						}
					}, b.InOut())
				})
			})
		}
	}
}

// TestPhaseGoesOnBesideSiblings: an earlier sibling waits for a later stride, of nodes that do not
// wait for it.
func TestPhaseGoesOnBesideSiblings(t *testing.T) {
	const n = 40
	for _, workers := range []int{1, 2, 3} {
		rt := New(Config{Workers: workers})
		defer rt.Close()
		for at := range n {
			met := make(chan bool)
			var a, b, c Datum
			var ran [3]int
			mustRun(t, rt, func(s *Scope) {
				s.Go(func() { Blocking(func() { <-met }) }, a.Out(), Deferred())
				s.Go(func() { Blocking(func() { <-met }) }, a.In(), c.In(), Deferred())
				s.Iterate(n, func(s *Scope) {
					s.GoStep(func(k int) {
						if ran[0]++; k == at {
							close(met)
						}
					}, b.InOut())
					s.Go(func() { ran[1]++ }, a.InOut())
					s.Go(func() { ran[2]++ }, a.In(), c.Out())
				})
			})
			if ran != [3]int{n, n, n} {
				t.Fatalf("%d workers, waiting for %d: nodes ran %v times, want %d", workers, at, ran, n)
			}
		}
	}
}
