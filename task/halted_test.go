package task

import (
	"errors"
	"testing"
)

// A scope starts nothing after one around it was stopped, at any depth, and goes on after one
// beside it was.
func TestStopReachesScopesBelow(t *testing.T) {
	for _, workers := range []int{1, 2} {
		rt := New(Config{Workers: workers})
		defer rt.Close()
		wrong := errors.New("wrong")
		for depth := range 5 {
			ran := 0
			var inner, outer *Scope
			var below func(s *Scope, depth int)
			below = func(s *Scope, depth int) {
				if depth > 0 {
					if err := rt.Run(background, func(s *Scope) { below(s, depth-1) }); err != nil {
						t.Error("the inner scope failed:", err)
					}
					return
				}
				inner = s
				beside := func() error { return rt.Run(background, func(s *Scope) { s.Try(func() error { return wrong }) }) }
				if err := beside(); err != wrong {
					t.Error("the scope beside:", err)
				}
				for range 3 {
					s.Go(func() { ran++ })
					s.Wait()
				}
				if s.root != outer || s != outer && s.seen.Load() != 1 {
					t.Errorf("after one was stopped beside it, a scope has seen %d", s.seen.Load())
				}
				outer.fail(outer.here(), wrong, nil)
				s.Go(func() { ran++ })
			}
			err := rt.Run(background, func(s *Scope) {
				outer = s
				below(s, depth)
			})
			if err != wrong || ran != 3 {
				t.Errorf("%d workers, depth %d: error %v, %d tasks ran, want 3", workers, depth, err, ran)
			}
			if inner.seen.Load() != 0 || outer.halted.Load() != 0 {
				t.Error("the next life of a scope begins with the stops of the last")
			}
		}
	}
}
