package task

import (
	"strings"
	"testing"

	"heddle/internal/gid"
)

// TestScopeOutsideItsBody: a task that submits to the scope that it is a task of, or waits
// for it, is told so; it would wait for itself, or race with the body.
func TestScopeOutsideItsBody(t *testing.T) {
	var kept *Scope
	for name, body := range map[string]func(s *Scope){
		"Wait":         func(s *Scope) { s.Go(s.Wait, Deferred()) },
		"a submission": func(s *Scope) { s.Go(func() { s.Go(func() {}, Deferred()) }, Deferred()) },
		"submission":   func(s *Scope) { kept.GoScope(func(*Scope) {}) },
	} {
		if strings.HasSuffix(name, "submission") && !gid.Quick {
			continue // not looked for where that takes long
		}
		with(t, func(t *testing.T, rt *Runtime) {
			if err := rt.Run(background, func(s *Scope) { kept = s }); err != nil {
				t.Fatal(err)
			}
			defer func() {
				if p, ok := recover().(*PanicError); !ok || !strings.Contains(p.Error(), name+" outside the body of its Scope") {
					t.Errorf("%s: panic %v", name, p)
				}
				mustRun(t, rt, func(s *Scope) { s.Go(func() {}); s.Wait() })
			}()
			err := rt.Run(background, func(s *Scope) {
				if name == "submission" {
					s.Go(func() { body(s) }) // the scope of the Run before has ended
					return
				}
				body(s)
			})
			t.Errorf("%s: no panic, error %v", name, err)
		})
	}
}
