package task

import (
	"strings"
	"testing"
)

// A Graph's data need not be taken again for each run; what other scopes and graphs have used in
// between is, and what they still use is not.
func TestGraphOwnsItsData(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	var d, e Datum
	n := 0
	first := Record(func(s *Scope) { s.Go(func() { n++ }, d.InOut()) })
	second := Record(func(s *Scope) { s.Go(func() { n++ }, e.InOut()); s.Go(func() { n++ }, d.InOut()) })
	run := func(g *Graph) {
		t.Helper()
		if err := g.Run(background, rt); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		run(first)
		run(first)
		run(second)
		mustRun(t, rt, func(s *Scope) {
			s.Go(func() { n++ }, d.InOut())
			s.Wait()
			run(first)
			run(second)
			s.Go(func() { n++ }, d.InOut(), e.In())
		})
	}
	if n != 3*(1+1+2+1+1+2+1) {
		t.Fatalf("%d increments", n)
	}
	misused := func(what string, f func()) {
		t.Helper()
		defer func() {
			if p, ok := recover().(*PanicError); !ok || !strings.Contains(p.Error(), "two live scopes") {
				t.Errorf("%s: panic %v", what, p)
			}
		}()
		f()
		t.Errorf("%s: no panic", what)
	}
	misused("a graph in a scope that uses its data", func() {
		rt.Run(background, func(s *Scope) {
			s.Go(func() {}, d.InOut())
			first.Run(background, rt)
		})
	})
	other := Record(func(s *Scope) {
		s.Go(func() { rt.Run(background, func(s *Scope) { s.Go(func() {}, e.In()) }) }, e.InOut())
	})
	misused("a scope in a graph that uses its data", func() { other.Run(background, rt) })
	run(first)
	run(second)
}
