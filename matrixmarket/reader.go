package matrixmarket

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
)

// Entry is one entry of a matrix. Rows and columns count from 0.
type Entry struct {
	Row, Col int
	Value    float64
}

// maxLine bounds the length of a line: the format's own limit is 1024 characters, and longer
// comments are found.
const maxLine = 1 << 20

// Reader reads one matrix.
type Reader struct {
	name   string
	lines  *bufio.Scanner
	line   int // number of the line read last
	header Header
	read   int // entries read

	row, col int // position of an array's next value

	// The triangle that a symmetric file stores: +1 below the diagonal, -1 above, 0 not yet
	// known, and the line that decided it.
	side, sideLine int
}

// NewReader reads the header of a file and returns a reader of its entries. name is the
// file's name, for errors.
func NewReader(name string, r io.Reader) (*Reader, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	m := &Reader{name: name, lines: lines}
	if !m.scan() {
		return nil, m.ended("the file is empty: a Matrix Market file begins with " + banner)
	}
	first := lines.Text()
	if strings.HasPrefix(first, "\x1f\x8b") {
		return nil, m.fail("the file is compressed: unpack it with gunzip first")
	}
	var reason string
	if m.header, reason = parseBanner(first); reason != "" {
		return nil, m.fail(reason)
	}
	line, ok := m.content()
	if !ok {
		return nil, m.ended("the file ends before the line of sizes: it is cut short")
	}
	if reason := m.header.parseSize(line); reason != "" {
		return nil, m.fail(reason)
	}
	m.row, m.col = m.header.first()
	return m, nil
}

// Header returns what the file says before its first entry.
func (m *Reader) Header() Header { return m.header }

// Line returns the number of the line read last, from 1.
func (m *Reader) Line() int { return m.line }

// Entries returns the entries that the file stores, in its order, once. Of symmetric and
// skew-symmetric matrices only the stored triangle comes, always as the lower one
// (Row >= Col): the caller mirrors it. A zero entry with an error ends the sequence where the
// file is wrong, the number of its entries included.
func (m *Reader) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for m.read < m.header.Entries {
			line, ok := m.content()
			if !ok {
				yield(Entry{}, m.ended(fmt.Sprintf("%d entries declared, %d found: the file is cut short", m.header.Entries, m.read)))
				return
			}
			var e Entry
			var err error
			if m.header.Format == Array {
				e, err = m.value(line)
				m.row, m.col = m.header.after(m.row, m.col)
			} else {
				e, err = m.coordinate(line)
			}
			if err != nil {
				yield(Entry{}, err)
				return
			}
			m.read++
			if !yield(e, nil) {
				return
			}
		}
		if _, more := m.content(); more {
			yield(Entry{}, m.fail(fmt.Sprintf("more than the %d entries declared: correct the line of sizes or remove the rest", m.header.Entries)))
		} else if err := m.lines.Err(); err != nil {
			yield(Entry{}, m.ended(""))
		}
	}
}

// value reads a line of an array.
func (m *Reader) value(line string) (Entry, error) {
	if strings.ContainsAny(line, " \t") {
		return Entry{}, m.fail(fmt.Sprintf("%q: an array has one value on each line", shorten(line)))
	}
	v, err := m.number(line)
	return Entry{m.row, m.col, v}, err
}

// coordinate reads a line of a coordinate file.
func (m *Reader) coordinate(line string) (Entry, error) {
	first, rest := cut(line)
	second, rest := cut(rest)
	third, rest := cut(rest)
	pattern := m.header.Field == Pattern
	switch {
	case rest != "" || pattern && third != "":
		return Entry{}, m.fail(fmt.Sprintf("%q has too many words: want %s", shorten(line), m.wanted()))
	case second == "" || !pattern && third == "":
		return Entry{}, m.fail(fmt.Sprintf("%q has too few words: want %s", shorten(line), m.wanted()))
	}
	row, err := m.index(first, m.header.Rows, "row")
	if err != nil {
		return Entry{}, err
	}
	col, err := m.index(second, m.header.Cols, "column")
	if err != nil {
		return Entry{}, err
	}
	value := 1.0
	if !pattern {
		if value, err = m.number(third); err != nil {
			return Entry{}, err
		}
	}
	return m.fold(Entry{row, col, value})
}

