package main

import (
	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/level3"
	"heddle/lab/machine"
)

func newBenchBlas() *cobra.Command {
	var (
		to       reporting
		reps     = repetitions(lab.DefaultReps)
		spec     level3.Spec
		sizes    counts
		routines = choices{"all"}
		kernels  = choices{"auto"}
	)
	cmd := &cobra.Command{
		Use:   "blas",
		Short: "GEMM, SYRK, TRSM and POTRF on one thread, with every kernel",
		Long: `Measure heddle's arithmetic on one thread: square float64 matrices from and to row-major storage.
GFLOP/s counts 2n^3 for GEMM, n^2(n+1) for SYRK, n^3 for TRSM and n^3/3 for POTRF; percent of peak
is of this machine's best instructions, whatever kernel is measured. Kernels named together are
interleaved.`,
		Example: `  heddle bench blas
  heddle bench blas --routines gemm --sizes 64,256,1024 --kernel all
  heddle bench blas --routines potrf --sizes 100,200,400 --format csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			spec.Sizes, spec.Routines, spec.Kernels, spec.Peak = sizes, routines, kernels, machine.CorePeak
			spec.Reps = int(reps)
			spec.Budget, _ = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&routines, "routines", "gemm, syrk, trsm, potrf, or all")
	f.Var(&sizes, "sizes", "orders of the matrices (default 64,256,1024,4096)")
	f.Var(&kernels, "kernel", "auto (what the library chose), avx512, avx2, neon, go, or all that this machine has")
	f.Var(&reps, "reps", "repetitions; without this flag, large sizes make fewer")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the matrices")
	to.flags(cmd)
	return cmd
}
