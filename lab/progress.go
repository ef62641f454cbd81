package lab

// Progress is told how far a measurement is. Package lab/progress draws it; Silent ignores
// it. It is called from one goroutine, never inside a timed section.
type Progress interface {
	// Begin says that a series of steps starts.
	Begin(title string, steps int)
	// Step says that the next step begins, and names it.
	Step(next string)
	// Remark tells the reader something that no record holds.
	Remark(text string)
	// End says that the series is over, whether or not all its steps were made.
	End()
}

// Silent is a Progress that says nothing.
type Silent struct{}

// Begin does nothing.
func (Silent) Begin(string, int) {}

// Step does nothing.
func (Silent) Step(string) {}

// Remark does nothing.
func (Silent) Remark(string) {}

// End does nothing.
func (Silent) End() {}
