package tree

import (
	"errors"
	"fmt"
	"sort"

	"heddle/blas"
)

// assemble adds what the children of node number at have left to rows lo to hi of its front
// ("extend-add"), whose update is zero before.
func (t *Tree) assemble(at, lo, hi int) {
	x := &t.nodes[at]
	for i := max(lo-x.pivots, 0); i < hi-x.pivots; i++ {
		clear(x.u.Row(i)[:i+1])
	}
	for end := lo; lo < hi; lo = end {
		end = min(hi, lo+max(1, warmed/x.l.Stride))
		_ = x.warm(lo, end)
		for child := 2*at + 1; child <= 2*at+2 && child < len(t.nodes); child++ {
			t.nodes[child].extend(x, lo, end)
		}
	}
}

// warmed is how many elements of the columns are brought into the cache at a time, 256 KiB: half and
// four times as many do as well.
const warmed = 32 << 10

// warm brings rows lo to hi of the columns into the cache: in the order of memory, a load a line, it
// comes at three times the rate at which it would where extend, and then the packing of
// PotrfPartial, happen to need it. It returns something that depends on all loads, so that they are made.
//
//go:noinline
func (x *node) warm(lo, hi int) (sum float64) {
	for i := lo; i < hi; i++ {
		row := x.l.Row(i)
		for j := 0; j < len(row) && j <= i; j += line {
			sum += row[j]
		}
	}
	return sum
}

// extend adds the update of c to rows lo to hi of its parent's front.
func (c *node) extend(parent *node, lo, hi int) {
	inner := sort.SearchInts(c.place, parent.pivots) // rows of the update that are the parent's pivots
	for i := sort.SearchInts(c.place, lo); i < len(c.place) && c.place[i] < hi; i++ {
		row, n := c.u.Row(i)[:i+1], min(inner, i+1)
		scatter(parent.l.Row(c.place[i]), c.column[:n], row)
		if i >= inner {
			scatter(parent.u.Row(c.column[i]), c.column[n:i+1], row[n:])
		}
	}
}

// scatter adds the elements of from to those of to whose numbers are in at.
func scatter(to []float64, at []int, from []float64) {
	from = from[:len(at)]
	for j, p := range at {
		to[p] += from[j]
	}
}

// alone assembles and factors a front on the calling goroutine.
func (t *Tree) alone(at int) error {
	x := &t.nodes[at]
	t.assemble(at, 0, x.order())
	if b := x.blocks; b != nil { // the same sums in the same order as with helpers
		for p := range b.pivots {
			if err := b.column(p); err != nil {
				return t.failed(at, err)
			}
		}
		return nil
	}
	if err := blas.PotrfPartial(blas.Lower, x.l, x.u); err != nil {
		return t.failed(at, err)
	}
	return nil
}

// failed names the leading minor of the whole matrix.
func (t *Tree) failed(at int, err error) error {
	var minor *blas.NotPositiveDefiniteError
	if errors.As(err, &minor) {
		return fmt.Errorf("tree: front %d, pivot %d: the matrix is not positive definite", at, minor.Minor)
	}
	return fmt.Errorf("tree: front %d: %w", at, err)
}
