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
	for child := 2*at + 1; child <= 2*at+2 && child < len(t.nodes); child++ {
		t.nodes[child].extend(x, lo, hi)
	}
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
