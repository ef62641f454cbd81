//go:build !linux

package cpu

import "errors"

// Pin would restrict the calling thread to one CPU; this system has no way to.
func Pin(cpu int) error { return errors.ErrUnsupported }

// Unpin undoes Pin; here there is nothing to undo.
func Unpin() error { return nil }
