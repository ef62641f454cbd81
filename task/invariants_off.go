//go:build !invariants

package task

// The tag invariants replaces these.

func (s *Scope) checkSubmitter() {}
func checkOpen(head uint64)      {}

func checkAlone(*Scope, *carrier) {}

// detour tells whether a task that has nothing to wait for must not run in place after all:
// what it has waited for, perhaps in this call, may have stopped the scope.
func (s *Scope) detour() bool { return s.mode.Load()&modeStop != 0 }
