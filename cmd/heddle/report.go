package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"heddle/lab/claims"
	"heddle/lab/page"
	"heddle/lab/runfile"
)

func newReport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Make one HTML page of run files",
		Long: `Make one page of run files (of heddle reproduce, or of heddle bench --out FILE.jsonl): who won, in
sentences; plots, whose series a click on the legend hides; tables that can be sorted; the machine.
The page needs no network and no other file.`,
		Example: `  heddle report run.jsonl                      writes report.html
  heddle report tiles.jsonl overhead.jsonl -o page.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var runs []page.Run
			for _, name := range args {
				f, err := runfile.Read(name)
				if err != nil {
					return err
				}
				if len(f.Records) == 0 {
					return fmt.Errorf("%s: no records", name)
				}
				runs = append(runs, page.Run{File: f, Tables: claimTables(f)})
			}
			if out == "-" {
				return page.Write(cmd.OutOrStdout(), runs)
			}
			to, err := create(out, args...)
			if err != nil {
				return usage(cmd, err)
			}
			if err := errors.Join(page.Write(to, runs), to.Close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s in %s\n", plural(len(runs), "run"), out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "report.html", "write `FILE`; -: standard output")
	return cmd
}

// claimTables returns what a run says about the paper's claims.
func claimTables(f *runfile.File) []page.Table {
	var groups []page.Group
	for _, g := range claims.Groups(claims.Of(f.Records)) {
		group := page.Group{Title: g.Sentence}
		for _, c := range g.Claims {
			group.Rows = append(group.Rows, []string{c.Compared, c.Found(), c.Paper, c.Holds})
		}
		groups = append(groups, group)
	}
	if len(groups) == 0 {
		return nil
	}
	return []page.Table{{
		Title: "What the paper says, and what this machine gives",
		Doc: "Strack, Van Craen and Pflüger, From Fork-Join to Asynchronous Tasks (arXiv 2606.11937), on 128 cores. " +
			"Ratios are of times, with 95 % intervals: a claim holds where the interval excludes 1.",
		Heads:  []string{"compared", "here", "there, on 128 cores", "holds"},
		Groups: groups,
	}}
}
