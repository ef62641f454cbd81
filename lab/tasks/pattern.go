package tasks

import (
	"heddle/lab"
	"heddle/task"
)

// Pattern is a shape of task graph, and the plain loop that it stands for.
type Pattern struct {
	Name string
	Doc  string // what depends on what
	// Chain says that no two tasks can run at once: more workers cannot help.
	Chain bool
	// Fixed says that the graph is as large as it is, however many tasks are asked for.
	Fixed bool
	// sized returns the graph of at least the given number of tasks.
	sized func(tasks int) *graph
}

// Patterns returns the table of patterns.
func Patterns() []Pattern {
	return []Pattern{
		{Name: "independent", Doc: "nothing depends on anything", sized: independent},
		{Name: "chain", Doc: "each task updates the same datum", Chain: true, sized: chain},
		{Name: "cholesky", Doc: "tiled Cholesky: POTRF, TRSM, SYRK and GEMM of every step", sized: cholesky},
		{Name: "stencil", Doc: "Gauss-Seidel on 32 x 32 blocks: each reads its four neighbours and updates itself", sized: stencil},
		{Name: "heat", Doc: "one sweep of the stencil, 1024 tasks: what an iterative program repeats", Fixed: true, sized: func(int) *graph { return stencil(1) }},
		{Name: "fanout", Doc: "one task writes, up to 1000 read, again and again", sized: fanout},
		{Name: "mixed", Doc: "61 chains side by side; one task in 64 takes 100 us", sized: mixed},
	}
}

// graph is a pattern of a definite size.
type graph struct {
	tasks  int
	tiles  int // a side, where the pattern has tiles
	serial func()
	// The same tasks with a closure each, and with their arguments in the task.
	closures, args func(s *task.Scope)
}

// submit returns what submits the tasks in the form named.
func (g *graph) submit(form string) func(*task.Scope) {
	if form == "args" {
		return g.args
	}
	return g.closures
}

func independent(tasks int) *graph {
	return &graph{
		tasks: tasks,
		serial: func() {
			for i := range tasks {
				work(i, i+1, i+2)
			}
		},
		closures: func(s *task.Scope) {
			for i := range tasks {
				j, k := i+1, i+2
				s.Go(func() { work(i, j, k) })
			}
		},
		args: func(s *task.Scope) {
			for i := range tasks {
				s.Go3(work, i, i+1, i+2)
			}
		},
	}
}

func chain(tasks int) *graph {
	d := new(task.Datum)
	return &graph{
		tasks:  tasks,
		serial: independent(tasks).serial,
		closures: func(s *task.Scope) {
			for i := range tasks {
				j, k := i+1, i+2
				s.Go(func() { work(i, j, k) }, d.InOut())
			}
		},
		args: func(s *task.Scope) {
			for i := range tasks {
				s.Go3(work, i, i+1, i+2, d.InOut())
			}
		},
	}
}

func fanout(tasks int) *graph {
	readers := min(1000, max(1, tasks/2))
	rounds := (tasks + readers) / (readers + 1)
	d := new(task.Datum)
	return &graph{
		tasks: rounds * (readers + 1),
		serial: func() {
			for r := range rounds {
				for i := range readers + 1 {
					work(r, i, i)
				}
			}
		},
		closures: func(s *task.Scope) {
			for r := range rounds {
				s.Go(func() { work(r, r, r) }, d.InOut())
				for i := range readers {
					k := i + 1
					s.Go(func() { work(r, i, k) }, d.In())
				}
			}
		},
		args: func(s *task.Scope) {
			for r := range rounds {
				s.Go3(work, r, r, r, d.InOut())
				for i := range readers {
					s.Go3(work, r, i, i+1, d.In())
				}
			}
		},
	}
}

func mixed(tasks int) *graph {
	d := make([]task.Datum, 61)
	return &graph{
		tasks: tasks,
		serial: func() {
			for i := range tasks {
				workMixed(i, i+1, i+2)
			}
		},
		closures: func(s *task.Scope) {
			for i := range tasks {
				j, k := i+1, i+2
				s.Go(func() { workMixed(i, j, k) }, d[i%len(d)].InOut())
			}
		},
		args: func(s *task.Scope) {
			for i := range tasks {
				s.Go3(workMixed, i, i+1, i+2, d[i%len(d)].InOut())
			}
		},
	}
}

// Body returns what submits the pattern's tasks, as many as Cholesky of so many tiles a side
// has or a few more, in the form of closures; those of Cholesky are named. The tasks do nothing.
func (p Pattern) Body(tiles int) (func(*task.Scope), error) {
	if tiles < 1 || tiles > maxTiles {
		return nil, lab.Refuse("%d tiles a side: want 1 to %d", tiles, maxTiles)
	}
	if p.Name == "cholesky" {
		return choleskyNamed(tiles)
	}
	load.busy = false
	return p.sized(choleskyTasks(tiles)).closures, nil
}

// Choose returns the pattern of that name, or an *lab.UnknownNameError.
func Choose(name string) (Pattern, error) {
	chosen, err := choosePatterns([]string{name}, nil)
	if err != nil {
		return Pattern{}, err
	}
	return chosen[0], nil
}
