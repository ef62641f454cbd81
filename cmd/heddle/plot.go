package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"heddle/lab"
	"heddle/lab/plot"
	"heddle/lab/runfile"
)

func newPlot() *cobra.Command {
	var (
		out     string
		options plot.Options
		size    = plot.Size{Width: 960, Height: 560, Legend: true}
	)
	cmd := &cobra.Command{
		Use:   "plot FILE...",
		Short: "Draw run files as SVG or PNG",
		Long: `Draw the records of run files (of heddle reproduce, or of heddle bench --out FILE.jsonl): times on
logarithmic axes, as in the papers, or GFLOP/s a core from zero to the machine's peak. Points are
medians, bars reach from minimum to maximum; what has no tiles is a line across, and the cost of the
tasks alone is dashed. Several charts stand one below the other.`,
		Example: `  heddle plot run.jsonl                        writes run.svg
  heddle plot run.jsonl -o run.png --y gflops
  heddle plot monday.jsonl tuesday.jsonl -o both.svg --x n`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, c := range []struct {
				kind  string
				known []string
				asked string
			}{{"quantity", plot.Quantities, options.Y}, {"variable", plot.Variables, options.X}} {
				if c.asked == "" {
					continue
				}
				if _, err := lab.Choose(c.kind, c.known, []string{c.asked}); err != nil {
					return &usageError{cmd.CommandPath(), err}
				}
			}
			if size.Width < 200 || size.Height < 150 || size.Width > 10000 || size.Height > 10000 {
				return &usageError{cmd.CommandPath(), fmt.Errorf("%d x %d pixels: want 200 x 150 to 10000 x 10000", size.Width, size.Height)}
			}
			if out == "" {
				out = strings.TrimSuffix(args[0], filepath.Ext(args[0])) + ".svg"
			}
			if !slices.Contains([]string{".svg", ".png"}, strings.ToLower(filepath.Ext(out))) {
				return usage(cmd, lab.Refuse("%s: want a name that ends with .svg or .png", out))
			}
			records, err := readRuns(args)
			if err != nil {
				return err
			}
			charts := plot.Charts(records, options)
			if len(charts) == 0 {
				return fmt.Errorf("%s: no records that can be drawn: %d in all", strings.Join(args, ", "), len(records))
			}
			if err := draw(out, charts, size, args); err != nil {
				return usage(cmd, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s in %s\n", plural(len(charts), "chart"), out)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "out", "o", "", "write `FILE`, .svg or .png (default the first run file's name with .svg)")
	f.StringVar(&options.Y, "y", "", "`what` is drawn: time (default), or gflops a core")
	f.StringVar(&options.X, "x", "", "against `what`: tiles, or n (default whichever was varied more)")
	f.IntVar(&size.Width, "width", size.Width, "of a chart in `pixels`")
	f.IntVar(&size.Height, "height", size.Height, "of a chart in `pixels`")
	return cmd
}

// plural prints a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// readRuns reads run files into one list of records. Where two hold the same case, the variants
// of each have its file's name added, so that the runs can be compared.
func readRuns(names []string) ([]lab.Record, error) {
	var all []lab.Record
	seen, twice := map[string]bool{}, false
	var of []string // file of each record
	for _, name := range names {
		f, err := runfile.Read(name)
		if err != nil {
			return nil, err
		}
		for _, r := range f.Records {
			twice = twice || seen[r.Key()]
			seen[r.Key()] = true
			all, of = append(all, r), append(of, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
		}
	}
	for i := range all {
		if twice && all[i].Variant != "" {
			all[i].Variant += ", " + of[i]
		}
	}
	return all, nil
}

// draw writes charts to a file, as PNG where its name ends with .png and as SVG otherwise, which is none of inputs.
func draw(name string, charts []plot.Chart, size plot.Size, inputs []string) (err error) {
	f, err := create(name, inputs...)
	if err != nil {
		return err
	}
	if strings.EqualFold(filepath.Ext(name), ".png") {
		err = plot.PNG(f, charts, size, 2)
	} else {
		err = plot.SVG(f, charts, size)
	}
	return errors.Join(err, f.Close())
}
