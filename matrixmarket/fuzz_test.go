package matrixmarket

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// FuzzReader feeds arbitrary bytes to the reader: it must end with entries inside the matrix
// or with one clear line, and what it read must survive being written and read again.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2e3\n",
		"%%MatrixMarket matrix coordinate real symmetric\r\n2 2 2\r\n1 1 1\r\n1 2 5",
		"%%MatrixMarket matrix coordinate pattern general\n% c\n2 2 1\n1 2\n",
		"%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n",
		"%%MatrixMarket matrix array real symmetric\n2 2\n1D0\n2\n3\n",
		"%%MatrixMarket matrix array real general\n99999999 99999999\n1\n",
		"", "%%", "\x1f\x8b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := NewReader("fuzz.mtx", bytes.NewReader(file))
		if err != nil {
			oneLine(t, err)
			return
		}
		h := m.Header()
		var entries []Entry
		for e, err := range m.Entries() {
			if err != nil {
				oneLine(t, err)
				return
			}
			if e.Row < 0 || e.Row >= h.Rows || e.Col < 0 || e.Col >= h.Cols || math.IsNaN(e.Value) || math.IsInf(e.Value, 0) {
				t.Fatalf("entry %v of a %d x %d matrix", e, h.Rows, h.Cols)
			}
			entries = append(entries, e)
		}
		if len(entries) != h.Entries {
			t.Fatalf("%d entries, header says %d", len(entries), h.Entries)
		}
		if got := rewritten(t, h, entries); !slices.Equal(got, entries) {
			t.Fatalf("written and read again: %v, want %v", got, entries)
		}
	})
}

// oneLine checks that err is one line that names the file.
func oneLine(t *testing.T, err error) {
	t.Helper()
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Line < 1 || strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("error %q is not one clear line", err)
	}
}

func rewritten(t *testing.T, h Header, entries []Entry) []Entry {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, h, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		// A skew-symmetric file may store zeros on its diagonal; integers beyond 2^63 - 512
		// round to 2^63. The writer is stricter than the reader.
		if h.Symmetry == SkewSymmetric && e.Row == e.Col || h.Field == Integer && math.Abs(e.Value) >= 1<<63 {
			t.Skip()
		}
		if err := w.Put(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	m, err := NewReader("again.mtx", &b)
	if err != nil {
		t.Fatal(err)
	}
	var again []Entry
	for e, err := range m.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		again = append(again, e)
	}
	return again
}
