package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"heddle/lab"
	"heddle/lab/tasks"
	"heddle/task"
)

// graphFlags are what the benches of task graphs have in common.
type graphFlags struct {
	to       reporting
	reps     repetitions
	workers  crew
	patterns choices
	forms    choices
	seed     uint64
	pin      string
}

func newGraphFlags() *graphFlags {
	return &graphFlags{reps: lab.DefaultReps, forms: tasks.Forms[:1], pin: lab.Pins()[0]}
}

func (g *graphFlags) add(cmd *cobra.Command) *pflag.FlagSet {
	f := cmd.Flags()
	f.Var(&g.patterns, "patterns", "shapes of graph, without it the usual ones: "+patternNames())
	f.Var(&g.forms, "form", "closure: a closure a task; args: the arguments in the task")
	f.Var(&g.workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&g.reps, "reps", "repetitions; without this flag, fewer where 30 s do not suffice")
	f.Uint64Var(&g.seed, "seed", 1, "of the order of stealing")
	f.StringVar(&g.pin, "pin", g.pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	g.to.flags(cmd)
	return f
}

// policy parses --pin.
func (g *graphFlags) policy(cmd *cobra.Command) (task.Pin, error) {
	pin, err := lab.ParsePin(g.pin)
	if err != nil {
		return 0, &usageError{cmd.CommandPath(), err}
	}
	return pin, nil
}

func newBenchOverhead() *cobra.Command {
	var (
		common     = newGraphFlags()
		spec       tasks.Overhead
		tiles      counts
		iterations count
		variants   choices
		queues     choices = tasks.Queues[:1]
	)
	cmd := &cobra.Command{
		Use:   "overhead",
		Short: "What a task costs: graphs whose tasks do nothing",
		Long: `Run task graphs whose bodies are empty. ns/task is the median time of the whole graph, building
included, over its tasks; allocs/task counts heap objects; heap is what runtime, data and tasks hold
when the last task has been submitted. Every pattern is as large as the Cholesky graph of so many
tiles: t(t+1)(t+2)/6 tasks; small graphs are run several times in a row.

With --variants, each graph is one iteration of a program that repeats it, and ns/task is the cost of
a repeated task: recorded graphs are recorded before the clock starts. The variants:
` + variantDocs(),
		Example: `  heddle bench overhead
  heddle bench overhead --patterns cholesky --queue adaptive,always --form closure,args
  heddle bench overhead --patterns chain --tiles 180 --reps 5      about a million tasks
  heddle bench overhead --variants serial,tasks,taskcache,taskiter,taskiter+is-inside,taskiter+is --tiles 16,32`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = common.policy(cmd); err != nil {
				return err
			}
			spec.Patterns, spec.Tiles, spec.Queues, spec.Forms, spec.Workers = common.patterns, tiles, queues, common.forms, common.workers.counts
			if iterations > 0 && len(variants) == 0 {
				return usage(cmd, lab.Refuse("--iterations %d: only --variants repeats a graph", iterations))
			}
			spec.Variants, spec.Iterations = variants, int(iterations)
			spec.Reps, spec.Seed = int(common.reps), common.seed
			_, spec.Patience = bounds(cmd)
			return common.to.conduct(cmd, spec)
		},
	}
	f := common.add(cmd)
	f.Var(&tiles, "tiles", "tiles a side of the Cholesky graph (default 16,32,64,128)")
	f.Var(&queues, "queue", "adaptive: the library decides what is queued; always: every task is")
	f.Var(&variants, "variants", "repeat each graph in these ways, or all")
	f.Var(&iterations, "iterations", "how often, with --variants (default 100)")
	return cmd
}

func newBenchGrain() *cobra.Command {
	var (
		common = newGraphFlags()
		spec   tasks.Grain
		bodies durations = tasks.DefaultBodies()
	)
	cmd := &cobra.Command{
		Use:   "grain",
		Short: "From which length of body on are tasks faster than a loop?",
		Long: `Run task graphs whose bodies last a given time, and the plain serial loop over the same bodies,
one after the other in every round. Columns: ns a task of the graph, of the serial loop, and of the
ideal (serial over workers; serial itself for the chain), and how many times the first is of the
other two: medians of the ratios of the rounds.`,
		Example: `  heddle bench grain
  heddle bench grain --patterns stencil,chain --bodies 0,50ns,100ns,1us --form args`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = common.policy(cmd); err != nil {
				return err
			}
			spec.Patterns, spec.Bodies, spec.Forms, spec.Workers = common.patterns, bodies, common.forms, common.workers.counts
			spec.Reps, spec.Seed = int(common.reps), common.seed
			_, spec.Patience = bounds(cmd)
			return common.to.conduct(cmd, spec)
		},
	}
	f := common.add(cmd)
	f.Var(&bodies, "bodies", "lengths of a task's body")
	return cmd
}

func variantDocs() string {
	var b strings.Builder
	for _, v := range tasks.Variants() {
		b.WriteString("\n  " + v.Name + strings.Repeat(" ", 20-len(v.Name)) + v.Doc)
	}
	return b.String()
}

func patternNames() string {
	var names []string
	for _, p := range tasks.Patterns() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
