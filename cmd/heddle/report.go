package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

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
			if err := errors.Join(page.Write(to, files, nil), to.Close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s in %s\n", plural(len(files), "run"), out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "report.html", "write `FILE`")
	return cmd
}
