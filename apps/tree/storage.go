package tree

import (
	"fmt"

	"heddle/dense"
)

// shape is a rows x cols matrix that has no storage yet. Rows begin on cache lines, an odd number of
// them apart, so that those of a block fall on different sets of the first-level cache.
func shape(rows, cols int) dense.Matrix[float64] {
	return dense.Matrix[float64]{Rows: rows, Cols: cols, Stride: ((cols+line-1)/line | 1) * line}
}

// line is the elements of a cache line.
const line = 8

// storage counts, in elements, what fronts take. What becomes the factor, columns, has a place of its
// own. Of updates and panels it counts, for each node, what that and its descendants share: both are
// in use for a while only. A front begins when those below have ended, so its panels lie where
// theirs were; its update lies where those of its grandchildren were, which their parents have
// taken over. So little memory is reused over and over, and stays in the cache.
type storage struct {
	nodes           []node
	columns         int
	updates, panels []int
}

// reserve gives all fronts their storage in two pieces, so that it is on large pages, and cuts large
// fronts into blocks. It returns an error if that is more than can be had.
func (t *Tree) reserve() error {
	s := &storage{nodes: t.nodes, updates: make([]int, len(t.nodes)), panels: make([]int, len(t.nodes))}
	for at := len(t.nodes) - 1; at >= 0; at-- {
		s.count(at)
		if _, err := dense.Bytes(s.columns, 4, 8); err != nil { // updates take less than three times as much
			return fmt.Errorf("tree: %w", err)
		}
	}
	families := min(3, len(t.nodes)) // the grandchildren of the root and those of both its children
	size := s.columns
	for at := range families {
		size += s.updates[at]
	}
	fronts, err := dense.Make[float64](1, size)
	if err != nil {
		return fmt.Errorf("tree: %w", err)
	}
	rest := s.placeColumns(0, fronts.Data)
	for at := range families {
		s.placeUpdates(at, rest)
		rest = rest[s.updates[at]:]
	}
	for at := len(t.nodes) - 1; at >= 0; at-- {
		s.cut(at)
	}
	panels, err := dense.Make[float64](1, s.panels[0])
	if err != nil {
		return fmt.Errorf("tree: %w", err)
	}
	s.placePanels(0, panels.Data)
	return nil
}

// count enters what node number at takes, those below it having been counted.
func (s *storage) count(at int) {
	x := &s.nodes[at]
	for g := 4*at + 3; g <= 4*at+6 && g < len(s.nodes); g++ {
		s.updates[at] += s.updates[g]
	}
	s.updates[at] = max(s.updates[at], x.u.Rows*x.u.Stride)
	s.columns += x.order() * x.l.Stride
}

// cut cuts a front into blocks if it is large.
func (s *storage) cut(at int) {
	x := &s.nodes[at]
	for c := 2*at + 1; c <= 2*at+2 && c < len(s.nodes); c++ {
		s.panels[at] += s.panels[c]
	}
	if x.order() >= tiledOrder {
		x.blocks = newBlocks(x.l, x.u)
		s.panels[at] = max(s.panels[at], x.blocks.size())
	}
}

// placeColumns places what becomes the factor in the order in which workers come to it, children
// before parents, and returns the memory that is left.
func (s *storage) placeColumns(at int, memory []float64) []float64 {
	if at >= len(s.nodes) {
		return memory
	}
	memory = s.placeColumns(2*at+1, memory)
	memory = s.placeColumns(2*at+2, memory)
	x := &s.nodes[at]
	n := x.order() * x.l.Stride
	x.l.Data = memory[:n:n]
	return memory[n:]
}

// placeUpdates places the update of a node, and those of its grandchildren, theirs and so on.
func (s *storage) placeUpdates(at int, memory []float64) {
	x := &s.nodes[at]
	n := x.u.Rows * x.u.Stride
	x.u.Data = memory[:n:n]
	for g := 4*at + 3; g <= 4*at+6 && g < len(s.nodes); g++ {
		s.placeUpdates(g, memory)
		memory = memory[s.updates[g]:]
	}
}

// placePanels places the panels of a node and those of all below.
func (s *storage) placePanels(at int, memory []float64) {
	if b := s.nodes[at].blocks; b != nil {
		b.place(memory)
	}
	for c := 2*at + 1; c <= 2*at+2 && c < len(s.nodes); c++ {
		s.placePanels(c, memory)
		memory = memory[s.panels[c]:]
	}
}
