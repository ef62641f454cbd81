package lab

import (
	"errors"
	"fmt"

	"heddle/dense"
)

// SpecError says that what was asked for makes no sense on this machine, or at all. It comes
// before anything is measured.
type SpecError struct{ Reason string }

// Error returns the reason.
func (e *SpecError) Error() string { return e.Reason }

// Refuse returns a *SpecError with the formatted reason.
func Refuse(format string, args ...any) error {
	return &SpecError{Reason: fmt.Sprintf(format, args...)}
}

// TooLarge returns the *SpecError that says why several matrices cannot be had together: what names
// them, and err is that of dense.Fits, whose shape is nobody's.
func TooLarge(what string, err error) error {
	if e, ok := errors.AsType[*dense.SizeError](err); ok {
		return Refuse("%s: %s", what, e.Reason)
	}
	return Refuse("%s: %v", what, err)
}