// fold moves an entry of a symmetric or skew-symmetric matrix to the lower triangle.
func (m *Reader) fold(e Entry) (Entry, error) {
	if m.header.Symmetry == General {
		return e, nil
	}
	if e.Row == e.Col {
		if m.header.Symmetry == SkewSymmetric && e.Value != 0 {
			return Entry{}, m.fail("a skew-symmetric matrix has zeros on its diagonal: remove the entry or say general")
		}
		return e, nil
	}
	side := 1
	if e.Row < e.Col {
		side = -1
	}
	if m.side == 0 {
		m.side, m.sideLine = side, m.line
	}
	if side != m.side {
		return Entry{}, m.fail(fmt.Sprintf("entry (%d, %d) and line %d are on both sides of the diagonal: a %v file stores one triangle; remove the other or say general",
			e.Row+1, e.Col+1, m.sideLine, m.header.Symmetry))
	}
	if side < 0 {
		e.Row, e.Col = e.Col, e.Row
		if m.header.Symmetry == SkewSymmetric {
			e.Value = -e.Value
		}
	}
	return e, nil
}

func (m *Reader) wanted() string {
	if m.header.Field == Pattern {
		return "row and column"
	}
	return "row, column and value"
}

// index reads a row or column number, which counts from 1 to limit.
func (m *Reader) index(word string, limit int, what string) (int, error) {
	x, err := strconv.Atoi(word)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, m.fail(fmt.Sprintf("%q is no %s number", shorten(word), what))
	}
	if err != nil || x < 1 || x > limit {
		return 0, m.fail(fmt.Sprintf("%s %s is outside the matrix: want 1 to %d", what, shorten(word), limit))
	}
	return x - 1, nil
}

// number reads a value.
func (m *Reader) number(word string) (float64, error) {
	if m.header.Field == Integer {
		x, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return 0, m.fail(fmt.Sprintf("%q is no integer of 64 bits: correct it or say real", shorten(word)))
		}
		return float64(x), nil
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil && strings.ContainsAny(word, "dD") { // Fortran's exponent
		x, err = strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e").Replace(word), 64)
	}
	if strings.Contains(word, "_") { // Go's own, between digits
		err = strconv.ErrSyntax
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, m.fail(fmt.Sprintf("%s is too large for a float64", shorten(word)))
	case err != nil:
		return 0, m.fail(fmt.Sprintf("%q is no number", shorten(word)))
	case math.IsNaN(x) || math.IsInf(x, 0):
		return 0, m.fail(fmt.Sprintf("value %s is not finite: nothing can be computed with it", shorten(word)))
	}
	return x, nil
}

// content returns the next line that is neither blank nor a comment, without the space
// around it; false at the end of the file.
func (m *Reader) content() (string, bool) {
	for m.scan() {
		line := strings.TrimSpace(m.lines.Text())
		if line != "" && line[0] != '%' {
			return line, true
		}
	}
	return "", false
}

func (m *Reader) scan() bool {
	if !m.lines.Scan() {
		return false
	}
	m.line++
	return true
}

// fail blames the line read last.
func (m *Reader) fail(reason string) error {
	return &SyntaxError{File: m.name, Line: max(1, m.line), Reason: reason}
}

// ended blames the end of the file, or what kept it from being read further.
func (m *Reader) ended(reason string) error {
	switch err := m.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		m.line++
		return m.fail(fmt.Sprintf("the line is longer than %d bytes: this is no Matrix Market file", maxLine))
	case err != nil:
		return fmt.Errorf("%s: reading after line %d: %w", m.name, m.line, err)
	}
	return m.fail(reason)
}

// cut splits off the first word of s.
func cut(s string) (word, rest string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

// shorten keeps a message to one line whatever the file holds.
func shorten(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
