package matrixmarket

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// read returns the entries of a file in a form that tests can compare.
func read(file string) (string, error) {
	m, err := NewReader("test.mtx", strings.NewReader(file))
	if err != nil {
		return "", err
	}
	var words []string
	for e, err := range m.Entries() {
		if err != nil {
			return "", err
		}
		words = append(words, fmt.Sprintf("%d,%d=%v", e.Row, e.Col, e.Value))
	}
	h := m.Header()
	return fmt.Sprintf("%v %v %v %dx%d: %s", h.Format, h.Field, h.Symmetry, h.Rows, h.Cols, strings.Join(words, " ")), nil
}

func TestReads(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"coordinate", "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2e3\n",
			"coordinate real general 2x3: 0,0=1.5 1,2=-2000"},
		{"comments and blank lines anywhere", "%%MatrixMarket matrix coordinate real general\n% a\n\n%b\n2 2 2\n\n1 1 1\n% c\n2 2 2\n\n% d\n",
			"coordinate real general 2x2: 0,0=1 1,1=2"},
		{"upper case, tabs, spaces", "%%MATRIXMARKET  MATRIX\tCOORDINATE Real GENERAL  \n  2\t2 1  \n\t2 1\t 7 \n",
			"coordinate real general 2x2: 1,0=7"},
		{"CRLF, no final newline", "%%MatrixMarket matrix coordinate real general\r\n1 1 1\r\n1 1 4",
			"coordinate real general 1x1: 0,0=4"},
		{"byte order mark", "\ufeff%%MatrixMarket matrix array real general\n1 1\n4\n",
			"array real general 1x1: 0,0=4"},
		{"symmetric", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 5\n",
			"coordinate real symmetric 2x2: 0,0=1 1,0=5"},
		{"symmetric, stored above the diagonal", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n1 2 5\n",
			"coordinate real symmetric 2x2: 0,0=1 1,0=5"},
		{"skew-symmetric, stored above the diagonal", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 2 5\n",
			"coordinate real skew-symmetric 2x2: 1,0=-5"},
		{"integer", "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -3\n1 2 +4\n",
			"coordinate integer general 1x2: 0,0=-3 0,1=4"},
		{"pattern", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n",
			"coordinate pattern symmetric 2x2: 0,0=1 1,0=1"},
		{"Fortran's exponents", "%%MatrixMarket matrix array real general\n2 1\n1.5D+03\n-2d-1\n",
			"array real general 2x1: 0,0=1500 1,0=-0.2"},
		{"array by columns", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
			"array real general 2x2: 0,0=1 1,0=2 0,1=3 1,1=4"},
		{"symmetric array", "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n",
			"array real symmetric 3x3: 0,0=1 1,0=2 2,0=3 1,1=4 2,1=5 2,2=6"},
		{"skew-symmetric array", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n",
			"array real skew-symmetric 3x3: 1,0=1 2,0=2 2,1=3"},
		{"position named twice", "%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 1\n1 1 2\n",
			"coordinate real general 1x1: 0,0=1 0,0=2"},
		{"nothing", "%%MatrixMarket matrix coordinate real general\n0 0 0\n", "coordinate real general 0x0: "},
		{"no columns", "%%MatrixMarket matrix array real general\n5 0\n", "array real general 5x0: "},
		{"underflow is zero", "%%MatrixMarket matrix array real general\n1 1\n1e-400\n", "array real general 1x1: 0,0=0"},
	} {
		got, err := read(c.file)
		if err != nil || got != c.want {
			t.Errorf("%s:\n got %s, %v\nwant %s", c.name, got, err, c.want)
		}
	}
}

