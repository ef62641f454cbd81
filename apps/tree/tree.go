package tree

import (
	"fmt"

	"heddle/dense"
	"heddle/task"
)

// A Tree is a matrix and, after Factor, its Cholesky factor. It is used by one goroutine at a
// time.
type Tree struct {
	params Params
	nodes  []node // the children of i are 2i+1 and 2i+2
	n      int    // order of the matrix
	diag   []float64
	done   int // levels from this one on have been factored; Levels: none
}

// A node is a supernode with its front, a symmetric matrix of which the lower triangle counts: its
// first pivots columns, l, become columns of the factor; the square below and beside them is the
// update, u, which the parent takes over. vars are the numbers of its rows in the matrix: first
// those of its own pivots, then those of ancestors, ascending.
type node struct {
	l, u   dense.Matrix[float64]
	pivots int
	vars   []int
	place  []int   // of each row of the update in the parent's front
	column []int   // place, from the parent's update on counted from its first column
	blocks *blocks // nil if the front is small
	datum  task.Datum
}

func (x *node) order() int { return x.l.Rows }

// New makes a tree, or returns an error if p makes no sense or is too large to be had.
func New(p Params) (*Tree, error) {
	p, err := p.complete()
	if err != nil {
		return nil, err
	}
	t := &Tree{params: p, nodes: make([]node, 1<<p.Levels-1)}
	for level := range p.Levels {
		for i := range t.level(level) {
			x := &t.level(level)[i]
			n, r := p.order(level, i), 0
			if level > 0 {
				parent := t.nodes[(1<<level-1+i-1)/2].order()
				r = min(n/2, parent)
				n = n - n/2 + r
			}
			x.pivots = n - r
			x.l, x.u = shape(n, n-r), shape(r, r)
			if _, err := dense.Bytes(n, x.l.Stride, 8); err != nil {
				return nil, fmt.Errorf("tree: front of order %d in level %d: %w", n, level, err)
			}
		}
	}
	if err := t.reserve(); err != nil {
		return nil, err
	}
	t.number()
	t.Reset()
	return t, nil
}

// places spreads r rows evenly over n.
func places(r, n int) []int {
	at := make([]int, r)
	for i := range at {
		at[i] = int(int64(i) * int64(n) / int64(r))
	}
	return at
}

// columns returns those places from pivots on as counted from there.
func columns(places []int, pivots int) []int {
	c := append([]int(nil), places...)
	for j, p := range c {
		if p >= pivots {
			c[j] -= pivots
		}
	}
	return c
}

// level returns the nodes of a level.
func (t *Tree) level(l int) []node { return t.nodes[1<<l-1 : 1<<(l+1)-1] }

// Params returns the parameters with all defaults filled in.
func (t *Tree) Params() Params { return t.params }

// Order returns the order of the matrix.
func (t *Tree) Order() int { return t.n }

// Fronts returns how many fronts a level has.
func (t *Tree) Fronts(level int) int { return 1 << level }

// Flops returns the flops of a level's fronts: those of their pivots, of the rows below, and of
// the update.
func (t *Tree) Flops(level int) float64 {
	sum := 0.0
	for i := range t.level(level) {
		x := &t.level(level)[i]
		k, r := float64(x.pivots), float64(x.order()-x.pivots)
		sum += k*k*k/3 + k*k*r + k*r*(r+1)
	}
	return sum
}

// number gives every pivot its number, descendants first, finds the place of every row in the
// parent's front, and computes the diagonal that makes the matrix dominant.
func (t *Tree) number() {
	for i := len(t.nodes) - 1; i >= 0; i-- { // children have higher places than parents
		x := &t.nodes[i]
		x.vars = make([]int, x.pivots, x.order())
		for j := range x.vars {
			x.vars[j] = t.n
			t.n++
		}
	}
	t.diag = make([]float64, t.n)
	for i := range t.nodes {
		x := &t.nodes[i]
		if i > 0 {
			parent := &t.nodes[(i-1)/2]
			x.place = places(x.u.Rows, parent.order())
			x.column = columns(x.place, parent.pivots)
			for _, at := range x.place {
				x.vars = append(x.vars, parent.vars[at])
			}
		}
		for j, v := range x.vars {
			// As many elements of this node's columns lie in row v or, for a pivot, column v;
			// each is less than 1.
			if t.diag[v] += float64(x.pivots); j < x.pivots {
				t.diag[v] += float64(x.order() - x.pivots + 1)
			}
		}
	}
}

// element returns element (i, j) of the matrix, i >= j, as far as it lies in the columns of node
// number at: rows and columns are those of its front.
func (t *Tree) element(at, i, j int) float64 {
	if i == j {
		return t.diag[t.nodes[at].vars[i]]
	}
	return 2*dense.Uniform(t.params.Seed+1+uint64(at), i, j) - 1
}

// Reset makes the tree what it is before Factor.
func (t *Tree) Reset() {
	for at := range t.nodes {
		x := &t.nodes[at]
		for i := range x.order() {
			row := x.l.Row(i)
			clear(row)
			for j := range min(i+1, x.pivots) {
				row[j] = t.element(at, i, j)
			}
		}
	}
	t.done = t.params.Levels
}
