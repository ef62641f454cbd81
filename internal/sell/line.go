package sell

// Entries is how many values a row has below the diagonal, and above it. Rows is how many rows a
// slice has.
const (
	Entries = 13
	Rows    = 8
)

// Slices returns how many slices n rows take.
func Slices(n int) int { return (n + Rows - 1) / Rows }

// A Line is what a loop works on: n rows, x in the columns that they have entries in, and the
// vectors that the loop reads and writes. The assembly knows the order of the fields.
type Line struct {
	N     int // rows, 1 or more
	Ahead int // from Values to what is needed next, in bytes: that is fetched meanwhile

	Values []float64    // of L or U: Slices(N) of Entries * Rows
	X      [4][]float64 // what the middle entries of a group meet, one element for each row
	Own    []float64    // x in the line itself
	Diag   []float64    // the diagonal, in a sweep one over it
	R, T   []float64    // right-hand side; a sum over one side of the diagonal
}

// loops are the loops over a line in one implementation.
type loops struct {
	name string

	below, above, addAbove, forward, forwardFrom, backward, backwardFrom func(l *Line)
}

// twin is the loops in Go.
var twin = loops{"Go", belowGo, aboveGo, addAboveGo, forwardGo, forwardFromGo, backwardGo, backwardFromGo}
