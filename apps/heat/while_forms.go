package heat

import (
	"context"

	"heddle/apps"
	"heddle/task"
)

func (w *while) Run(ctx context.Context, rt *task.Runtime, f apps.Form) error {
	return apps.Runs{
		Serial: w.runSerial, WorkSharing: w.workSharing,
		Tasks: w.tasks, TaskCache: w.taskCache, TaskIter: w.taskIter,
	}.Run(ctx, rt, "heat-while", f)
}

// runSerial sweeps over the blocks, row by row, as long as there is need.
func (w *while) runSerial(ctx context.Context) error {
	for w.more() {
		if err := ctx.Err(); err != nil {
			return err
		}
		for bi := range w.bx {
			for bj := range w.by {
				w.change(bi, bj, 0)
			}
		}
	}
	return nil
}

// workSharing goes over the diagonals of blocks with a team; one member asks for more.
func (w *while) workSharing(ctx context.Context, rt *task.Runtime) error {
	var err error
	more := true
	rt.Team(rt.Workers(), func(m *task.Member) {
		for {
			m.Single(func() { err, more = ctx.Err(), w.more() })
			if err != nil || !more {
				return
			}
			w.wave(m, w.change)
		}
	})
	return err
}

// step submits one sweep.
func (w *while) step(s *task.Scope) { w.submit(s, w.change) }

// tasks submits a sweep, waits for it, and asks.
func (w *while) tasks(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) {
		for s.Err() == nil && w.more() {
			w.step(s)
			s.Wait()
		}
	})
}

// taskCache records one sweep and replays it as long as there is need.
func (w *while) taskCache(ctx context.Context, rt *task.Runtime) error {
	sweep := task.Record(w.step)
	for w.more() {
		if err := sweep.Run(ctx, rt); err != nil {
			return err
		}
	}
	return nil
}

// taskIter closes one sweep into a cycle through the condition.
func (w *while) taskIter(ctx context.Context, rt *task.Runtime) error {
	return rt.Run(ctx, func(s *task.Scope) { s.IterateWhile(w.more, w.step) })
}
