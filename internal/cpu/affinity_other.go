//go:build !linux

package cpu

import "errors"

// Pin would restrict the calling thread to one CPU; this system has no way to.
func Pin(cpu int) error { return errors.ErrUnsupported }

// Confine would restrict the calling thread to a set of CPUs; this system has no way to.
func Confine(cpus ...int) error { return errors.ErrUnsupported }

// A Mask would remember where a thread was allowed to run; here nothing restricts it.
type Mask struct{}

// Save has nothing to remember.
func (m *Mask) Save() error { return errors.ErrUnsupported }

// Restore has nothing to undo.
func (m *Mask) Restore() error { return nil }
