// Package progress draws how far a measurement is: as a bar on a terminal, or in plain lines
// elsewhere.
package progress

import (
	"io"
	"os"

	"heddle/lab"
)

// New returns a bar where w is a terminal and plain lines otherwise.
func New(w io.Writer) lab.Progress {
	if isTerminal(w) {
		return Bar(w)
	}
	return Lines(w)
}

// isTerminal reports whether w is a character device. /dev/null is one too: what is drawn
// there harms nobody.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
