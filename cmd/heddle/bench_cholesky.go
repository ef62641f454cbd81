package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/lab/machine"
	"heddle/lab/peers"
	"heddle/lab/reproduce"
)

func newBenchCholesky() *cobra.Command {
	var (
		to       reporting
		reps     = repetitions(lab.DefaultReps)
		list     bool
		variants = choices{"all"}
		runtimes = choices{"heddle"}
		with     = choices{"heddle"}
		spec     = cholesky.Comparison{Peak: machine.Peak}
		sizes    counts
		tiles    counts
		workers  crew
		pin      = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "cholesky",
		Short: "Tiled Cholesky factorization under every parallelization strategy",
		Long: `Factor a symmetric positive definite matrix under every parallelization strategy, from and to
row-major storage, and print who wins. Rows of the table: the median, minimum and maximum of the
repetitions, GFLOP/s (n^3/3), percent of the FMA peak of the same workers measured in the same
rounds, the residual ratio (right below 30), and the speed against the first row.

Without flags: every variant of heddle at n = 2048 in 8, 16 and 32 tiles a side. --runtimes adds
rivals, which are built first where they have not been (see heddle peers); their repetitions
alternate with heddle's. --variants names variants of any runtime that takes part; a runtime of
which none is named takes part with all.`,
		Example: `  heddle bench cholesky
  heddle bench cholesky --list
  heddle bench cholesky --sizes 4096 --tiles 16,32 --variants task-*,gonum --reps 10
  heddle bench cholesky --runtimes heddle,openmp-gcc,tbb --variants task-async,flow_graph
  heddle bench cholesky --runtimes all --sizes 1024 --reps 5
  heddle bench cholesky --variants task-async,task-prio --traversals right,left,top
  heddle bench cholesky --runtimes heddle,openmp-gcc --blas heddle,openblas
  heddle bench cholesky --tiles 32,64 --noop          the cost of the tasks alone
  heddle bench cholesky --out run.jsonl               the table here, records there
  heddle bench cholesky --format gobench > run.bench  for benchstat -col /variant`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if list {
				return listVariants(cmd)
			}
			var err error
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			if spec.With, err = reproduce.Arithmetics(with); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			spec.Sizes, spec.Tiles, spec.Variants, spec.Workers = sizes, tiles, variants, workers.counts
			spec.Reps, spec.Runtimes = int(reps), runtimes
			spec.Budget, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&list, "list", false, "say what the variants do, and measure nothing")
	f.Var(&sizes, "sizes", "orders of the matrix (default 2048)")
	f.Var(&tiles, "tiles", "tiles on a side of the matrix (default 8,16,32)")
	f.Var(&variants, "variants", "strategies: names, patterns such as task-*, or all")
	f.Var((*choices)(&spec.Traversals), "traversals", "orders in which tiles are visited: right, left, top, or all (default right)")
	f.Var(&runtimes, "runtimes", "who takes part: "+strings.Join(cholesky.Runtimes(), ", ")+", or all")
	f.Var(&with, "blas", "kernels of heddle's variants: "+strings.Join(reproduce.Libraries, ", ")+", or both")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, slow variants make fewer")
	f.BoolVar(&spec.Noop, "noop", false, "replace every kernel by nothing: what remains is the cost of the tasks")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the matrix")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}

func newVariants() *cobra.Command {
	return &cobra.Command{
		Use:   "variants",
		Short: "Say what the variants of bench cholesky do",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return listVariants(cmd) },
	}
}

func listVariants(cmd *cobra.Command) error {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, v := range slices.Concat(cholesky.Variants, cholesky.Traversals) {
		fmt.Fprintf(w, "%s\t%s\n", v.Name, v.Doc)
	}
	for _, p := range peers.Table {
		fmt.Fprintf(w, "\t\n%s\t%s\n", p.Name, p.Doc)
		for _, v := range p.Cholesky {
			fmt.Fprintf(w, "  %s\t%s\n", v.Name, v.Doc)
		}
	}
	w.Flush()
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(line, " \n")); err != nil { // an empty line is blanks
			return err
		}
	}
	return nil
}
