package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/machine"
	"heddle/lab/progress"
	"heddle/lab/report"
)

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure: cholesky, blas, gemm, overhead, grain, iterative, gonum, tree, peak",
		Long: `Measure one of the laboratory's experiments. Repetitions are interleaved (A B A B), every answer
is checked, and a wrong answer has no time. The report goes to standard output, progress and remarks
to standard error. Ctrl-C ends a measurement and prints what was measured; twice ends at once.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBenchCholesky(), newBenchBlas(), newBenchGemm(), newBenchOverhead(), newBenchGrain(), newBenchIterative(), newBenchGonum(), newBenchTree(), newBenchPeak())
	return cmd
}

// bounds returns the time that one case and one table may take. They keep a
// measurement that nobody has asked to be long well under a minute; where --reps says what is
// wanted there is no bound.
func bounds(cmd *cobra.Command) (budget, patience time.Duration) {
	if cmd.Flags().Changed("reps") {
		return math.MaxInt64, 0
	}
	return 4 * time.Second, 30 * time.Second
}

// reporting holds the flags that say where records go.
type reporting struct {
	format, out string
	quiet       bool
	trace       traceFile
}

func (r *reporting) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.format, "format", "table", "`how` to print records: "+strings.Join(report.Formats(), ", "))
	f.StringVar(&r.out, "out", "", "write the records to `FILE` too; .json, .jsonl, .csv or .bench says how, otherwise --format;\n.jsonl begins with a header: machine, versions, pinning, seed, parameters")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress and no remarks")
	r.trace.flag(f)
}

// experiment is what a spec of the laboratory does.
type experiment interface {
	Run(ctx context.Context, session *lab.Session) error
}

// conduct runs an experiment and reports what it measured, that of an interrupted or failing
// run too.
func (r *reporting) conduct(cmd *cobra.Command, e experiment) error {
	sink, closeOut, err := r.sink(cmd)
	if err != nil {
		return err
	}
	session := &lab.Session{Sink: sink, Progress: lab.Silent{}, Stamp: machine.Stamp}
	if !r.quiet {
		session.Progress = progress.New(cmd.ErrOrStderr())
	}
	if err := r.trace.attach(session, r.out); err != nil {
		return usage(cmd, errors.Join(err, closeOut()))
	}
	err = errors.Join(e.Run(cmd.Context(), session), sink.Flush(), closeOut(), r.trace.close(session), session.Err())
	return usage(cmd, err)
}

// sink opens what --format and --out ask for.
func (r *reporting) sink(cmd *cobra.Command) (sink lab.Sink, closeOut func() error, err error) {
	sink, err = report.New(r.format, cmd.OutOrStdout())
	if err != nil {
		return nil, nil, &usageError{cmd.CommandPath(), err}
	}
	if strings.EqualFold(r.format, "cholesky-bench") && cmd.Name() != "cholesky" { // before all is measured for nothing
		return nil, nil, usage(cmd, lab.Refuse("--format %s: it has columns for bench cholesky alone", r.format))
	}
	if r.out == "" {
		return sink, func() error { return nil }, nil
	}
	if r.out == "-" { // elsewhere that is standard output, here it would be a file
		return nil, nil, usage(cmd, lab.Refuse("--out -: want a file; what goes to standard output, --format says"))
	}
	file := &output{name: r.out}
	format := report.FormatOf(r.out, r.format)
	if strings.EqualFold(filepath.Ext(r.out), ".jsonl") { // a run file; otherwise records alone
		if file.head, err = headLine(cmd); err != nil {
			return nil, nil, err
		}
	}
	if err := file.open(); err != nil {
		return nil, nil, err
	}
	second, err := report.New(format, file)
	if err != nil {
		return nil, nil, errors.Join(err, file.close())
	}
	return lab.Tee(sink, second), file.close, nil
}

// headLine is the header of a run file.
func headLine(cmd *cobra.Command) ([]byte, error) {
	header, err := benchHeader(cmd)
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(header)
	return append(line, '\n'), err
}
