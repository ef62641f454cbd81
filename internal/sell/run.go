package sell

// Entries is how many values a row has below the diagonal, and above it. Rows is how many rows a
// slice has.
const (
	Entries = 13
	Rows    = 8
)

// Slices returns how many slices n rows take.
func Slices(n int) int { return (n + Rows - 1) / Rows }

// A Run is what a loop works on: lines of n rows that follow each other, x in the columns that
// they have entries in, and the vectors that the loop reads and writes, whose slices begin with
// the first line. The loop changes Lines. The assembly knows the order of the fields.
type Run struct {
	N      int // rows of a line, 1 or more
	Lines  int // 1 or more
	Stride int // bytes of a line's values
	Ahead  int // from the values of the line done last to what is needed next: that is fetched

	Values []float64    // of L or U: for each line Slices(N) of Entries * Rows
	X      [4][]float64 // what the middle entries of a group meet, one element for each row
	Own    []float64    // x in the rows themselves
	Diag   []float64    // the diagonal, in a sweep one over it
	R, T   []float64    // right-hand side; a sum over one side of the diagonal
}

// loops are the loops over a run in one implementation.
type loops struct {
	name string

	below, above, addAbove, forward, forwardFrom, backward, backwardFrom func(r *Run)
}

// twin is the loops in Go.
var twin = loops{"Go", belowGo, aboveGo, addAboveGo, forwardGo, forwardFromGo, backwardGo, backwardFromGo}
