package runfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/lab"
	"heddle/lab/machine"
)

func record(variant string, partial bool, samples ...float64) lab.Record {
	return lab.Record{Experiment: "e", Runtime: "heddle", Variant: variant, OK: true, Partial: partial, Samples: samples}
}

// written makes a file of a run with the given records and returns its name.
func written(t *testing.T, records ...lab.Record) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.jsonl")
	h, err := NewHeader("e", "heddle e", struct{ Reps int }{3})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Create(name, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) *File {
	t.Helper()
	f, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func TestRecordsAreThereAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	w, err := Create(name, Header{Format: Format, Experiment: "e"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := w.Write(record(string(rune('a'+i)), false, 1)); err != nil {
			t.Fatal(err)
		}
		if f := read(t, name); len(f.Records) != i+1 {
			t.Errorf("%d records in the file after %d writes", len(f.Records), i+1)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestHeaderSaysWhere(t *testing.T) {
	h := read(t, written(t, record("a", false, 1))).Header
	if h == nil || h.Format != Format || h.Machine.CPU != machine.Detect().CPU || h.Machine.Threads < 1 || h.Versions["go"] == "" || h.Versions["heddle"] == "" || h.Date == "" || h.Command != "heddle e" {
		t.Errorf("header %+v", h)
	}
}

// A last line that was cut short anywhere is left out, and the file can be continued.
func TestTruncatedFilesAreContinued(t *testing.T) {
	whole, err := os.ReadFile(written(t, record("a", false, 1), record("b", false, 2)))
	if err != nil {
		t.Fatal(err)
	}
	lastLine := strings.LastIndex(strings.TrimSpace(string(whole)), "\n") + 1
	for cut := lastLine; cut < len(whole); cut++ {
		name := filepath.Join(t.TempDir(), "cut.jsonl")
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		f := read(t, name)
		complete := cut == len(whole)-1 // all but the newline
		if want := !complete && cut > lastLine; f.Truncated != want {
			t.Errorf("cut at %d of %d: truncated %t, want %t", cut, len(whole), f.Truncated, want)
		}
		w, err := Continue(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []string{"a", "b", "c"} {
			if err := w.Write(record(v, false, 2)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f = read(t, name)
		if len(f.Records) != 3 || f.Truncated || f.Records[0].Samples[0] != 1 || len(lines(t, name)) != 4 {
			t.Errorf("cut at %d: continued to %d records of %d lines, the first %+v", cut, len(f.Records), len(lines(t, name)), f.Records[0])
		}
	}
}

func TestLaterLinesReplaceEarlier(t *testing.T) {
	name := written(t, record("a", true, 1), record("b", true, 5), record("a", true, 1, 2), record("a", false, 1, 2, 3), record("a", false, 9))
	f := read(t, name)
	if len(f.Records) != 2 || len(f.Records[0].Samples) != 3 || f.Records[1].Variant != "b" {
		t.Errorf("records %+v", f.Records)
	}
	if n := len(lines(t, name)); n != 3 {
		t.Errorf("%d lines after Close, want a header and two records", n)
	}
	prior := f.Prior()
	if r, ok := prior(record("a", false).Key()); !ok || !r.Complete() {
		t.Errorf("a: %+v, %t", r, ok)
	}
	if _, ok := prior(record("z", false).Key()); ok {
		t.Error("z was never measured")
	}
}

func TestBadFiles(t *testing.T) {
	good := strings.Join(lines(t, written(t, record("a", false, 1))), "\n") + "\n"
	for _, c := range []struct{ content, want string }{
		{"hello\n", "run.jsonl:1: not a record"},
		{good + "{}\n", "run.jsonl:3: not a record of the laboratory: it names no experiment"},
		{good + "{\"experiment\": \"x\",\n" + good, "run.jsonl:3: not a record"},
		{good + good, "run.jsonl:3: a second header"},
		{`{"heddle_run": 99}` + "\n", "a run of format 99"},
	} {
		name := filepath.Join(t.TempDir(), "run.jsonl")
		if err := os.WriteFile(name, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.content, err, c.want)
		}
	}
	if _, err := Read("/no/such/file"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	name := written(t, record("a", false, 1))
	if _, err := Create(name, Header{}); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("error %v", err)
	}
	if empty := written(t); !errors.Is(func() error { _, err := os.Stat(empty); return err }(), fs.ErrNotExist) {
		t.Error("a run without records left a file")
	}
}

func TestOf(t *testing.T) {
	f := read(t, written(t, record("a", false, 1)))
	var p struct{ Reps int }
	here := machine.Detect()
	if err := f.Of("e", here, &p); err != nil || p.Reps != 3 {
		t.Errorf("%v, %+v", err, p)
	}
	elsewhere := here
	elsewhere.CPU = "another"
	for want, err := range map[string]error{
		"not of f":        f.Of("f", here, &p),
		"another machine": f.Of("e", elsewhere, &p),
		"no header":       (&File{}).Of("e", here, &p),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
