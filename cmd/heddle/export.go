package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab/report"
)

func newExport() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "export FILE...",
		Short: "Print the records of run files in another format",
		Long: `Print the records of run files as a table, CSV, JSON lines without a header, the format of Go's
benchmarks (for benchstat), or with Cholesky-Bench's own columns:
threads;problem_size;tile_size;n_tiles and one for each variant, one line a repetition.`,
		Example: `  heddle export run.jsonl
  heddle export run.jsonl --as cholesky-bench -o runtimes_heddle_cholesky_tile_20.txt
  heddle export run.jsonl --as gobench | benchstat -col /variant -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if _, err := report.New(format, nil); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			records, err := readRuns(args)
			if err != nil {
				return err
			}
			to := cmd.OutOrStdout()
			if out != "" && out != "-" {
				f, cannot := create(out, args...)
				if cannot != nil {
					return usage(cmd, cannot)
				}
				defer func() { err = errors.Join(err, f.Close()) }()
				to = f
			}
			sink, err := report.New(format, to)
			if err != nil {
				return err
			}
			for _, r := range records {
				if err := sink.Write(r); err != nil {
					return err
				}
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", plural(len(records), "record"))
			return sink.Flush()
		},
	}
	cmd.Flags().StringVar(&format, "as", "table", "`format`: "+strings.Join(report.Formats(), ", "))
	cmd.Flags().StringVarP(&out, "out", "o", "", "write `FILE` instead of standard output")
	return cmd
}
