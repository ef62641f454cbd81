package matrixmarket

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestWrites(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Symmetry: Symmetric, Rows: 2, Cols: 2, Entries: 2}, "made by hand\nin two lines")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Entry{{0, 0, 0.1}, {1, 0, -1e300}} {
		if err := w.Put(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := "%%MatrixMarket matrix coordinate real symmetric\n% made by hand\n% in two lines\n2 2 2\n1 1 0.1\n2 1 -1e+300\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestWriterRefuses(t *testing.T) {
	square := Header{Rows: 2, Cols: 2, Entries: 1}
	symmetric, skew, array, pattern, integer := square, square, square, square, square
	symmetric.Symmetry, skew.Symmetry, array.Format, pattern.Field, integer.Field = Symmetric, SkewSymmetric, Array, Pattern, Integer
	for _, c := range []struct {
		h    Header
		e    Entry
		want string
	}{
		{square, Entry{2, 0, 1}, "outside"},
		{square, Entry{0, -1, 1}, "outside"},
		{square, Entry{0, 0, math.NaN()}, "not finite"},
		{symmetric, Entry{0, 1, 1}, "above the diagonal"},
		{skew, Entry{1, 1, 1}, "on the diagonal"},
		{array, Entry{1, 0, 1}, "out of order"},
		{pattern, Entry{0, 0, 2}, "a pattern's entries"},
		{integer, Entry{0, 0, 0.5}, "no integer"},
	} {
		w, err := NewWriter(&bytes.Buffer{}, c.h, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Put(c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Put(%v): %v, want %s", c.e, err, c.want)
		}
		if err := w.Close(); err == nil {
			t.Errorf("Close with no entry of %d: no error", c.h.Entries)
		}
	}
	w, _ := NewWriter(&bytes.Buffer{}, square, "")
	if err := w.Put(Entry{0, 0, 1}); err != nil {
		t.Fatal(err)
	}
	if err := w.Put(Entry{0, 0, 1}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("second of 1 entries: %v", err)
	}
	for _, h := range []Header{
		{Rows: -1}, {Symmetry: Symmetric, Rows: 1, Cols: 2}, {Field: Pattern, Format: Array, Rows: 1, Cols: 1}, {Field: 9},
	} {
		if _, err := NewWriter(&bytes.Buffer{}, h, ""); err == nil {
			t.Errorf("NewWriter(%+v): no error", h)
		}
	}
}
