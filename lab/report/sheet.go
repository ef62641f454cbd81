package report

import (
	"slices"
	"strings"

	"heddle/lab"
)

// Sheet is one table as data: records whose rows can be compared. What is the same in all rows
// stands in the heading, columns that apply to no row are left out.
type Sheet struct {
	Heading  string
	Heads    []string   // of the columns
	Left     []bool     // the column holds names, not numbers
	Cells    [][]string // one slice a row
	Best     int        // index of the fastest right row among several that compete; -1: none
	Verdict  []Sentence // who won, and by how much; none where nobody competes
	Notes    []Sentence // about cells
	Failures []string   // why rows failed
	Records  []lab.Record
}

// Absent says which rivals are not installed, and what brings them.
func Absent(records []lab.Record) []string {
	var out []string
	for _, r := range records {
		if who := r.Runtime + " " + oneLine(r.Error); r.Absent() && !slices.Contains(out, who) {
			out = append(out, who)
		}
	}
	return out
}

// Sheets returns the tables of records, as the format "table" prints them. Rivals that are not
// installed are in none.
func Sheets(records []lab.Record) []Sheet {
	var out []Sheet
	present := slices.DeleteFunc(slices.Clone(records), func(r lab.Record) bool { return r.Absent() })
	for _, sec := range sections(present) {
		if pivoted(sec.rows) {
			out = append(out, newPivot(sec.rows).sheet(sec.rows))
			continue
		}
		heading, shown := sec.columns()
		grid := sec.grid(shown)
		s := Sheet{Heading: heading, Heads: grid[0], Cells: grid[1:], Best: sec.best, Failures: sec.failures(), Records: sec.rows}
		for _, c := range shown {
			s.Left = append(s.Left, c.left)
		}
		if sec.best >= 0 {
			s.Verdict = sec.verdict()
		}
		out = append(out, s)
	}
	return out
}

// print writes heading, rows, notes, failures and the verdict.
func (s Sheet) print(b *strings.Builder) {
	b.WriteString(s.Heading + "\n\n")
	for i, line := range align(append([][]string{s.Heads}, s.Cells...), s.Left) {
		mark := "  "
		if i > 0 && i-1 == s.Best {
			mark = "* "
		}
		b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
	}
	for _, f := range s.Failures {
		b.WriteString("\n" + f + "\n")
	}
	for i, sentence := range append(s.Notes, s.Verdict...) {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(sentence.wrap() + "\n")
	}
}

// align pads the cells of each column to its widest: names to the right, numbers to the left.
func align(grid [][]string, left []bool) []string {
	lines := make([]string, len(grid))
	for j := range left {
		width := 0
		for _, row := range grid {
			width = max(width, len(row[j]))
		}
		for i, row := range grid {
			pad := strings.Repeat(" ", width-len(row[j]))
			if j > 0 {
				lines[i] += "  "
			}
			if left[j] {
				lines[i] += row[j] + pad
			} else {
				lines[i] += pad + row[j]
			}
		}
	}
	return lines
}
