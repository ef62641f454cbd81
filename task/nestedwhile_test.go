package task

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhileInRecordedBody: a recorded body cannot hold a loop of unknown length, and says where to
// put it.
func TestWhileInRecordedBody(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	never := func() bool { return false }
	nothing := func(*Scope) {}
	for name, f := range map[string]func(){
		"Record": func() { Record(func(s *Scope) { s.IterateWhile(never, nothing) }) },
		"Iterate": func() {
			rt.Run(background, func(s *Scope) { s.Iterate(3, func(s *Scope) { s.IterateWhile(never, nothing) }) })
		},
		"IterateWhile": func() {
			rt.Run(background, func(s *Scope) { s.IterateWhile(never, func(s *Scope) { s.IterateWhile(never, nothing) }) })
		},
	} {
		func() {
			defer func() {
				if v := fmt.Sprint(recover()); !strings.Contains(v, "IterateWhile in a body that is being recorded") || !strings.Contains(v, "call it in a GoScope task") {
					t.Errorf("%s: panic %q", name, v)
				}
			}()
			f()
		}()
	}

	var d Datum
	ran, outer := 0, 0
	mustRun(t, rt, func(s *Scope) {
		s.Iterate(5, func(s *Scope) {
			s.GoScope(func(s *Scope) {
				outer++
				k := 0
				s.IterateWhile(func() bool { k++; return k <= outer }, func(s *Scope) { s.Go(func() { ran++ }, d.InOut()) })
			}, d.InOut())
		})
	})
	if ran != 1+2+3+4+5 {
		t.Errorf("loops of 1 to 5 steps in a task of a cycle made %d", ran)
	}
}
