package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

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
			var files []*runfile.File
			for _, name := range args {
				f, err := runfile.Read(name)
				if err != nil {
					return err
				}
				if len(f.Records) == 0 {
					return fmt.Errorf("%s: no records", name)
				}
				files = append(files, f)
			}
			to, err := os.Create(out)
			if err != nil {
				return err
			}
			if err := errors.Join(page.Write(to, files, claimTables(files)), to.Close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s in %s\n", plural(len(files), "run"), out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "report.html", "write `FILE`")
	return cmd
}

// claimTables returns what files say about the paper's claims, each file for itself: ratios of
// two runs are none. Of a claim that several files speak of the first counts.
func claimTables(files []*runfile.File) []page.Table {
	var all []claims.Claim
	for _, f := range files {
		for _, c := range claims.Of(f.Records) {
			if !slices.ContainsFunc(all, func(d claims.Claim) bool { return d.Sentence == c.Sentence && d.Compared == c.Compared }) {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []page.Table{{
		Title: "What the paper says, and what this machine gives",
		Doc: "Strack, Van Craen and Pflüger, From Fork-Join to Asynchronous Tasks (arXiv 2606.11937), on 128 cores. " +
			"Ratios are of times, with 95 % intervals: a claim holds where the interval excludes 1.",
		Heads: claims.Heads, Rows: claims.Rows(all),
	}}
}
