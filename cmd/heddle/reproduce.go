package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/claims"
	"heddle/lab/machine"
	"heddle/lab/peers"
	"heddle/lab/progress"
	"heddle/lab/report"
	"heddle/lab/reproduce"
	"heddle/lab/runfile"
)

func newReproduce() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reproduce",
		Short: "Run the experiments of the papers, by name",
		Long: `Run one of the experiments of the papers that heddle builds on, scaled to this machine: the defaults
end within ten minutes on two cores, --full takes the paper's own parameters, and every parameter can
be set. The report goes to standard output; records go to a run file as well, one JSON line each, as
soon as they are known. Ctrl-C ends a run and keeps what was measured; --resume continues it.`,
		Example: `  heddle reproduce list
  heddle reproduce cb-tiles-heddle
  heddle reproduce cb-tiles-heddle --sizes 2048 --tiles 8,16 --reps 5 --out run.jsonl
  heddle reproduce cb-tiles-heddle --resume run.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "Say what each experiment shows",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range reproduce.Experiments() {
				fmt.Fprintf(w, "%s\t%s (%s)\n", e.Name, e.Doc, e.Paper)
			}
			return w.Flush()
		},
	})
	for _, e := range reproduce.Experiments() {
		cmd.AddCommand(newExperiment(e))
	}
	return cmd
}

// newExperiment returns the command of one experiment, whose flags are its parameters.
func newExperiment(e reproduce.Experiment) *cobra.Command {
	v := &visit{experiment: e, given: e.Quick}
	cmd := &cobra.Command{
		Use:   e.Name,
		Short: e.Doc,
		Long:  e.Name + ": " + e.Doc + ".\nIn the paper: " + e.Paper + ".\n\nDefaults end within ten minutes on two cores; --full takes the paper's:\n" + fullParameters(e),
		Example: fmt.Sprintf(`  heddle reproduce %[1]s
  heddle reproduce %[1]s --reps 5 --out run.jsonl
  heddle reproduce %[1]s --resume run.jsonl`, e.Name),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd) },
	}
	bindParameters(cmd.Flags(), e, &v.given)
	f := cmd.Flags()
	f.BoolVar(&v.full, "full", false, "the paper's parameters instead; other flags change them")
	f.StringVar(&v.out, "out", "", "the run `FILE`, which must not exist (default NAME-DATE.jsonl); -: none")
	f.StringVar(&v.resume, "resume", "", "continue the run of `FILE`, with its parameters")
	f.StringVar(&v.format, "format", "table", "`how` to print records: "+strings.Join(report.Formats(), ", "))
	f.BoolVarP(&v.quiet, "quiet", "q", false, "no progress and no remarks")
	v.trace.flag(f)
	if e.Trace != "" {
		v.trace.name = e.Trace
		f.Lookup("trace").DefValue = e.Trace
	}
	return cmd
}

// visit is one call of an experiment.
type visit struct {
	experiment          reproduce.Experiment
	given               reproduce.Params // what flags say, over Quick
	full, quiet         bool
	out, resume, format string
	trace               traceFile
}

func (v *visit) run(cmd *cobra.Command) error {
	printed, err := report.New(v.format, cmd.OutOrStdout())
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	session := &lab.Session{Sink: printed, Progress: lab.Silent{}, Stamp: machine.Stamp}
	if !v.quiet {
		session.Progress = progress.New(cmd.ErrOrStderr())
	}
	if err := v.trace.attach(session, ""); err != nil {
		return err
	}
	params, file, err := v.open(cmd, session)
	if err != nil {
		return errors.Join(err, v.trace.close(session))
	}
	var kept lab.Collect
	session.Sink = lab.Tee(session.Sink, &kept)
	err = v.experiment.Run(cmd.Context(), session, params)
	err = errors.Join(err, printed.Flush(), v.trace.close(session))
	if v.format == "table" {
		err = errors.Join(err, conclude(cmd.OutOrStdout(), kept.Records))
	}
	if file != nil {
		err = errors.Join(err, file.Close())
		if !file.Empty() {
			session.Remark("records are in %s", file.Name())
		}
	}
	return usage(cmd, errors.Join(err, session.Err()))
}

// conclude prints what the records say about the paper's claims, if anything.
func conclude(w io.Writer, records []lab.Record) error {
	said := claims.Of(records)
	if len(said) == 0 {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return claims.Print(w, said)
}

// open finds the parameters and the run file, which is nil where none is wanted.
func (v *visit) open(cmd *cobra.Command, session *lab.Session) (reproduce.Params, *runfile.Writer, error) {
	if v.resume != "" {
		return v.continued(cmd, session)
	}
	params := v.experiment.Quick
	if v.full {
		params = v.experiment.Full
	}
	for _, q := range changed(cmd.Flags()) {
		q.Copy(&params, &v.given)
	}
	if v.out == "-" {
		return params, nil, nil
	}
	header, err := runfile.NewHeader(v.experiment.Name, commandLine(cmd), params)
	if err != nil {
		return params, nil, err
	}
	header.Pin, header.Seed = cmp.Or(params.Pin, lab.Pins()[0]), params.Seed
	addVersions(cmd.Context(), header, params.Runtimes)
	name := v.out
	if name == "" {
		name = v.experiment.Name + "-" + time.Now().Format("20060102-150405") + ".jsonl"
	}
	file, err := runfile.Create(name, header)
	if err != nil {
		return params, nil, err
	}
	session.Sink, session.Snapshot = lab.Tee(file, session.Sink), file.Snapshot
	return params, file, nil
}

// rivals looks for those that take part. Names that are not known are refused elsewhere.
func rivals(ctx context.Context, runtimes []string) []peers.Finding {
	names := slices.DeleteFunc(slices.Clone(runtimes), func(name string) bool { return name == "heddle" })
	if len(names) == 0 {
		return nil
	}
	found, err := peers.Find(ctx, names...)
	if err != nil {
		return nil
	}
	return found
}

// continued opens the run file of --resume, and refuses one that is of another run.
func (v *visit) continued(cmd *cobra.Command, session *lab.Session) (params reproduce.Params, file *runfile.Writer, err error) {
	refuse := func(format string, args ...any) error {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--resume %s: "+format, append([]any{v.resume}, args...)...)}
	}
	f, err := runfile.Read(v.resume)
	if err != nil {
		return params, nil, err
	}
	if v.out != "" {
		return params, nil, refuse("--out does not go with it: the file is continued")
	}
	if err := f.Of(v.experiment.Name, machine.Detect(), &params); err != nil {
		return params, nil, refuse("%w", err)
	}
	want := params
	if v.full {
		want = v.experiment.Full
	}
	for _, q := range reproduce.Parameters() {
		if cmd.Flags().Changed(q.Name) {
			q.Copy(&want, &v.given)
		}
		if !q.Same(&want, &params) {
			return params, nil, refuse("was measured with --%s %s, not %s", q.Name, show(q, &params), show(q, &want))
		}
	}
	if now := runfile.Commit(); now != f.Header.Versions["heddle"] {
		session.Remark("%s was begun with heddle %s, this is %s", v.resume, f.Header.Versions["heddle"], now)
	}
	file, err = runfile.Continue(f)
	if err != nil {
		return params, nil, err
	}
	session.Prior, session.Snapshot = f.Prior(), file.Snapshot
	session.Sink = lab.Tee(file, session.Sink)
	return params, file, nil
}
