package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/iterative"
)

func newBenchIterative() *cobra.Command {
	var (
		to         reporting
		reps       = repetitions(5)
		spec       iterative.Spec
		names      = choices{"all"}
		variants   = choices{"all"}
		runtimes   = choices{"heddle"}
		size       counts
		blocks     counts
		iterations count
		workers    crew
		pin        = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "iterative",
		Short: "Iterative programs: tasks, replayed graphs and cyclic graphs against each other",
		Long: `Run the iterative example programs in every variant and block size, interleaved, and print who wins.
A block is the piece that a task works on. Columns: "serial ns" is what such a task takes in the serial
form at its best block; "x ideal" is how many times longer than that over the workers a row takes: 2 is
an efficiency of 50 %. What the programs and variants are: heddle run --list.`,
		Example: `  heddle bench iterative --apps heat
  heddle bench iterative --apps heat,hpcg --variants 'task*' --block 8,16,32 --workers 2
  heddle bench iterative --apps hpccg --size 32,32,32 --iterations 30 --out hpccg.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return usage(cmd, err)
			}
			spec.Apps, spec.Variants, spec.Runtimes = names, variants, runtimes
			spec.Size, spec.Blocks, spec.Iterations, spec.Workers = size, blocks, int(iterations), workers.counts
			spec.Reps = int(reps)
			if spec.Budget, spec.Patience = bounds(cmd); spec.Budget == math.MaxInt64 {
				spec.Budget = 0
			}
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&names, "apps", "programs: names, patterns such as h*, or all")
	f.Var(&variants, "variants", "forms: names, patterns such as taskiter*, or all")
	f.Var(&runtimes, "runtimes", strings.Join(iterative.Runtimes(), ", "))
	f.Var(&size, "size", "of the problem: a number for each dimension, or one for all (default the study's)")
	f.Var(&blocks, "block", "sizes of the piece that a task works on (default the study's)")
	f.Var(&iterations, "iterations", "or time steps (default the study's)")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, fewer where 30 s for a program do not suffice")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the programs' data, and of the order of stealing")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}
