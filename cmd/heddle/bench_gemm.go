package main

import (
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/machine"
	"heddle/lab/products"
)

func newBenchGemm() *cobra.Command {
	var (
		to      reporting
		reps    = repetitions(lab.DefaultReps)
		spec    = products.Spec{Peak: machine.Peak}
		modes   = choices{"all"}
		dtypes  = choices{"f64"}
		against choices
		sizes   counts
		shapes  shapeList
		workers crew
		pin     = lab.Pins()[0]
	)
	cmd := &cobra.Command{
		Use:   "gemm",
		Short: "One matrix product on several workers, in every mode",
		Long: `Multiply matrices on the workers of one runtime, row-major, and say what packed copies took:

  composable  blocks of C as stealable tasks; each packs what it needs for itself
  exclusive   a team of all workers shares a packed panel for each K-panel, between barriers
  malleable   the same without barriers; workers join when they have no work, and may leave
  no-copy     composable without packing: the baseline
  prepacked   slabs of C as tasks, A packed once before; that is not timed

Rows of the table: median, minimum and maximum of the repetitions, GFLOP/s (2mnk), percent of the FMA
peak of the same workers measured in the same rounds, MiB of packed copies, and the residual ratio
(right below 30). --against openblas adds OpenBLAS with as many threads, in a process of its own
whose repetitions alternate with heddle's.`,
		Example: `  heddle bench gemm
  heddle bench gemm --mode malleable,exclusive --sizes 1000,2048,4096 --against openblas
  heddle bench gemm --dtype f64,f32 --sizes 2048 --mode malleable
  heddle bench gemm --shapes 16x2000x2000,2000x2000x4,10000x10000x512:nt --mode malleable --against openblas
  heddle bench gemm --workers 1,2 --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if spec.Pin, err = lab.ParsePin(pin); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			spec.Modes, spec.DTypes, spec.Against, spec.Sizes, spec.Shapes = modes, dtypes, against, sizes, shapes
			spec.Workers, spec.Reps = workers.counts, int(reps)
			spec.Budget, spec.Patience = bounds(cmd)
			return to.conduct(cmd, spec)
		},
	}
	f := cmd.Flags()
	f.Var(&modes, "mode", "ways to share a product: "+strings.Join(products.Modes(), ", ")+", or all")
	f.Var(&dtypes, "dtype", "element types: f64, f32, or all")
	f.Var(&sizes, "sizes", "orders of square products (default 1000,2048)")
	f.Var(&shapes, "shapes", "other products: MxNxK, with :nn, :nt, :tn or :tt for transposes")
	f.Var(&against, "against", "rivals: openblas")
	f.Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Var(&reps, "reps", "repetitions; without this flag, large products make fewer")
	f.Uint64Var(&spec.Seed, "seed", 1, "of the matrices")
	f.StringVar(&pin, "pin", pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	to.flags(cmd)
	return cmd
}

// shapeList is a flag that holds shapes of products, separated by commas.
type shapeList []products.Shape

func (l *shapeList) String() string {
	words := make([]string, len(*l))
	for i, s := range *l {
		words[i] = s.String()
	}
	return strings.Join(words, ",")
}

func (l *shapeList) Set(text string) error {
	*l = nil
	for word := range strings.SplitSeq(text, ",") {
		s, err := products.ParseShape(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		*l = append(*l, s)
	}
	return nil
}

func (l *shapeList) Type() string { return "shapes" }
