package report

import (
	"fmt"
	"slices"
	"strings"

	"heddle/lab"
)

// pivot is the table of one quantity over example programs: a row for each variant of each
// runtime, a column for each program, and the mean over the programs last.
type pivot struct {
	apps, labels []string
	cells        map[[2]string]string // by label and app
	notes        []string             // distinct, in the order met
	noted        map[string][]string  // where each applies
}

// pivoted reports whether rows are of a quantity over programs.
func pivoted(rows []lab.Record) bool {
	return slices.ContainsFunc(rows, func(r lab.Record) bool { return r.Quantity != "" && r.App != "" })
}

func newPivot(rows []lab.Record) *pivot {
	p := &pivot{cells: map[[2]string]string{}, noted: map[string][]string{}}
	workers := slices.ContainsFunc(rows, func(r lab.Record) bool { return r.Workers != rows[0].Workers })
	mean := false
	for _, r := range rows {
		label, app := pivotLabel(r, workers), r.App
		if !slices.Contains(p.labels, label) {
			p.labels = append(p.labels, label)
		}
		if app == "" {
			app, mean = "mean", true
		} else if !slices.Contains(p.apps, app) {
			p.apps = append(p.apps, app)
		}
		p.cells[[2]string{label, app}] = quantity(r.Value)
		if r.Note != "" {
			if p.noted[r.Note] == nil {
				p.notes = append(p.notes, r.Note)
			}
			p.noted[r.Note] = append(p.noted[r.Note], strings.TrimSpace(label+" "+app))
		}
	}
	if mean {
		p.apps = append(p.apps, "mean")
	}
	return p
}

// pivotLabel names the row of r.
func pivotLabel(r lab.Record, workers bool) string {
	label := r.Variant
	if r.Runtime != "heddle" && r.Runtime != "" {
		label = r.Runtime + " " + r.Variant
	}
	if workers {
		label += fmt.Sprintf(" (%d)", r.Workers)
	}
	return label
}

// sheet returns the grid, and what is noted about its cells.
func (p *pivot) sheet(rows []lab.Record) Sheet {
	r := rows[0]
	s := Sheet{Heading: r.Experiment + ", " + r.Quantity, Best: -1, Records: rows,
		Heads: append([]string{""}, p.apps...), Left: make([]bool, len(p.apps)+1)}
	s.Left[0] = true
	if r.Unit != "" {
		s.Heading += " in " + r.Unit
	}
	if r.Workers > 0 {
		s.Heading += ", " + workersFact(&r)
	}
	for _, label := range p.labels {
		line := []string{label}
		for _, app := range p.apps {
			line = append(line, p.cells[[2]string{label, app}])
		}
		s.Cells = append(s.Cells, line)
	}
	for _, note := range p.notes {
		s.Notes = append(s.Notes, Sentence{note + ":", p.where(note)})
	}
	return s
}

// where lists the cells that note is about, in short if it is about all means.
func (p *pivot) where(note string) []string {
	var means []string
	for _, label := range p.labels {
		if _, ok := p.cells[[2]string{label, "mean"}]; ok {
			means = append(means, label+" mean")
		}
	}
	if len(means) > 0 && slices.Equal(p.noted[note], means) {
		return []string{"mean"}
	}
	return p.noted[note]
}
