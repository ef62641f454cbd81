package task

import (
	"fmt"
	"slices"
	"testing"
)

// TestStepOfRareNodes: a task that holds a lock, or may not run in place, learns its
// iteration like any other.
func TestStepOfRareNodes(t *testing.T) {
	with(t, func(t *testing.T, rt *Runtime) {
		for unroll := 1; unroll <= 3; unroll++ {
			var d, e Datum
			var locked, deferred []int
			body := func(s *Scope) {
				s.GoStep(func(step int) { locked = append(locked, step) }, d.Commutative())
				s.GoStep(func(step int) { deferred = append(deferred, step) }, e.InOut(), Deferred())
			}
			mustRun(t, rt, func(s *Scope) { s.Iterate(7, body, Unroll(unroll)) })
			slices.Sort(locked) // commutative: in any order
			if want := "[0 1 2 3 4 5 6]"; fmt.Sprint(locked) != want || fmt.Sprint(deferred) != want {
				t.Errorf("unroll %d: steps %v and %v, want %s", unroll, locked, deferred, want)
			}
		}
	})
}

// TestExchangeKeepsPlaces: what SuccessorInside takes instead of a successor must be able to
// run in its place: no invitation to a cycle, and no task of a scope that the carrier's
// stack may not hold.
func TestExchangeKeepsPlaces(t *testing.T) {
	outer := &Scope{}
	inner, other := &Scope{}, &Scope{}
	inner.nest(outer)
	other.nest(outer)
	low := func(s *Scope) *slot { return &slot{sc: s, flag: flagPrio, prio: -3} }
	for _, c := range []struct {
		name string
		x    *slot
		want bool
	}{
		{"cycle", &slot{kind: kindCycle, sc: inner}, false},
		{"sibling", &slot{sc: other}, false},
		{"parent", &slot{sc: outer}, false},
		{"same scope", &slot{sc: inner}, true},
	} {
		var p pool
		p.put(c.x)
		t1 := low(inner)
		got := p.better(t1)
		if want := map[bool]*slot{true: c.x, false: t1}[c.want]; got != want || p.n.Load() != 1 {
			t.Errorf("%s: exchanged %v, want %v; %d left in the pool", c.name, got == c.x, c.want, p.n.Load())
		}
	}
}
