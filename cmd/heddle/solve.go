package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/solve"
)

func newSolve() *cobra.Command {
	var (
		spec    solve.Spec
		format  string
		workers count
	)
	cmd := &cobra.Command{
		Use:   "solve A.mtx [b.mtx]",
		Short: "Solve a symmetric positive definite system from a file",
		Long: `Read a symmetric positive definite matrix A from a Matrix Market file, factor it, and solve A*x = b.
b may have several columns; without it, b is A times ones, so that x should be ones. Printed are the
order, the logarithm of A's determinant, the residual ratio |b - A*x| / (n eps |A| |x|), which is
right below 30, and the times. A general file is accepted if the matrix in it is symmetric.`,
		Example: `  heddle solve A.mtx
  heddle solve A.mtx b.mtx -o x.mtx
  heddle solve A.mtx --format json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			formats, err := lab.Choose("format", []string{"table", "json"}, []string{format})
			if err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			spec.A = args[0]
			if len(args) > 1 {
				spec.B = args[1]
			}
			if spec.Workers = int(workers); workers > maxWorkers {
				return usage(cmd, lab.Refuse("%d workers: want %d at most", workers, maxWorkers))
			}
			if spec.Pin, err = lab.ParsePin(lab.Pins()[0]); err != nil {
				return err
			}
			to := cmd.OutOrStdout()
			if spec.X == "-" { // x has standard output to itself
				spec.X, spec.To, to = "", to, cmd.ErrOrStderr()
			}
			result, err := spec.Run(cmd.Context())
			if err != nil {
				return err
			}
			if formats[0] == "json" {
				return json.NewEncoder(to).Encode(result)
			}
			if err := printResult(to, result); err != nil {
				return err
			}
			if spec.X != "" {
				fmt.Fprintln(cmd.ErrOrStderr(), "x written to", spec.X)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&spec.X, "out", "o", "", "write x to `FILE`, as an array of Matrix Market; -: standard output, and the rest to standard error")
	cmd.Flags().StringVar(&format, "format", "table", "`how` to print the result: table, json")
	cmd.Flags().Var(&workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	return cmd
}

func printResult(w io.Writer, r *solve.Result) error {
	entries := "entries"
	if r.Stored == 1 {
		entries = "entry"
	}
	_, err := fmt.Fprintf(w, `matrix    %s: %v %v %v, %d %s stored
n         %d
columns   %d
log det   %.15g
residual  %.3g (right below 30)
time      %.4g s (read %.4g, factor %.4g, solve %.4g)
`, r.File, r.Header.Format, r.Header.Field, r.Header.Symmetry, r.Stored, entries, r.N, r.Columns, r.LogDet, r.Residual,
		r.ReadS+r.FactorS+r.SolveS, r.ReadS, r.FactorS, r.SolveS)
	return err
}
