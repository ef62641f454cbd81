package main

import (
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/dropin"
	"heddle/lab/machine"
	"heddle/task"
)

func newBenchGonum() *cobra.Command {
	var (
		to       reporting
		reps     = repetitions(lab.DefaultReps)
		spec     dropin.Spec
		sizes    counts
		workers  count
		routines = choices{"all"}
	)
	names, docs := dropin.Routines()
	var list strings.Builder
	for i, name := range names {
		list.WriteString("\n  " + name + strings.Repeat(" ", 10-len(name)) + docs[i])
	}
	cmd := &cobra.Command{
		Use:   "gonum",
		Short: "gonum as it is, and with heddle below it",
		Long: `Measure operations of gonum's package mat as they are, and after gonumla.Use(), interleaved. What
is timed is the same program; only what gonum calls below differs. Routines:
` + list.String(),
		Example: `  heddle bench gonum
  heddle bench gonum --routines mul,cholesky,lu,qr,solve,inverse --sizes 10,30,100,300,1000,2000
  heddle bench gonum --routines solve --sizes 1,2,3,5,8,13,23 --reps 50`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if spec.Workers = int(workers); workers > maxWorkers {
				return usage(cmd, lab.Refuse("%d workers: want %d at most", workers, maxWorkers))
			}
			spec.Sizes, spec.Routines, spec.Peak = sizes, routines, peakOf
			spec.Reps = int(reps)
			spec.Budget, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&routines, "routines", strings.Join(names, ", ")+", or all")
	f.Var(&sizes, "sizes", "orders of the matrices (default 10,30,100,300,1000)")
	f.Var(&workers, "workers", "workers of heddle (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, large sizes make fewer")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the matrices")
	to.flags(cmd)
	return cmd
}

// peakOf measures the FMA peak of so many workers together, in GFLOP/s.
func peakOf(workers int) float64 {
	rt := task.New(task.Config{Workers: workers})
	defer rt.Close()
	return machine.Peak(rt)
}
