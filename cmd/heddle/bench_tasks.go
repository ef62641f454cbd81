package main

import (
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/tasks"
)

func newBenchOverhead() *cobra.Command {
	var (
		to       reporting
		reps     = repetitions(lab.DefaultReps)
		spec     tasks.Overhead
		tiles    counts
		workers  crew
		patterns choices = tasks.OverheadPatterns()
		queues   choices = tasks.Queues[:1]
		forms    choices = tasks.Forms[:1]
		pin              = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "overhead",
		Short: "What a task costs: graphs whose tasks do nothing",
		Long: `Run task graphs whose bodies are empty. ns/task is the median time of the whole graph, building
included, over its tasks; allocs/task counts heap objects; heap is what runtime, data and tasks hold
when the last task has been submitted. Every pattern is as large as the Cholesky graph of so many
tiles: t(t+1)(t+2)/6 tasks; small graphs are run several times in a row.`,
		Example: `  heddle bench overhead
  heddle bench overhead --patterns cholesky --queue adaptive,always --form closure,args
  heddle bench overhead --patterns chain --tiles 180 --reps 5      about a million tasks`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			spec.Patterns, spec.Tiles, spec.Queues, spec.Forms, spec.Workers = patterns, tiles, queues, forms, workers.counts
			spec.Reps = int(reps)
			_, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&patterns, "patterns", "shapes of graph: "+patternNames())
	f.Var(&tiles, "tiles", "tiles a side of the Cholesky graph (default 16,32,64,128)")
	f.Var(&queues, "queue", "adaptive: the library decides what is queued; always: every task is")
	f.Var(&forms, "form", "closure: a closure a task; args: the arguments in the task")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, fewer where 30 s do not suffice")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the order of stealing")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}

func newBenchGrain() *cobra.Command {
	var (
		to       reporting
		reps     = repetitions(lab.DefaultReps)
		spec     tasks.Grain
		workers  crew
		patterns choices   = tasks.GrainPatterns()
		bodies   durations = tasks.DefaultBodies()
		forms    choices   = tasks.Forms[:1]
		pin                = lab.Pins()[0]
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
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			spec.Patterns, spec.Bodies, spec.Forms, spec.Workers = patterns, bodies, forms, workers.counts
			spec.Reps = int(reps)
			_, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&patterns, "patterns", "shapes of graph: "+patternNames())
	f.Var(&bodies, "bodies", "lengths of a task's body")
	f.Var(&forms, "form", "closure: a closure a task; args: the arguments in the task")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, fewer where 30 s do not suffice")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the order of stealing")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}

func patternNames() string {
	var names []string
	for _, p := range tasks.Patterns() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
