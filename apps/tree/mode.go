package tree

import (
	"context"
	"fmt"
	"slices"

	"heddle/task"
)

// A Mode is a way of putting workers on fronts.
type Mode string

// The modes. The first two are those that [PP] compares.
const (
	// Coordinated goes level by level. A dynamic loop deals out the fronts of a level; where
	// there are fewer than workers, each gets a team of a fixed share of them, with barriers. That
	// is OpenMP's way.
	Coordinated Mode = "coordinated"
	// Stealing makes a task of every small front and a graph of tasks of every large one, on one
	// scheduler without teams. That is oneTBB's way.
	Stealing Mode = "stealing"
	// Hybrid is Stealing below the root and a team of all workers at the root.
	Hybrid Mode = "hybrid"
	// Malleable makes a task of every front. On a large one, workers that find nothing else to do
	// help, block by block, and leave when another front is ready. There is nothing to choose.
	Malleable Mode = "malleable"
)

// Modes returns all modes.
func Modes() []Mode { return []Mode{Coordinated, Stealing, Hybrid, Malleable} }

// Factor computes the Cholesky factor of the whole tree on the workers of rt. It returns an error
// if the mode is none of Modes, if the matrix is not positive definite, or if ctx is
// cancelled; then the tree must be Reset.
func (t *Tree) Factor(ctx context.Context, rt *task.Runtime, mode Mode) error {
	if t.done < t.params.Levels {
		return fmt.Errorf("tree: level %d has been factored already: Reset comes first", t.done)
	}
	if !slices.Contains(Modes(), mode) {
		return fmt.Errorf("tree: no mode %q: want one of %v", mode, Modes())
	}
	if mode == Coordinated {
		for level := t.params.Levels - 1; level >= 0; level-- {
			if err := t.FactorLevel(ctx, rt, mode, level); err != nil {
				return err
			}
		}
		return nil
	}
	t.done = 0
	return rt.Run(ctx, func(s *task.Scope) {
		for at := len(t.nodes) - 1; at >= 0; at-- {
			t.submit(s, rt, mode, at)
		}
	})
}

// FactorLevel factors the fronts of one level, those below it having been factored before. Levels
// one by one take longer than Factor, in all modes but Coordinated: it is for
// measuring them apart.
func (t *Tree) FactorLevel(ctx context.Context, rt *task.Runtime, mode Mode, level int) error {
	switch {
	case level < 0 || level != t.done-1:
		return fmt.Errorf("tree: level %d cannot be factored next: that is level %d", level, t.done-1)
	case !slices.Contains(Modes(), mode):
		return fmt.Errorf("tree: no mode %q: want one of %v", mode, Modes())
	}
	t.done = level
	first, end := 1<<level-1, 1<<(level+1)-1
	if mode == Coordinated {
		return t.deal(ctx, rt, first, end)
	}
	return rt.Run(ctx, func(s *task.Scope) {
		for at := first; at < end; at++ {
			t.submit(s, rt, mode, at)
		}
	})
}

// submit makes a task of front number at, or several.
func (t *Tree) submit(s *task.Scope, rt *task.Runtime, mode Mode, at int) {
	x := &t.nodes[at]
	var children [2]task.Clause
	for i := range children {
		if c := 2*at + 1 + i; c < len(t.nodes) {
			children[i] = t.nodes[c].datum.In()
		}
	}
	big := x.blocks != nil && rt.Workers() > 1
	switch {
	case big && mode == Malleable:
		s.Try(func() error { return t.helped(rt, at) }, children[0], children[1], x.datum.Out(), task.Label("front with helpers"))
	case big && mode == Hybrid && at == 0:
		s.Try(func() error { return t.teamed(rt, at, rt.Workers()) }, children[0], children[1], x.datum.Out(), task.Label("root by a team"))
	case big:
		s.GoScope(func(sub *task.Scope) { t.stolen(sub, at) }, children[0], children[1], x.datum.Out(), task.Label("front of tasks"))
	default:
		s.Try(func() error { return t.alone(at) }, children[0], children[1], x.datum.Out(), task.Label("front"))
	}
}
