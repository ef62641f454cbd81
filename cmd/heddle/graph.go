package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/iterative"
	"heddle/lab/tasks"
	"heddle/lab/trace"
	"heddle/task"
)

// graphing holds the flags of graph.
type graphing struct {
	pattern, app, variant, file, only string
	tiles, block, iterations          count
	size                              counts
}

func newGraph() *cobra.Command {
	g := &graphing{tiles: 4, iterations: 2}
	cmd := &cobra.Command{
		Use:   "graph FILE.dot",
		Short: "Write a task graph for Graphviz",
		Long: `Run some tasks, and write what was ordered after what by their clauses in Graphviz's language: a node
for each task, with its label, and an edge to each task that had to wait for it. The tasks are those of
a pattern of bench overhead, of an example program (keep it small: --size, --iterations), or of a trace
that was recorded before. FILE - is standard output.`,
		Example: `  heddle graph cholesky.dot --pattern cholesky --tiles 4
  heddle graph heat.dot --app heat --size 256 --block 64 --iterations 2
  heddle graph heat.dot --app heat --size 256 --block 64 --iterations 2 --variant taskiter
  heddle graph run.dot --trace run.json
  dot -Tsvg cholesky.dot -o cholesky.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return usage(cmd, g.run(cmd, args[0])) },
	}
	f := cmd.Flags()
	f.StringVar(&g.pattern, "pattern", "cholesky", "shape of graph: "+patternNames())
	f.Var(&g.tiles, "tiles", "tiles a side of the pattern cholesky; others are as large")
	f.StringVar(&g.app, "app", "", "an example `program` instead: "+strings.Join(appNames(), ", "))
	f.StringVar(&g.variant, "variant", "tasks", "`form` of the program: tasks, taskcache, taskiter")
	f.Var(&g.size, "size", "of the program's problem (default the program's, which is large)")
	f.Var(&g.block, "block", "of the program's pieces (default the program's)")
	f.Var(&g.iterations, "iterations", "of the program")
	f.StringVar(&g.file, "trace", "", "a trace in `FILE` instead")
	f.StringVar(&g.only, "run", "", "of that trace the run `NAME` (default the first that has tasks)")
	return cmd
}

func appNames() []string {
	var names []string
	for _, p := range iterative.Programs() {
		names = append(names, p.Name)
	}
	return names
}

func (g *graphing) run(cmd *cobra.Command, out string) error {
	asked := 0
	for _, name := range []string{"pattern", "app", "trace"} {
		if cmd.Flags().Changed(name) {
			asked++
		}
	}
	if asked > 1 {
		return lab.Refuse("want one of --pattern, --app and --trace: each says what graph")
	}
	r, err := g.record(cmd.Context())
	if err != nil {
		return err
	}
	graph := trace.GraphOf(r)
	if out == "-" {
		return graph.DOT(cmd.OutOrStdout(), r.Name)
	}
	file, err := create(out, g.file)
	if err != nil {
		return err
	}
	if err := errors.Join(graph.DOT(file, r.Name), file.Close()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d tasks and %d edges in %s\n", len(graph.Tasks), graph.Edges(), out)
	return nil
}

// record returns a trace of what the flags ask for.
func (g *graphing) record(ctx context.Context) (trace.Run, error) {
	switch {
	case g.file != "":
		runs, err := readTrace(g.file, g.only)
		if err != nil {
			return trace.Run{}, err
		}
		if len(runs) == 0 {
			return trace.Run{}, lab.Refuse("%s has no runs", g.file)
		}
		for _, r := range runs {
			if r.Tasks() > 0 {
				return r, nil
			}
		}
		return trace.Run{}, lab.Refuse("%s: no tasks in %s", g.file, runs[0].Name)
	case g.app != "":
		return g.program(ctx)
	}
	pattern, err := tasks.Choose(g.pattern)
	if err != nil {
		return trace.Run{}, err
	}
	body, err := pattern.Body(int(g.tiles))
	if err != nil {
		return trace.Run{}, err
	}
	rt := task.New(task.Config{})
	defer rt.Close()
	if err := rt.StartTrace(0); err != nil {
		return trace.Run{}, err
	}
	err = rt.Run(ctx, body)
	tr, stop := rt.StopTrace()
	if stop == nil {
		for i := range tr.Spans {
			if s := &tr.Spans[i]; strings.HasPrefix(s.Label, "tasks.") { // a function of that package
				s.Label = pattern.Name
			}
		}
	}
	return trace.Run{Name: pattern.Name, Trace: tr}, errors.Join(err, stop)
}

// program runs an example program.
func (g *graphing) program(ctx context.Context) (r trace.Run, err error) {
	once := iterative.Once{App: g.app, Variant: g.variant}
	once.Params.Size, once.Params.Block, once.Params.Iterations = g.size, int(g.block), int(g.iterations)
	once.Trace = func(name string, tr *task.Trace) error {
		r = trace.Run{Name: name, Trace: tr}
		return nil
	}
	result, err := once.Run(ctx)
	if err != nil {
		return r, err
	}
	if err := result.Err(); err != nil {
		return r, err
	}
	if r.Trace == nil || r.Tasks() == 0 {
		return r, lab.Refuse("%s %s runs no tasks", g.app, g.variant)
	}
	return r, nil
}
