package task

import (
	"context"
	"testing"
)

// TestZeroClause: a clause that was not set says nothing, wherever it stands and however
// tasks run.
func TestZeroClause(t *testing.T) {
	for _, inline := range []Inline{InlineAdaptive, InlineNever} {
		rt := New(Config{Workers: 2, Inline: inline})
		defer rt.Close()
		var d, e Datum
		x := 0
		err := rt.Run(context.Background(), func(s *Scope) {
			for range 200 {
				s.Go(func() { x++ }, Clause{}, d.InOut(), Clause{}, Priority(1))
				s.Go3(func(i, j, k int) { x++ }, 1, 2, 3, d.InOut(), e.Commutative(), Clause{})
				s.GoScope(func(*Scope) { x++ }, Clause{}, d.WeakInOut(), e.Commutative())
			}
			s.Go(func() {}, Clause{})
		})
		if err != nil || x != 600 {
			t.Errorf("inline %v: %d tasks ran, want 600: %v", inline, x, err)
		}
	}
}
