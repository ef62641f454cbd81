package task

import (
	"sync/atomic"
	"testing"
)

func TestCommutative(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var d, e Datum
		x, y := 0, 0
		mustRun(t, rt, func(s *Scope) {
			s.Go(func() { x, y = 1, 1 }, d.Out(), e.Out())
			for i := range 1000 {
				switch i % 3 {
				case 0:
					s.Go(func() { x++ }, d.Commutative())
				case 1:
					s.Go(func() { y++ }, e.Commutative())
				case 2:
					s.Go(func() { x++; y++ }, e.Commutative(), d.Commutative())
				}
			}
			s.Go(func() { x *= 2; y *= 2 }, d.InOut(), e.InOut())
		})
		if x != 2*668 || y != 2*667 {
			t.Errorf("x, y = %d, %d, want 1336, 1334", x, y)
		}
	})
}

func TestBlocking(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		ch := make(chan int)
		var sum atomic.Int64
		mustRun(t, rt, func(s *Scope) {
			for range 20 {
				s.Go(func() { Blocking(func() { ch <- 1 }) }, Deferred())
			}
			for range 20 {
				s.Go(func() { Blocking(func() { sum.Add(int64(<-ch)) }) }, Deferred(), Label("receive"))
			}
			s.Wait()
		})
		if sum.Load() != 20 {
			t.Errorf("sum = %d, want 20", sum.Load())
		}
	})
}

func TestEvent(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		var d Datum
		x := 0
		mustRun(t, rt, func(s *Scope) {
			s.Event(func(e *Event) {
				e.Add(2)
				go func() { x = 1; e.Done(); e.Done() }()
			}, d.Out())
			s.Go(func() { x *= 2 }, d.InOut())
		})
		if x != 2 {
			t.Errorf("x = %d", x)
		}
	})
}

func TestReduction(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		sum, seen := 1000, 0
		r := NewReduction(&sum, func() int { return 0 }, func(into, part *int) { *into += *part })
		mustRun(t, rt, func(s *Scope) {
			for i := range 100 {
				r.Go(s, func(part *int) { *part += i })
			}
			s.Go(func() { seen = sum }, r.In())
			for range 10 {
				r.Go(s, func(part *int) { *part++ })
			}
			s.Wait()
			if sum != 5960 {
				t.Errorf("after Wait sum = %d, want 5960", sum)
			}
			r.Go(s, func(part *int) { *part++ })
		})
		if seen != 5950 || sum != 5961 {
			t.Errorf("the reader saw %d, want 5950; the sum is %d, want 5961", seen, sum)
		}
	})
}

// A pipeline of scopes whose subtasks are ordered through weak accesses.
func TestWeak(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		const n = 20
		var d [n]Datum
		var v [n]int
		mustRun(t, rt, func(s *Scope) {
			for i := range n {
				s.Go(func() { v[i] = 1 }, d[i].Out())
			}
			for round := range 10 {
				var cl []Clause
				for i := range n {
					cl = append(cl, d[i].WeakInOut())
				}
				s.GoScope(func(s *Scope) {
					for i := range n {
						s.Go(func() { v[i] = v[i]*2 + round }, d[i].InOut())
					}
					s.GoScope(func(s *Scope) {
						s.Go(func() { v[3] += v[4] }, d[3].InOut(), d[4].In())
					}, d[3].WeakInOut(), d[4].WeakIn())
				}, cl...)
			}
			s.GoScope(func(s *Scope) {
				s.Go(func() { v[0] += v[1] }, d[0].InOut(), d[1].In())
			}, d[0].InOut(), d[1].In())
			s.Go(func() { v[1] = 0 }, d[1].InOut())
		})
		var want [n]int
		for i := range n {
			want[i] = 1
		}
		for round := range 10 {
			for i := range n {
				want[i] = want[i]*2 + round
			}
			want[3] += want[4]
		}
		want[0] += want[1]
		want[1] = 0
		if v != want {
			t.Errorf("v = %v, want %v", v, want)
		}
	})
}

// TestWeakReduction: subtasks contribute to a reduction of the enclosing scope.
func TestWeakReduction(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		sum, seen := 0, 0
		r := NewReduction(&sum, func() int { return 0 }, func(into, part *int) { *into += *part })
		mustRun(t, rt, func(s *Scope) {
			add := func(s *Scope, k int) {
				for i := range 10 {
					r.Go(s, func(part *int) { *part += k * i })
				}
			}
			add(s, 1)
			s.GoScope(func(s *Scope) {
				add(s, 100)
				s.GoScope(func(s *Scope) { add(s, 10_000) }, r.WeakInOut())
			}, r.WeakInOut())
			add(s, 1_000_000)
			s.Go(func() { seen = sum }, r.In())
		})
		if want := 45 * 1_010_101; sum != want || seen != want {
			t.Errorf("sum %d, seen %d, want %d", sum, seen, want)
		}
	})
}
