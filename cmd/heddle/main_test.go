package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"heddle/lab"
)

// heddle runs the command and returns what a shell would see.
func heddle(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), args, &out, &err)
	return code, out.String(), err.String()
}

// records parses standard output as JSON lines, and nothing but JSON lines.
func records(t *testing.T, stdout string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(stdout) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		all = append(all, m)
	}
	return all
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"help"}, {"--help"}, {"bench"}, {"bench", "--help"},
		{"bench", "cholesky", "--help"}, {"bench", "blas", "-h"}, {"bench", "overhead", "-h"},
		{"bench", "grain", "-h"}, {"bench", "peak", "-h"}, {"bench", "iterative", "-h"}, {"run", "-h"}, {"run"}, {"solve", "-h"}, {"variants", "-h"},
		{"plot", "-h"}, {"report", "-h"}, {"export", "-h"}, {"reproduce"}, {"reproduce", "cb-tiles-heddle", "-h"}} {
		code, stdout, stderr := heddle(args...)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "Usage:") {
			t.Errorf("%v: exit %d, stderr %q, stdout %q", args, code, stderr, stdout)
		}
		if len(args) == 3 && !strings.Contains(stdout, "Examples:") {
			t.Errorf("%v: help without examples", args)
		}
	}
}

// What makes no sense is answered with one line on standard error, which says what was wrong
// and where to look, and exit code 2, before anything is measured.
func TestUsageErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"benhc", `unknown command "benhc": did you mean bench? (known: bench, `},
		{"bench choleski", `unknown command "choleski": did you mean cholesky?`},
		{"bench cholesky now", `arguments ["now"]: cholesky takes none`},
		{"bench cholesky --size 64", "unknown flag: --size"},
		{"bench cholesky --sizes 64,x", `--sizes: "x" is no whole number: want numbers separated by commas`},
		{"bench cholesky --sizes 0", "0: want 1 or more"},
		{"bench cholesky --sizes 99999999999999999999", "more than this machine can count"},
		{"bench cholesky --sizes 4000000", "4000000"},
		{"bench cholesky --workers 0", "want 1 or more"},
		{"bench cholesky --workers 5000", "5000 workers: want 4096 at most"},
		{"bench cholesky --reps -1", "--reps: -1: want 1 or more"},
		{"bench cholesky --variants task-asinc", `unknown variant "task-asinc": did you mean task-async`},
		{"bench cholesky --pin closely", `unknown pinning "closely": did you mean close`},
		{"bench cholesky --format jsno", `unknown format "jsno": did you mean json`},
		{"bench cholesky --sizes 64 --tiles 100", "100 tiles"},
		{"bench cholesky --seed -1", `--seed: "-1" is no whole number from 0`},
		{"bench gemm --sizes 8 --out -", "--out -: want a file"},
		{"help nope", `unknown command "nope"`},
		{"help reproduce cb-tile-heddle", "did you mean cb-tiles-heddle"},
		{"bench gemm --format cholesky-bench", "it has columns for bench cholesky alone"},
		{"bench overhead --iterations 3", "--iterations 3: only --variants repeats a graph"},
		{"bench blas --kernel avx3", `unknown kernel "avx3"`},
		{"bench blas --routines gemn", "did you mean gemm"},
		{"bench blas --sizes 4000000", "n = 4000000 is too large"},
		{"bench overhead --patterns chian", "did you mean chain"},
		{"bench overhead --queue never", `unknown queue "never"`},
		{"bench overhead --tiles 10000", "10000 tiles a side"},
		{"bench grain --bodies 100", `"100" is no length of time`},
		{"bench grain --bodies 1h", "a body of 1h0m0s"},
		{"bench tree --levels x", `--levels: "x" is no whole number (`},
		{"bench tree --spread x", `--spread: "x" is no number (`},
		{"bench tree --per-level=x", `--per-level: "x" is neither true nor false (`},
		{"run heat --block x", `--block: "x" is no whole number (`},
		{"bench tree --levels 0", "--levels 0: want 1 or more"},
		{"trace view run.json -o run.png", "run.png: want a name that ends with .svg"},
		{"graph x.dot --app heat --pattern chain", "want one of --pattern, --app and --trace"},
		{"plot", "no arguments: want plot FILE..."},
		{"report", "no arguments: want report FILE..."},
		{"export", "no arguments: want export FILE..."},
		{"plot x.jsonl -o x.pdf", "x.pdf: want a name that ends with .svg or .png"},
		{"plot x.jsonl --y speed", `unknown quantity "speed"`},
		{"plot x.jsonl --x time", `unknown variable "time"`},
		{"plot x.jsonl --width 10", "want 200 x 150"},
		{"reproduce cb-tile-heddle", `unknown command "cb-tile-heddle": did you mean cb-tiles-heddle`},
		{"reproduce cb-tiles-heddle --blocks 3", "unknown flag: --blocks"},
		{"reproduce cb-tiles-heddle --out - --variants task-asinc", "did you mean task-async"},
		{"reproduce cb-tiles-heddle --out - --sizes 64 --tiles 100", "100 tiles"},
		{"reproduce cb-tiles-heddle --budget never", `"never" is no length of time`},
		{"solve", "no arguments: want solve A.mtx [b.mtx]"},
		{"solve a.mtx --format xml", `unknown format "xml"`},
		{"solve a.mtx --workers 1,2", "want one number"},
		{"variants task-async", `arguments ["task-async"]: variants takes none`},
		{"bench iterative --apps multisaxpy --variants taskitr", "did you mean taskiter"},
		{"bench iterative --runtimes openmp-clang", "unknown runtime"},
		{"bench iterative --apps multisaxpy --size 0", "0: want 1 or more"},
		{"run multisaxpi", `unknown program "multisaxpi": did you mean multisaxpy?`},
		{"run multisaxpy --variant taskiter+si", "did you mean taskiter+is"},
		{"run multisaxpy --size 10,10", "multisaxpy: the size has 2 numbers, want 1: n"},
		{"run multisaxpy --block 1,2", "1,2: want one number"},
		{"run multisaxpy --workers 5000", "5000 workers: want 4096 at most"},
		{"run multisaxpy --format xml", `unknown format "xml"`},
		{"run multisaxpy heat", `arguments ["multisaxpy" "heat"]: want run APP`},
	} {
		code, stdout, stderr := heddle(strings.Fields(c.args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("heddle %s: exit %d, stdout %q, stderr %q\nwant exit 2, nothing, and %s", c.args, code, stdout, stderr, c.want)
		}
		if strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "--help") {
			t.Errorf("heddle %s: %q is not one line that says where to look", c.args, stderr)
		}
	}
}

