package tree

import (
	"sync"
	"time"

	"heddle/task"
)

// helped factors front number at on the calling worker and on those that fall idle meanwhile.
func (t *Tree) helped(rt *task.Runtime, at int) error {
	x := &t.nodes[at]
	b := newBoard(x.blocks)
	rt.Malleable(func(h *task.Helper) {
		b.work(h.Leave, func(lo, hi int) { t.assemble(at, lo, hi) })
	})
	if b.failure != nil {
		return t.failed(at, b.failure)
	}
	return nil
}

// A step is a piece of work on one block, or on a row of them.
type step struct {
	kind    stepKind
	i, j, p int
}

type stepKind uint8

// The kinds, most urgent first: what others wait for.
const (
	factorStep   stepKind = iota // block (p, p)
	solveStep                    // block (i, p)
	assembleStep                 // row i
	reduceStep                   // block (i, j) by column p
)

// A board says which steps of a front may be done. Steps take a hundred microseconds, so one lock
// for all will do. A block's steps are done one after the other, each in the order of p:
// the bits of the result do not depend on who does what.
type board struct {
	b *blocks

	mu      sync.Mutex
	ready   [4][]step // by kind
	next    [][]int   // columns that have reduced block (i, j); not assembled: -1
	busy    [][]bool  // a step of the block is ready, or under way
	final   [][]bool  // the block is the factor's
	left    int       // steps that are not done
	failure error
	broken  bool // somebody has panicked
}

func newBoard(b *blocks) *board {
	n := b.rows()
	d := &board{b: b, next: make([][]int, n), busy: make([][]bool, n), final: make([][]bool, n), left: n}
	for i := range n {
		d.next[i], d.busy[i], d.final[i] = make([]int, i+1), make([]bool, i+1), make([]bool, i+1)
		for j := range i + 1 {
			d.next[i][j] = -1
			d.left += min(j, b.pivots)
			if j < b.pivots {
				d.left++
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		d.ready[assembleStep] = append(d.ready[assembleStep], step{kind: assembleStep, i: i})
	}
	return d
}

// patience is how often a worker that finds no step looks again before it sleeps for a moment: 1 ms
// in all, many times what a step takes. Workers are tied to their threads: such a goroutine that
// yields hands its processor to and fro, and one that had been preempted meanwhile was not resumed
// for 20 ms.
const (
	patience = 4000
	moment   = 20 * time.Microsecond
)

// work does steps until all are done. Where none is ready it waits, unless it is to leave.
func (d *board) work(leave func() bool, assemble func(lo, hi int)) {
	for idle := 0; ; {
		s, ready, over := d.claim()
		switch {
		case over:
			return
		case ready:
			idle = 0
			d.do(s, assemble)
		case idle < patience:
			idle++
			_ = pause()
		default:
			time.Sleep(moment)
		}
		if leave() {
			return
		}
	}
}

// pause takes a quarter of a microsecond.
//
//go:noinline
func pause() (sum int) {
	for i := range 1000 {
		sum += i
	}
	return sum
}

// claim returns the most urgent step, if one is ready, or that there will be none any more.
func (d *board) claim() (s step, ready, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.left == 0 || d.failure != nil || d.broken {
		return s, false, true
	}
	s, ready = d.take()
	return s, ready, false
}

// take returns the most urgent step.
func (d *board) take() (s step, ok bool) {
	for k := range d.ready {
		if n := len(d.ready[k]); n > 0 {
			s = d.ready[k][n-1]
			d.ready[k] = d.ready[k][:n-1]
			return s, true
		}
	}
	return s, false
}

// do does a step and enters what it makes ready.
func (d *board) do(s step, assemble func(lo, hi int)) {
	ended := false
	var err error
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.broken = d.broken || !ended
		if err != nil {
			d.failure = err
			return
		}
		d.finished(s)
	}()
	switch s.kind {
	case assembleStep:
		assemble(d.b.cut[s.i], d.b.cut[s.i+1])
	case factorStep:
		err = d.b.factor(s.p)
	case solveStep:
		d.b.solve(s.i, s.p)
	case reduceStep:
		d.b.reduce(s.i, s.j, s.p)
	}
	ended = true
}

// finished enters that s is done.
func (d *board) finished(s step) {
	d.left--
	switch s.kind {
	case assembleStep:
		for j := range d.next[s.i] {
			d.next[s.i][j] = 0
			d.advance(s.i, j)
		}
	case factorStep:
		d.busy[s.p][s.p], d.final[s.p][s.p] = false, true
		for i := s.p + 1; i < d.b.rows(); i++ {
			d.advance(i, s.p)
		}
	case solveStep:
		d.busy[s.i][s.p], d.final[s.i][s.p] = false, true
		for j := s.p + 1; j <= s.i; j++ {
			d.advance(s.i, j)
		}
		for i := s.i + 1; i < d.b.rows(); i++ {
			d.advance(i, s.i)
		}
	case reduceStep:
		d.busy[s.i][s.j] = false
		d.next[s.i][s.j]++
		d.advance(s.i, s.j)
	}
}

// advance makes the next step of block (i, j) ready if all that it needs is there.
func (d *board) advance(i, j int) {
	p := d.next[i][j]
	if p < 0 || d.busy[i][j] || d.final[i][j] {
		return
	}
	var s step
	switch {
	case p < min(j, d.b.pivots):
		if !d.final[i][p] || !d.final[j][p] {
			return
		}
		s = step{reduceStep, i, j, p}
	case j >= d.b.pivots:
		return
	case i == j:
		s = step{factorStep, i, j, j}
	case d.final[j][j]:
		s = step{solveStep, i, j, j}
	default:
		return
	}
	d.busy[i][j] = true
	d.ready[s.kind] = append(d.ready[s.kind], s)
}
