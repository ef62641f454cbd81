package lab

import "fmt"

// SpecError says that what was asked for makes no sense on this machine, or at all. It comes
// before anything is measured.
type SpecError struct{ Reason string }

// Error returns the reason.
func (e *SpecError) Error() string { return e.Reason }

// Refuse returns a *SpecError with the formatted reason.
func Refuse(format string, args ...any) error {
	return &SpecError{Reason: fmt.Sprintf(format, args...)}
}
