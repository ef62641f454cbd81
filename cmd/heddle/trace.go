package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/trace"
)

func newTrace() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Look at traces: what every task did, and when",
		Long: `Look at a trace that a command has written to the file of its flag --trace: every task with its
label, worker, start, end, the time when it became ready, its iteration and what it came after. The
file is in Chrome's Trace Event Format: https://ui.perfetto.dev opens it.`,
		Example: `  heddle bench cholesky --variants task-async --tiles 16 --trace run.json
  heddle trace stats run.json
  heddle trace view run.json -o run.svg`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTraceStats(), newTraceView())
	return cmd
}

func newTraceStats() *cobra.Command {
	var only, format string
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "Sum a trace up: time by label and by worker, the critical path",
		Long: `Print for each run in a trace: by label, how many tasks there were, how long they took together and
each, how long they waited for a worker once they were ready, and how much of the critical path they
are; by worker, how long it was busy, submitting and idle; and the critical path, the longest chain of
tasks of which each had to wait for the one before: however many workers, it takes no less. The chain
goes by clauses, by Wait, and by who submitted whom. Times are exclusive: what ran on top of a body that
waited counts for itself.`,
		Example: `  heddle trace stats run.json
  heddle trace stats run.json --run '*task-async*' --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			formats, err := lab.Choose("format", []string{"table", "json"}, []string{format})
			if err != nil {
				return usage(cmd, err)
			}
			runs, err := readTrace(args[0], only)
			if err != nil {
				return usage(cmd, err)
			}
			out := cmd.OutOrStdout()
			for i, r := range runs {
				st := trace.Summarize(r)
				if formats[0] == "json" {
					err = errors.Join(err, json.NewEncoder(out).Encode(st))
					continue
				}
				if i > 0 {
					fmt.Fprintln(out)
				}
				err = errors.Join(err, st.WriteTable(out))
			}
			return err
		},
	}
	cmd.Flags().StringVar(&only, "run", "", "only runs whose name is, or matches, `NAME` (* for any text)")
	cmd.Flags().StringVar(&format, "format", "table", "`how` to print: table, json")
	return cmd
}

func newTraceView() *cobra.Command {
	var (
		only, out string
		view      trace.View
	)
	cmd := &cobra.Command{
		Use:   "view FILE",
		Short: "Draw a trace as an SVG time line",
		Long: `Draw each run of a trace: a row for each worker, a box for each task, a colour for each label, and
one scale of time for all runs. Boxes narrower than a pixel are merged: the colour is then that of the
label with most time, and the height how busy the worker was. --from and --to show a part more closely.`,
		Example: `  heddle trace view run.json
  heddle trace view run.json -o part.svg --run '*taskiter*' --from 1ms --to 1.2ms`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if view.From < 0 || view.To < 0 || view.To > 0 && view.To <= view.From {
				return usage(cmd, lab.Refuse("--from %v --to %v: want 0 <= from < to", view.From, view.To))
			}
			if out != "" && out != "-" && !strings.EqualFold(path.Ext(out), ".svg") {
				return usage(cmd, lab.Refuse("%s: want a name that ends with .svg", out))
			}
			runs, err := readTrace(args[0], only)
			if err != nil {
				return usage(cmd, err)
			}
			if out == "-" {
				return trace.SVG(cmd.OutOrStdout(), runs, view)
			}
			if out == "" {
				out = strings.TrimSuffix(args[0], path.Ext(args[0])) + ".svg"
			}
			file, err := create(out, args[0])
			if err != nil {
				return usage(cmd, err)
			}
			if err := errors.Join(trace.SVG(file, runs, view), file.Close()); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "drawn in", out)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", "the drawing's `FILE` (default FILE with .svg); -: standard output")
	f.StringVar(&only, "run", "", "only runs whose name is, or matches, `NAME` (* for any text)")
	f.DurationVar(&view.From, "from", 0, "the `time` at which to begin, as 1ms")
	f.DurationVar(&view.To, "to", 0, "the `time` at which to end (default the end)")
	return cmd
}

// readTrace reads the runs of a file whose names match only, all if it is empty.
func readTrace(name, only string) ([]trace.Run, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	runs, err := trace.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if only == "" {
		return runs, nil
	}
	var names []string
	var chosen []trace.Run
	for _, r := range runs {
		names = append(names, r.Name)
		// Names have no slashes to be kept apart.
		ok, err := path.Match(only, strings.ReplaceAll(r.Name, "/", "-"))
		if err != nil {
			return nil, lab.Refuse("--run %q is no pattern: %v", only, err)
		}
		if ok || r.Name == only {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, &lab.UnknownNameError{Kind: "run", Name: only, Known: names}
	}
	return chosen, nil
}
