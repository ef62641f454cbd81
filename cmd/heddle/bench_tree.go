package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/tree"
)

func newBenchTree() *cobra.Command {
	var (
		to      reporting
		reps    = repetitions(lab.DefaultReps)
		spec    tree.Spec
		workers crew
		modes   = choices{"all"}
		rivals  = choices{"heddle"}
		full    bool
		pin     = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "tree",
		Short: "A tree of fronts, small and many to large and one, in every mode",
		Long: `Factor a sparse matrix whose supernodes form a binary tree: towards the root there are fewer and
larger fronts, so no single way of putting workers on them suits all levels. Each level is timed by
itself, with a barrier after it, and then the whole tree; rivals, which --runtimes adds, factor the
whole tree only. Modes:

  coordinated  a dynamic loop over the fronts of a level, teams of fixed size within large ones
  stealing     tasks and tasks of tasks on one scheduler, no team
  hybrid       stealing below the root, a team of all workers at the root
  malleable    a task for each front; workers that fall idle help with large ones and leave again`,
		Example: `  heddle bench tree
  heddle bench tree --mode malleable,stealing --order 3000 --reps 10
  heddle bench tree --runtimes heddle,openmp-gcc,openmp-llvm,tbb
  heddle bench tree --levels 5 --order 800 --per-level=false`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			if len(workers.counts) > 1 {
				return &usageError{cmd.CommandPath(), lab.Refuse("--workers %s: want one number", workers.String())}
			}
			if len(workers.counts) == 1 {
				spec.Workers = workers.counts[0]
			}
			for _, name := range []string{"levels", "order", "growth"} { // 0 would be the default
				if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "0" {
					return &usageError{cmd.CommandPath(), lab.Refuse("--%s 0: want 1 or more", name)}
				}
			}
			if cmd.Flags().Changed("spread") && spec.Tree.Spread == 0 {
				spec.Tree.Spread = math.SmallestNonzeroFloat64
			}
			if full {
				seed := spec.Tree.Seed
				spec.Tree = tree.Full()
				spec.Tree.Seed = seed
			}
			spec.Modes, spec.Runtimes, spec.Reps = modes, rivals, int(reps)
			_, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&modes, "mode", strings.Join(tree.Modes(), ", ")+", or all")
	f.Var(&rivals, "runtimes", "who takes part: "+strings.Join(tree.Runtimes(), ", ")+", or all")
	f.IntVar(&spec.Tree.Levels, "levels", 8, "of the tree; the root is level 0")
	f.IntVar(&spec.Tree.Order, "order", 1536, "of the root's front")
	f.Float64Var(&spec.Tree.Growth, "growth", 1.5, "how many times larger a front is than its children")
	f.Float64Var(&spec.Tree.Spread, "spread", 0.3, "how far orders within a level differ from their mean")
	f.BoolVar(&spec.Levels, "per-level", true, "measure each level by itself too")
	f.BoolVar(&full, "full", false, "the tree for machines with many cores: 12 GiB, 10^12 flops")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, fewer where 30 s do not suffice")
	f.Uint64Var(&spec.Tree.Seed, "seed", 1, "of orders and elements")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}
