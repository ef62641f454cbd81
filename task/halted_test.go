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

// Who asks whether a scope around it was stopped looks no further out than the outermost that was.
// Here the others lie about it, to show whether they are asked.
func TestStopsAreLookedForWhereTheyAre(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	var around []*Scope
	var below func(s *Scope)
	below = func(s *Scope) {
		around = append(around, s)
		if len(around) < 8 {
			mustRun(t, rt, below)
			return
		}
		for _, c := range []struct {
			stopped, lies int
			want          bool
		}{{9, 7, false}, {8, 3, false}, {5, 4, false}, {5, 5, true}, {3, 6, true}, {0, 0, true}} {
			outer := s.root
			outer.highest.Store(int32(noDepth - c.stopped))
			around[c.lies].mode.Or(modeStop)
			if got := s.stoppedAround(1); got != c.want {
				t.Errorf("stopped from depth %d on, asked at 7: %v though the one at %d says so", c.stopped, got, c.lies)
			}
			for _, x := range around {
				x.mode.And(^uint32(modeStop))
				x.seen.Store(0)
			}
			outer.highest.Store(0)
		}
	}
	mustRun(t, rt, below)
}

// The depth of the outermost stop is noted, whatever the order, and forgotten with the scope.
func TestHighestStop(t *testing.T) {
	rt := New(Config{Workers: 1})
	defer rt.Close()
	wrong := errors.New("wrong")
	var root *Scope
	var below func(s *Scope, depth int) error
	below = func(s *Scope, depth int) error {
		root = s.root
		if depth < 4 {
			_ = rt.Run(background, func(s *Scope) { s.Try(func() error { return below(s, depth+1) }, Deferred()) })
		}
		s.fail(s.here(), wrong, nil)
		if got := noDepth - root.highest.Load(); int(got) != depth {
			t.Errorf("the scope at depth %d stopped, from within: outermost at %d", depth, got)
		}
		return nil
	}
	_ = rt.Run(background, func(s *Scope) { _ = below(s, 0) })
	if root.highest.Load() != 0 || root.halted.Load() != 0 {
		t.Error("the next life of a scope begins with the stops of the last")
	}
}