func TestVariantsAreListed(t *testing.T) {
	_, fromCommand, _ := heddle("variants")
	code, fromFlag, _ := heddle("bench", "cholesky", "--list")
	if code != 0 || fromCommand != fromFlag {
		t.Errorf("exit %d; heddle variants:\n%s\nbench cholesky --list:\n%s", code, fromCommand, fromFlag)
	}
	if strings.Contains(fromCommand, " \n") {
		t.Error("lines end with blanks")
	}
	for _, name := range []string{"for-naive", "for-collapse", "task-sync", "task-async", "task-prio",
		"future-handle", "future-data", "future-sync", "goroutines", "errgroup", "gonum"} {
		if !strings.Contains(fromCommand, name+" ") {
			t.Errorf("no %s in\n%s", name, fromCommand)
		}
	}
}

func TestInterruptedRunExits130(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, stderr bytes.Buffer
	code := run(ctx, []string{"bench", "cholesky", "--sizes", "64"}, &out, &stderr)
	if code != exitInterrupted || stderr.String() != "heddle: interrupted before there was a result\n" {
		t.Errorf("exit %d, stderr %q", code, &stderr)
	}
}

// What is named and cannot be measured is said.
func TestLeftOut(t *testing.T) {
	code, stdout, stderr := heddle("bench", "cholesky", "--noop", "--sizes", "64", "--tiles", "2", "--reps", "1", "--variants", "gonum")
	if code != 0 || stdout != "" || !strings.HasPrefix(stderr, "gonum is left out: it is one call") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// fake is an experiment that takes some records and ends with an error.
type fake struct {
	take []lab.Record
	err  error
}

func (f fake) Run(_ context.Context, s *lab.Session) error {
	for _, r := range f.take {
		if err := s.Take(r); err != nil {
			return err
		}
	}
	return f.err
}

// conduct runs a fake experiment as `heddle bench` would a real one.
func conduct(t *testing.T, to *reporting, e experiment) (stdout string, err error) {
	t.Helper()
	var out bytes.Buffer
	cmd := &cobra.Command{Use: "fake"}
	cmd.SetOut(&out)
	cmd.SetErr(&bytes.Buffer{})
	cmd.SetContext(context.Background())
	err = to.conduct(cmd, e)
	return out.String(), err
}

func TestConductReportsWhatThereIs(t *testing.T) {
	row := lab.Record{Experiment: "fake", Variant: "a", OK: true, MedianS: 1, MinS: 1, MaxS: 1, Reps: 1}
	wrong := lab.Record{Experiment: "fake", Variant: "b"}
	wrong.Fail("wrong answer")
	stop := errors.New("stopped")
	stdout, err := conduct(t, &reporting{format: "table"}, fake{[]lab.Record{row}, stop})
	if !errors.Is(err, stop) || !strings.Contains(stdout, "a") {
		t.Errorf("stopped run: %v, printed %q", err, stdout)
	}
	stdout, err = conduct(t, &reporting{format: "json"}, fake{take: []lab.Record{row, wrong}})
	var failed *lab.FailedError
	if !errors.As(err, &failed) || failed.Failed != 1 {
		t.Errorf("wrong answer: %v, want a FailedError of one case", err)
	}
	all := records(t, stdout)
	if len(all) != 2 || all[1]["ok"] != false || all[1]["median_s"] != nil {
		t.Errorf("records %v", all)
	}
}

func TestOutKeepsAFileUntilThereAreRecords(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.csv")
	if err := os.WriteFile(name, []byte(strings.Repeat("yesterday's results\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	to := &reporting{format: "json", out: name}
	if _, err := conduct(t, to, fake{err: lab.Refuse("no")}); err == nil {
		t.Fatal("no error")
	}
	if kept, _ := os.ReadFile(name); !strings.HasPrefix(string(kept), "yesterday") {
		t.Errorf("a refused run replaced the file by %q", kept)
	}
	stdout, err := conduct(t, to, fake{take: []lab.Record{{Experiment: "fake", OK: true}}})
	if err != nil {
		t.Fatal(err)
	}
	written, _ := os.ReadFile(name)
	if !strings.HasPrefix(string(written), "experiment,runtime,") || strings.Contains(string(written), "yesterday") {
		t.Errorf("the file holds %q, want CSV as its name says", written)
	}
	if len(records(t, stdout)) != 1 {
		t.Errorf("standard output %q, want JSON as --format says", stdout)
	}
	to.out = filepath.Join(t.TempDir(), "no", "such", "folder.json")
	if _, err := conduct(t, to, fake{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
