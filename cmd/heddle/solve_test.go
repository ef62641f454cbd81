package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// file writes a file of a test and returns its name.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const spd = "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 2\n2 2 5\n" // det 16

func TestSolve(t *testing.T) {
	a := file(t, "a.mtx", spd)
	code, stdout, stderr := heddle("solve", a)
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	for _, want := range []string{"n         2\n", "log det   2.77258872223978\n", "residual  ", "time      "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

func TestSolveWritesX(t *testing.T) {
	a := file(t, "a.mtx", spd)
	b := file(t, "b.mtx", "%%MatrixMarket matrix array real general\n2 2\n8\n7\n-4\n6\n") // of x = (1.5, .8), ...
	x := filepath.Join(filepath.Dir(a), "x.mtx")
	code, _, stderr := heddle("solve", a, b, "-o", x)
	if code != 0 {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	data, err := os.ReadFile(x)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if lines[0] != "%%MatrixMarket matrix array real general" || !strings.Contains(string(data), "\n2 2\n") || len(lines) < 7 {
		t.Errorf("x.mtx:\n%s", data)
	}
	code, stdout, stderr := heddle("solve", a, b, "-o", "-")
	if code != 0 || stdout != string(data) || !strings.Contains(stderr, "log det") {
		t.Errorf("-o -: exit %d, stdout\n%s\nstderr %s", code, stdout, stderr)
	}
	if _, _, stderr = heddle("solve", a, "-o", "/no/such/folder/x.mtx"); !strings.Contains(stderr, "open /no/such/folder/x.mtx: ") {
		t.Errorf("no folder: %s", stderr)
	}
	code, stdout, _ = heddle("solve", a, x, "--format", "json")
	if all := records(t, stdout); code != 0 || len(all) != 1 || all[0]["columns"] != 2.0 || all[0]["n"] != 2.0 || all[0]["ok"] != true {
		t.Errorf("x as a right-hand side: exit %d, %s", code, stdout)
	}
}

// full is standard output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestSolveSaysWhatCannotBePrinted(t *testing.T) {
	var stderr bytes.Buffer
	a := file(t, "a.mtx", spd)
	for _, args := range [][]string{{"solve", a}, {"solve", a, "--format", "json"}, {"solve", a, "-o", "-"}} {
		stderr.Reset()
		if code := run(context.Background(), args, full{}, &stderr); code != exitFailed || !strings.HasSuffix(stderr.String(), "no space left\n") {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
}

// Whatever is wrong with the files is one clear line that names the file, and exit code 1.
func TestSolveRefuses(t *testing.T) {
	good := file(t, "good.mtx", spd)
	for _, c := range []struct{ name, content, want string }{
		{"nonsense.mtx", "hello\n", "nonsense.mtx:1: the first line"},
		{"notsym.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 1\n2 2 1\n3 3 1\n3 1 7\n", "not symmetric: a(3,1) = 7, but a(1,3) = 0"},
		{"notspd.mtx", "%%MatrixMarket matrix array real symmetric\n3 3\n15\n15\n-5\n15\n1\n10\n", "leading minor of order 2"},
		{"wide.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 0\n", "2 x 3"},
		{"skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n", "skew-symmetric"},
		{"huge.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3000000 3000000 1\n1 1 1\n", "3000000 x 3000000"},
	} {
		code, stdout, stderr := heddle("solve", file(t, c.name, c.content))
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, c.name) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q; want %s", c.name, code, stdout, stderr, c.want)
		}
		if strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "goroutine") {
			t.Errorf("%s: %q is not one clear line", c.name, stderr)
		}
	}
	short := file(t, "short.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{good, short}, "short.mtx:2: the right-hand side has 1 rows"},
		{[]string{"/no/such/file.mtx"}, "no such file"},
		{[]string{good, "-o", "/no/such/folder/x.mtx"}, "/no/such/folder"},
		{[]string{t.TempDir()}, "is a directory"},
	} {
		code, stdout, stderr := heddle(append([]string{"solve"}, c.args...)...)
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q; want %s", c.args, code, stdout, stderr, c.want)
		}
	}
}
