package tree

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	program "heddle/apps/tree"
	"heddle/lab"
	"heddle/lab/machine"
	"heddle/lab/peers"
	"heddle/task"
)

// Modes returns the names of what can be measured.
func Modes() []string {
	var names []string
	for _, m := range program.Modes() {
		names = append(names, string(m))
	}
	return names
}

// Params says what tree to make: those of apps/tree.
type Params = program.Params

// Full is the tree for machines with many cores.
func Full() Params { return program.Full() }

// Whole is the Pattern of the records of whole trees; those of levels have LevelPattern's.
const Whole = "whole tree"

// LevelPattern returns the Pattern of a level's records; level 0 is the root.
func LevelPattern(level int) string { return fmt.Sprintf("level %d", level) }

// Spec says what to measure. The zero value measures all modes on the default tree.
type Spec struct {
	Modes    []string // of Modes; none: all
	Runtimes []string // of Runtimes; none: heddle
	Peers    peers.Builder
	Tree     Params
	Workers  int // 0: GOMAXPROCS
	Pin      task.Pin
	Reps     int
	Patience time.Duration // of the whole
	// Levels says whether each level is measured by itself, with a barrier after it, beside the
	// tree as a whole.
	Levels bool
}

// Run measures in session, all interleaved: in each round every mode factors the tree level by
// level, if levels are asked for, then every mode the whole tree, and then every rival. It
// returns an error, before anything is measured, for what makes no sense, and the cause of a
// cancelled ctx.
func (s Spec) Run(ctx context.Context, session *lab.Session) error {
	modes, err := lab.Choose("mode", Modes(), lab.Or(s.Modes, []string{"all"}))
	if err != nil {
		return err
	}
	if s.Workers < 0 {
		return lab.Refuse("%d workers: want 1 or more", s.Workers)
	}
	t, err := program.New(s.Tree)
	if err != nil {
		return &lab.SpecError{Reason: err.Error()}
	}
	heddle, fleet, err := s.Peers.Enlist(ctx, session, Runtimes(), s.Runtimes, lab.Record{Experiment: "tree", Pattern: Whole})
	if err != nil {
		return err
	}
	if fleet != nil {
		defer fleet.Close()
		if err := thousandths(t.Params()); err != nil {
			return err
		}
	}
	if !heddle {
		modes = nil
	}
	rt := task.New(task.Config{Workers: cmp.Or(s.Workers, runtime.GOMAXPROCS(0)), Pin: s.Pin})
	defer rt.Close()
	var cases []lab.Case
	if s.Levels {
		for _, m := range modes {
			for level := t.Params().Levels - 1; level >= 0; level-- {
				cases = append(cases, s.level(t, rt, program.Mode(m), level))
			}
		}
	}
	for _, m := range modes {
		cases = append(cases, s.whole(t, rt, program.Mode(m)))
	}
	cases = append(cases, s.rivals(ctx, session, fleet, t, rt.Workers())...)
	// No budget for a case: a round without one of the levels could not go on above it.
	plan := lab.Plan{Reps: s.Reps, Patience: s.Patience, Peak: func() float64 { return machine.Peak(rt) }}
	return session.Measure(ctx, plan, cases)
}

func (s Spec) record(t *program.Tree, rt *task.Runtime, m program.Mode, pattern string, fronts int) lab.Record {
	return lab.Record{Experiment: "tree", Variant: string(m), Pattern: pattern, Workers: rt.Workers(),
		N: t.Order(), Tasks: fronts, Seed: t.Params().Seed, Pin: lab.PinName(s.Pin)}
}

// level is one level under one mode. The levels below it are the cases before it in the round, so
// that a tree is factored once for all its levels.
func (s Spec) level(t *program.Tree, rt *task.Runtime, m program.Mode, level int) lab.Case {
	c := lab.Case{
		Record:  s.record(t, rt, m, LevelPattern(level), t.Fronts(level)),
		Flops:   t.Flops(level),
		Runtime: rt,
		Run:     func(ctx context.Context) error { return t.FactorLevel(ctx, rt, m, level) },
	}
	if level == t.Params().Levels-1 {
		c.Prepare = func() error { t.Reset(); return nil }
	}
	if level == 0 { // it has used what all others have computed
		c.Check = func() (float64, error) { return t.Residual(), nil }
	}
	return c
}

// whole is the tree under one mode.
func (s Spec) whole(t *program.Tree, rt *task.Runtime, m program.Mode) lab.Case {
	flops, fronts := total(t)
	return lab.Case{
		Record:  s.record(t, rt, m, Whole, fronts),
		Flops:   flops,
		Runtime: rt,
		Prepare: func() error { t.Reset(); return nil },
		Run:     func(ctx context.Context) error { return t.Factor(ctx, rt, m) },
		Check:   func() (float64, error) { return t.Residual(), nil },
	}
}

// total returns the flops and the fronts of a tree.
func total(t *program.Tree) (flops float64, fronts int) {
	for level := range t.Params().Levels {
		flops += t.Flops(level)
		fronts += t.Fronts(level)
	}
	return flops, fronts
}
