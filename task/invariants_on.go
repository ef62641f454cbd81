//go:build invariants

package task

import "heddle/internal/gid"

// With the tag invariants the runtime checks what must hold, and takes slow paths at random.

// checkSubmitter panics if the caller is not the body that s was made for.
func (s *Scope) checkSubmitter() {
	if s.c == nil || s.c.g != gid.ID() {
		s.outside("a submission")
	}
	if s.c.searching {
		panic("task: a body runs while its worker counts as searching: others would wake nobody")
	}
}

// detour also makes some tasks that could run in place take the queue.
func (s *Scope) detour() bool {
	return s.mode.Load()&modeStop != 0 || s.seq%3 == 0 && s.c.w.rng.Uint64()%4 == 0
}

// checkAlone panics if c, which closes a slot without atomics, is not the submitter's carrier.
func checkAlone(s *Scope, c *carrier) {
	if s.c != c {
		panic("task: a task ended elsewhere than where its scope is alone")
	}
}

// checkOpen panics if t, which has just run, is not open: it would be released twice.
func checkOpen(head uint64) {
	if uint32(head) == closed {
		panic("task: a task has been finished twice")
	}
}
