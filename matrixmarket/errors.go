package matrixmarket

import "fmt"

// SyntaxError says where a file departs from the format, and what to do about it.
type SyntaxError struct {
	File   string // as given to NewReader
	Line   int    // from 1
	Reason string
}

// Error returns "file:line: reason".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason) }
