package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/iterative"
	"heddle/lab/progress"
)

func newRun() *cobra.Command {
	r := &running{pin: lab.Pins()[0], format: "text"}
	cmd := &cobra.Command{
		Use:   "run APP",
		Short: "Run one of the iterative example programs once",
		Long: `Run one iterative program once, in one variant, and print what came out: the time, the rate where
flops are counted, the results, the residual of every iteration where there is one, and whether the
results are right. Wrong results are ok: false and exit code 1.

` + listed(),
		Example: `  heddle run --list
  heddle run heat
  heddle run hpcg --size 32,32,32 --iterations 50 --variant taskiter+is --workers 2
  heddle run hpccg --size 32 --variant tasks --format json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case r.list:
				_, err := io.WriteString(cmd.OutOrStdout(), listed())
				return err
			case len(args) == 0:
				return cmd.Help()
			}
			r.once.App = args[0]
			return r.conduct(cmd)
		},
	}
	r.flags(cmd)
	return cmd
}

// running holds the flags of run.
type running struct {
	once                       iterative.Once
	list, quiet                bool
	size                       counts
	block, iterations, workers count
	pin, format                string
	trace                      traceFile
}

func (r *running) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&r.list, "list", false, "say what programs and variants there are, and run nothing")
	f.StringVar(&r.once.Variant, "variant", "taskiter+is", "`form` of the program, with +is or +is-inside for an immediate successor")
	f.Var(&r.size, "size", "of the problem: a number for each dimension, or one for all (default the program's)")
	f.Var(&r.block, "block", "size of the piece that a task works on, as the program counts it (default the program's)")
	f.Var(&r.iterations, "iterations", "or time steps; for a while-loop the most that it may take (default the program's)")
	f.Var(&r.workers, "workers", "workers of the runtime (default GOMAXPROCS)")
	f.Uint64Var(&r.once.Params.Seed, "seed", 1, "of the program's data, and of the order of stealing")
	f.StringVar(&r.pin, "pin", r.pin, "`how` to tie workers to cores: "+strings.Join(lab.Pins(), ", "))
	f.StringVar(&r.format, "format", r.format, "`how` to print the result: text, json")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress and no remarks")
	r.trace.flag(f)
	f.Lookup("trace").Usage = "record every task in `FILE` (see heddle trace); the time printed includes tracing"
}

// conduct runs the program and prints its result, a wrong one too.
func (r *running) conduct(cmd *cobra.Command) error {
	formats, err := lab.Choose("format", []string{"text", "json"}, []string{r.format})
	if err != nil {
		return usage(cmd, err)
	}
	if r.once.Pin, err = lab.ParsePin(r.pin); err != nil {
		return usage(cmd, err)
	}
	r.once.Params.Size, r.once.Params.Block, r.once.Params.Iterations = r.size, int(r.block), int(r.iterations)
	if r.once.Workers = int(r.workers); r.workers > maxWorkers {
		return usage(cmd, lab.Refuse("%d workers: want %d at most", r.workers, maxWorkers))
	}
	if !r.quiet {
		r.once.Progress = progress.New(cmd.ErrOrStderr())
	}
	session := &lab.Session{Progress: r.once.Progress}
	if err := r.trace.attach(session, ""); err != nil {
		return err
	}
	r.once.Trace = session.Trace
	result, err := r.once.Run(cmd.Context())
	if err = errors.Join(err, r.trace.close(session)); err != nil {
		return usage(cmd, err)
	}
	if formats[0] == "json" {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(result)
	} else {
		err = printRun(cmd.OutOrStdout(), result)
	}
	return errors.Join(err, result.Err())
}

// listed names all programs and variants, a line each.
func listed() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "Programs:")
	for _, p := range iterative.Programs() {
		fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Doc)
	}
	fmt.Fprintln(w, "\nVariants:")
	for _, v := range iterative.Variants() {
		fmt.Fprintf(w, "  %s\t%s\n", v.Name, v.Doc)
	}
	w.Flush()
	return b.String()
}

// printRun prints r for a reader.
func printRun(out io.Writer, r *iterative.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "program\t%s: %s\n", r.App, r.Doc)
	fmt.Fprintf(w, "variant\t%s: %s\n", r.Variant, r.VariantDoc)
	var size []string
	for i, n := range r.Size {
		size = append(size, fmt.Sprintf("%s %d", r.Dims[i], n))
	}
	fmt.Fprintf(w, "size\t%s\n", strings.Join(size, ", "))
	fmt.Fprintf(w, "block\t%d (%s)\n", r.Block, r.BlockDoc)
	fmt.Fprintf(w, "iterations\t%d\n", r.Iterations)
	fmt.Fprintf(w, "workers\t%d\n", r.Workers)
	if r.Seconds > 0 {
		fmt.Fprintf(w, "time\t%.4g s\n", r.Seconds)
	}
	if r.Tasks > 0 {
		fmt.Fprintf(w, "tasks\t%d, one every %.4g ns\n", r.Tasks, r.NsPerTask)
	}
	if r.GFlops > 0 {
		fmt.Fprintf(w, "rate\t%.4g GFLOP/s\n", r.GFlops)
	}
	if r.GBytes > 0 {
		fmt.Fprintf(w, "moved\t%.4g GB/s, if nothing stays in caches (heddle bench peak: the machine's triad)\n", r.GBytes)
	}
	for _, v := range r.Values {
		fmt.Fprintln(w, v.Name+"\t"+strings.TrimSpace(fmt.Sprintf("%.6g %s", float64(v.Value), v.Unit)))
	}
	if r.OK {
		fmt.Fprintln(w, "check\tok")
	} else {
		fmt.Fprintf(w, "check\tFAILED: %s\n", r.Error)
	}
	if err := w.Flush(); err != nil || len(r.Residuals) == 0 {
		return err
	}
	return printResiduals(out, r.Residuals)
}

// printResiduals prints the residual of every iteration, five a line.
func printResiduals(out io.Writer, residuals []iterative.Number) error {
	const across = 5
	var b strings.Builder
	b.WriteString("residuals, from iteration\n")
	for i, x := range residuals {
		if i%across == 0 {
			fmt.Fprintf(&b, "%6d ", i)
		}
		if i%across == across-1 || i == len(residuals)-1 {
			fmt.Fprintf(&b, "  %.6g\n", float64(x))
		} else {
			fmt.Fprintf(&b, "  %-12.6g", float64(x))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
