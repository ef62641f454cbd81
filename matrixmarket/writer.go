package matrixmarket

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Writer writes one matrix.
type Writer struct {
	w        *bufio.Writer
	header   Header
	written  int
	row, col int // where the next value of an array belongs
	line     []byte
}

// NewWriter writes header and comment (any number of lines, "" for none) to w and returns a
// writer of the entries. The Entries of an array follow from its sizes; those of a coordinate
// file must be known beforehand. The error says what is wrong with h.
func NewWriter(w io.Writer, h Header, comment string) (*Writer, error) {
	if int(h.Format) >= len(formats) || int(h.Field) >= len(fields) || int(h.Symmetry) >= len(symmetries) {
		return nil, fmt.Errorf("matrixmarket: header %d %d %d is not known", h.Format, h.Field, h.Symmetry)
	}
	if reason := h.contradiction(); reason != "" {
		return nil, fmt.Errorf("matrixmarket: %s", reason)
	}
	if reason := h.complete(); reason != "" {
		return nil, fmt.Errorf("matrixmarket: %s", reason)
	}
	m := &Writer{w: bufio.NewWriter(w), header: h}
	m.row, m.col = h.first()
	fmt.Fprintln(m.w, h.Banner())
	if comment != "" {
		for line := range strings.Lines(comment) {
			fmt.Fprintln(m.w, "% "+strings.TrimRight(line, "\r\n"))
		}
	}
	if h.Format == Array {
		fmt.Fprintln(m.w, h.Rows, h.Cols)
	} else {
		fmt.Fprintln(m.w, h.Rows, h.Cols, h.Entries)
	}
	return m, nil
}

// Put writes one entry: of an array the next in the order of columns, of a symmetric or
// skew-symmetric matrix one of the lower triangle. Values are written so that reading them
// gives the same bits. It returns an error for an entry that the header excludes, a value
// that is not finite or, in an integer file, no integer; write errors come from Close too.
func (m *Writer) Put(e Entry) error {
	if err := m.check(e); err != nil {
		return err
	}
	m.line = m.line[:0]
	if m.header.Format == Coordinate {
		m.line = strconv.AppendInt(m.line, int64(e.Row)+1, 10)
		m.line = append(m.line, ' ')
		m.line = strconv.AppendInt(m.line, int64(e.Col)+1, 10)
		if m.header.Field != Pattern {
			m.line = append(m.line, ' ')
		}
	}
	switch m.header.Field {
	case Real:
		m.line = strconv.AppendFloat(m.line, e.Value, 'g', -1, 64)
	case Integer:
		m.line = strconv.AppendInt(m.line, int64(e.Value), 10)
	}
	m.written++
	m.row, m.col = m.header.after(m.row, m.col)
	_, err := m.w.Write(append(m.line, '\n'))
	return err
}

func (m *Writer) check(e Entry) error {
	h := m.header
	fail := func(reason string) error {
		return fmt.Errorf("matrixmarket: entry (%d, %d) = %v: %s", e.Row, e.Col, e.Value, reason)
	}
	switch {
	case m.written >= h.Entries:
		return fail(fmt.Sprintf("more than the %d entries declared", h.Entries))
	case e.Row < 0 || e.Row >= h.Rows || e.Col < 0 || e.Col >= h.Cols:
		return fail(fmt.Sprintf("outside the %d x %d matrix", h.Rows, h.Cols))
	case h.Symmetry != General && e.Row < e.Col:
		return fail(fmt.Sprintf("above the diagonal of a %v matrix", h.Symmetry))
	case h.Symmetry == SkewSymmetric && e.Row == e.Col:
		return fail("on the diagonal of a skew-symmetric matrix")
	case h.Format == Array && (e.Row != m.row || e.Col != m.col):
		return fail(fmt.Sprintf("out of order: (%d, %d) comes next in an array", m.row, m.col))
	case math.IsNaN(e.Value) || math.IsInf(e.Value, 0):
		return fail("not finite")
	case h.Field == Pattern && e.Value != 1:
		return fail("a pattern's entries are 1")
	case h.Field == Integer && (e.Value != math.Trunc(e.Value) || math.Abs(e.Value) >= 1<<63):
		return fail("no integer of 64 bits")
	}
	return nil
}

// Close writes what is buffered. It returns an error where entries are missing.
func (m *Writer) Close() error {
	if err := m.w.Flush(); err != nil {
		return err
	}
	if m.written < m.header.Entries {
		return fmt.Errorf("matrixmarket: %d entries declared, %d written", m.header.Entries, m.written)
	}
	return nil
}
