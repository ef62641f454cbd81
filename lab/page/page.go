package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"heddle/lab"
	"heddle/lab/plot"
	"heddle/lab/report"
	"heddle/lab/runfile"
)

//go:embed page.html
var source string

//go:embed page.css
var css string

//go:embed page.js
var js string

var page = template.Must(template.New("page").Parse(source))

// A Run is a file, and tables of words that follow from it: claims, for instance.
type Run struct {
	File   *runfile.File
	Tables []Table
}

// A Table is a table of words in groups.
type Table struct {
	Title, Doc string
	Heads      []string
	Groups     []Group
}

// A Group is rows of a table that belong together.
type Group struct {
	Title string
	Rows  [][]string
}

// Write writes the page of runs to w.
func Write(w io.Writer, runs []Run) error {
	p := pageData{CSS: template.CSS(css), JS: template.JS(js)}
	var all []lab.Record
	for _, r := range runs {
		all = append(all, r.File.Records...)
	}
	styles := plot.NewStyles(all)
	for _, r := range runs {
		own := styles
		if few := plot.NewStyles(r.File.Records); !few.ByRuntime() {
			own = few // its variants get colours, whatever stands beside it
		}
		p.Runs = append(p.Runs, newRun(r, own))
	}
	p.Title = title(p.Runs)
	return page.Execute(w, p)
}

type pageData struct {
	Title string
	CSS   template.CSS
	JS    template.JS
	Runs  []run
}

// run is one file.
type run struct {
	Name, File, When string
	Remarks          []string // what makes the numbers doubtful
	Absent           []string // rivals that are not installed
	Tables           []Table
	Verdicts         []verdict
	Failures         []string
	Figures          []figure
	Sheets           []report.Sheet
	Facts            []fact
}

// verdict is who won one table.
type verdict struct{ Heading, Text, More string }

type fact struct{ Name, Value string }

// figure is a chart, drawn for wide and for narrow screens.
type figure struct {
	Title, Subtitle string
	Wide, Narrow    template.HTML
	Legend          []key
	Groups          []string // runtimes, where there are several: shown and hidden as one
}

// key is an entry of a legend.
type key struct {
	Name, Group string
	Swatch      template.HTML
}

func newRun(from Run, styles *plot.Styles) run {
	f := from.File
	r := run{Tables: from.Tables, Absent: report.Absent(f.Records), Name: filepath.Base(f.Name), File: filepath.Base(f.Name)}
	if h := f.Header; h != nil {
		r.Name, r.When = h.Experiment, strings.Replace(h.Date, "T", " ", 1)
		r.Facts = facts(h)
	} else if len(f.Records) > 0 {
		r.Facts = []fact{{"processor", f.Records[0].CPU}, {"Go", f.Records[0].GoVersion}}
	}
	if noise := lab.Noise(f.Records); noise != "" {
		r.Remarks = append(r.Remarks, noise)
	}
	if f.Truncated {
		r.Remarks = append(r.Remarks, "the file ends in the middle of a line, which is left out")
	}
	if n := partial(f.Records); n > 0 {
		how := ""
		if f.Header != nil && strings.Contains(f.Header.Command, " reproduce ") {
			how = " (heddle reproduce --resume continues it)"
		}
		r.Remarks = append(r.Remarks, fmt.Sprintf("the run was interrupted: %d of %d cases are not complete%s", n, len(f.Records), how))
	}
	r.Sheets = report.Sheets(f.Records)
	for _, s := range r.Sheets {
		if len(s.Verdict) > 0 && !superseded(s, r.Sheets) {
			v := verdict{Heading: s.Heading, Text: unbroken(s.Verdict[0].String())}
			if len(s.Verdict) > 1 {
				v.More = unbroken(s.Verdict[1].String())
			}
			r.Verdicts = append(r.Verdicts, v)
		}
		r.Failures = append(r.Failures, s.Failures...)
	}
	r.Figures = figures(f.Records, styles)
	return r
}

// superseded reports whether another sheet is the final round of what s led up to.
func superseded(s report.Sheet, all []report.Sheet) bool {
	first := s.Records[0]
	return first.Round == "" && !first.Noop && slices.ContainsFunc(all, func(o report.Sheet) bool {
		r := o.Records[0]
		return r.Round == "final" && r.Experiment == first.Experiment && r.N == first.N && r.Workers == first.Workers
	})
}

// unbroken keeps names such as for-naive in one line.
func unbroken(s string) string { return strings.ReplaceAll(s, "-", "\u2011") }

func partial(records []lab.Record) int {
	n := 0
	for _, r := range records {
		if r.Partial {
			n++
		}
	}
	return n
}

// figures draws times and, where the work is known, rates.
func figures(records []lab.Record, styles *plot.Styles) []figure {
	charts := plot.Charts(records, plot.Options{Styles: styles})
	if slices.ContainsFunc(records, func(r lab.Record) bool { return r.Routine == "potrf" && r.GFlops > 0 && r.Variant != "" }) {
		for _, c := range plot.Charts(records, plot.Options{Styles: styles, Y: "gflops"}) {
			if !slices.ContainsFunc(charts, func(d plot.Chart) bool { return d.Title == c.Title && d.Y.Label == c.Y.Label }) {
				charts = append(charts, c)
			}
		}
	}
	var out []figure
	for _, c := range charts {
		f := figure{Title: c.Title, Subtitle: c.Y.Label + "; " + c.Subtitle}
		for _, s := range c.Series {
			f.Legend = append(f.Legend, key{s.Name, s.Group, template.HTML(plot.Swatch(s))})
			if !slices.Contains(f.Groups, s.Group) {
				f.Groups = append(f.Groups, s.Group)
			}
		}
		if len(f.Groups) < 2 {
			f.Groups = nil
		}
		c.Title, c.Subtitle = "", ""
		f.Wide = template.HTML(c.Inline(plot.Size{Width: 900, Height: 440}))
		f.Narrow = template.HTML(c.Inline(plot.Size{Width: 370, Height: 330, Font: 12}))
		out = append(out, f)
	}
	return out
}

// facts lists what the header says.
func facts(h *runfile.Header) []fact {
	m := h.Machine
	out := []fact{
		{"processor", m.CPU},
		{"cores", fmt.Sprintf("%s, %s, %s, %s; GOMAXPROCS %d", count(m.Cores, "core"), count(m.Threads, "thread"), count(m.Packages, "package"), count(m.Nodes, "NUMA node"), m.GOMAXPROCS)},
		{"caches", fmt.Sprintf("L1d %s, L2 %s, L3 %s", size(m.L1D), size(m.L2), size(m.L3))},
		{"kernels", strings.Join(m.Kernels, ", ")},
		{"system", m.OSArch},
	}
	var names []string
	for name := range h.Versions {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out = append(out, fact{name, h.Versions[name]})
	}
	pin := h.Pin
	if pin == "" {
		pin = lab.Pins()[0]
	}
	return append(out, fact{"pinning", pin}, fact{"seed", fmt.Sprint(h.Seed)}, fact{"command", h.Command}, fact{"parameters", string(h.Parameters)})
}

// count prints a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// size prints a size in binary units.
func size(bytes int) string {
	switch {
	case bytes == 0:
		return "unknown"
	case bytes >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.4g KiB", float64(bytes)/(1<<10))
}

func title(runs []run) string {
	var names []string
	for _, r := range runs {
		if !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, ", ")
}
