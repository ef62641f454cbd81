package task

import "testing"

// A hand does not wait for what its own worker has in its queue, where that may be siblings that
// come before the cycle.
func TestBehind(t *testing.T) {
	rt := New(Config{Workers: 1, Inline: InlineNever})
	defer rt.Close()
	cy := &cycle{gs: &gates{}}
	ran := false
	err := rt.Run(background, func(s *Scope) {
		for _, ready := range []bool{false, true} {
			if ready {
				s.Go(func() { ran = true })
			}
			for _, shut := range []int32{0, 1} {
				cy.gs.shut.Store(shut)
				if got := cy.behind(s.c); got != (ready && shut > 0) {
					t.Errorf("%d gates shut, a task ready: %v: behind is %v", shut, ready, got)
				}
			}
			if (&cycle{}).behind(s.c) {
				t.Error("a cycle without gates is behind")
			}
		}
	})
	if err != nil || !ran {
		t.Error(err, ran)
	}
}

// Where all who hold a cycle look for a node, or are a token that nobody has taken, there is none.
func TestDry(t *testing.T) {
	for _, c := range []struct {
		hold, hungry, tokens int32
		dry                  bool
	}{
		{1, 1, 0, true},
		{2, 1, 1, true},
		{2, 2, 0, true},
		{2, 1, 0, false}, // a hand runs a node, or a gate is shut
		{3, 1, 1, false},
	} {
		cy := &cycle{}
		cy.hold.Store(c.hold)
		cy.hungry.Store(c.hungry)
		cy.tokens.Store(c.tokens)
		if cy.dry() != c.dry {
			t.Errorf("%+v: %v", c, cy.dry())
		}
	}
}
