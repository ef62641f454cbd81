// Package task runs tasks: functions that say what they read and write and leave when and
// where to the runtime.
//
//	var a, b, c task.Datum
//	err := task.Run(ctx, func(s *task.Scope) {
//		s.Go(func() { x = 7 }, a.Out())
//		s.Go(func() { y = 2 * x }, a.In(), b.Out())
//		s.Go(func() { z = 3 * x }, a.In(), c.Out())
//		s.Go(func() { fmt.Println(y + z) }, b.In(), c.In())
//	})
//
// Two tasks of a scope that use the same [Datum], at least one of them writing, run in the
// order in which they were submitted; all others may run at the same time. Hence running
// every task at once, in program order, is a valid execution (serial elision), and the
// runtime does so while tasks are too short to gain from anything else.
//
// A body that is repeated need not be submitted again and again: [Scope.Iterate] records it
// once and runs its tasks as a cycle, whose iterations overlap; [Record] gives a graph to be
// run as often as wanted.
//
// A [Run] returns when all its tasks are done. A [Runtime] is a pool of workers; most
// programs need only the package's functions, which use the default one. DESIGN.md beside
// the code explains how it works and why it is right.
package task
