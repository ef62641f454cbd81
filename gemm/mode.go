package gemm

import "fmt"

// A Mode is a way to share a product among workers. The zero Mode is Malleable.
type Mode uint8

const (
	// Malleable begins on the caller; workers without work join, and leave for a task that becomes
	// ready. They share packed panels of 10 MiB at most (blas.Joint). Nobody is reserved.
	Malleable Mode = iota
	// Exclusive gathers a team of all workers, which share packed panels between barriers
	// (blas.GemmTeam). Fastest where nothing else runs; where something does, members wait for each
	// other and goroutines are added for those that are busy.
	Exclusive
	// Composable cuts C into blocks of rows and columns, one stealable task each, which packs what
	// it needs for itself: operands are packed several times, and nobody waits. Where a worker
	// comes free, a task gives it half of what it has left, as another task.
	Composable
	// NoCopy is Composable without packing: operands are read where they lie, however far apart
	// their rows are. It is the baseline of the parity study.
	NoCopy
)

var modeNames = [...]string{"malleable", "exclusive", "composable", "no-copy"}

// String returns the mode's name in the laboratory.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// ParseMode returns the mode of that name, as of String; the error lists the names there are.
func ParseMode(name string) (Mode, error) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), nil
		}
	}
	return 0, fmt.Errorf("gemm: no mode called %q; there are %v", name, modeNames)
}

// Modes returns all modes.
func Modes() []Mode { return []Mode{Composable, Exclusive, Malleable, NoCopy} }