func TestRefuses(t *testing.T) {
	const general, symmetric = "%%MatrixMarket matrix coordinate real general\n", "%%MatrixMarket matrix coordinate real symmetric\n"
	for _, c := range []struct {
		file string
		line int
		want string // part of the reason
	}{
		{"", 1, "empty"},
		{"\x1f\x8b\x08", 1, "gunzip"},
		{"2 2\n1\n", 1, "must begin with"},
		{"\n" + general, 1, "must begin with"},
		{"%%MatrixMarket matrix coordinate real\n", 1, "4 words"},
		{"%%MatrixMarket junk coordinate real general\n", 1, `object "junk"`},
		{"%%MatrixMarket matrix junk real general\n", 1, `format "junk" is not known: want coordinate or array`},
		{"%%MatrixMarket matrix coordinate junk general\n", 1, `field "junk"`},
		{"%%MatrixMarket matrix coordinate real junk\n", 1, `symmetry "junk"`},
		{"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", 1, "complex"},
		{"%%MatrixMarket matrix array complex hermitian\n", 1, "complex"},
		{"%%MatrixMarket matrix array pattern general\n", 1, "an array holds values"},
		{"%%MatrixMarket matrix coordinate pattern skew-symmetric\n", 1, "no signs"},
		{general, 1, "before the line of sizes"},
		{general + "2 2\n", 2, "has 2 words, want 3"},
		{"%%MatrixMarket matrix array real general\n2 2 4\n", 2, "has 3 words, want 2"},
		{general + "2 x 1\n", 2, `"x" is no number of columns`},
		{general + "2 2 99999999999999999999\n", 2, "more than any machine"},
		{general + "-1 2 1\n", 2, "negative"},
		{general + "0 5 1\n", 2, "stores none"},
		{symmetric + "2 3 1\n", 2, "must be square"},
		{"%%MatrixMarket matrix array real general\n9000000000000000000 9000000000000000000\n", 2, "more than this machine can count"},
		{general + fmt.Sprintln(math.MaxInt, math.MaxInt, math.MaxInt) + "1 1 1\n", 3, "cut short"},
		{general + "2 2 2\n1 1 1\n% end\n", 4, "2 entries declared, 1 found: the file is cut short"},
		{general + "2 2 1\n1 1 1\n\n2 2 1\n", 5, "more than the 1 entries"},
		{general + "2 2 1\n1 1\n", 3, "too few words: want row, column and value"},
		{general + "2 2 1\n1 1 1 1\n", 3, "too many words"},
		{"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n", 3, "too many words: want row and column"},
		{general + "2 2 1\n3 1 1\n", 3, "row 3 is outside the matrix: want 1 to 2"},
		{general + "2 2 1\n1 0 1\n", 3, "column 0 is outside"},
		{general + "2 2 1\n1 99999999999999999999 1\n", 3, "outside"},
		{general + "2 2 1\n1.5 1 1\n", 3, "no row number"},
		{general + "2 2 1\n1 1 one\n", 3, `"one" is no number`},
		{general + "2 2 1\n1 1 1_0\n", 3, `"1_0" is no number`},
		{general + "2 2 1\n1 1 nan\n", 3, "not finite"},
		{general + "2 2 1\n1 1 -Inf\n", 3, "not finite"},
		{general + "2 2 1\n1 1 1e999\n", 3, "too large"},
		{"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", 3, "no integer"},
		{"%%MatrixMarket matrix array real general\n2 1\n1 2\n", 3, "one value on each line"},
		{symmetric + "2 2 2\n2 1 1\n1 2 1\n", 4, "both sides of the diagonal"},
		{"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n", 3, "zeros on its diagonal"},
		{general + "1 1 1\n% " + strings.Repeat("x", maxLine) + "\n1 1 1\n", 3, "longer than"},
	} {
		_, err := read(c.file)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.60q: error %v, want a SyntaxError", c.file, err)
			continue
		}
		if syntax.File != "test.mtx" || syntax.Line != c.line || !strings.Contains(syntax.Reason, c.want) {
			t.Errorf("%.60q:\n got %v\nwant line %d, %s", c.file, err, c.line, c.want)
		}
		if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 300 {
			t.Errorf("%.60q: the message is not one clear line: %q", c.file, err)
		}
	}
}

// failing is a file on a medium that breaks.
type failing struct{ r *strings.Reader }

func (f failing) Read(p []byte) (int, error) {
	if f.r.Len() == 0 {
		return 0, errors.New("medium broken")
	}
	return f.r.Read(p)
}

func TestReportsReadErrors(t *testing.T) {
	file := "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n"
	for _, cut := range []int{0, len("%%MatrixMarket matrix coordinate real general\n"), len(file)} {
		m, err := NewReader("x.mtx", failing{strings.NewReader(file[:cut])})
		if err == nil {
			for _, err = range m.Entries() {
			}
		}
		if err == nil || !strings.Contains(err.Error(), "medium broken") {
			t.Errorf("after %d bytes: %v, want the medium's error", cut, err)
		}
	}
}

func TestEntriesResume(t *testing.T) {
	m, err := NewReader("x.mtx", strings.NewReader("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []Entry
	for range 4 {
		for e, err := range m.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
			break
		}
	}
	if fmt.Sprint(got) != "[{0 0 1} {1 0 2} {0 1 3} {1 1 4}]" {
		t.Errorf("entries taken one at a time: %v", got)
	}
}
