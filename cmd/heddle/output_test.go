package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A command never writes what it made of a file over that file.
func TestInputsAreKept(t *testing.T) {
	dir := t.TempDir()
	run, drawn, trace := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "run.svg"), filepath.Join(dir, "trace.svg")
	for _, args := range [][]string{
		{"bench", "cholesky", "--sizes", "64", "--tiles", "2,4", "--variants", "task-async", "--reps", "1", "-q", "--out", run, "--trace", trace},
		{"export", run, "--as", "json", "-o", drawn}, // a run file with the name that plot would choose
	} {
		if code, _, stderr := heddle(args...); code != 0 {
			t.Fatalf("%v: exit %d, %s", args, code, stderr)
		}
	}
	for _, c := range []struct {
		args []string
		keep string
	}{
		{[]string{"export", run, "-o", run}, run},
		{[]string{"export", drawn, run, "-o", run}, run},
		{[]string{"report", run, "-o", dir + "/../" + filepath.Base(dir) + "/run.jsonl"}, run},
		{[]string{"plot", drawn}, drawn},
		{[]string{"trace", "view", trace}, trace},
		{[]string{"graph", trace, "--trace", trace}, trace},
	} {
		before, err := os.ReadFile(c.keep)
		if err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := heddle(c.args...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, "would be replaced: name another file") {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", c.args, code, stdout, stderr)
		}
		if after, err := os.ReadFile(c.keep); err != nil || string(after) != string(before) {
			t.Errorf("%v: %s is lost: %v", c.args, c.keep, err)
		}
	}
}

// Records and traces go to files of their own, and a measurement that is refused leaves none.
func TestRefusedRunsLeaveNoFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new.jsonl")
	for args, want := range map[string]string{
		"bench cholesky --sizes 64 --tiles 2 --reps 1 -q --out " + name + " --trace " + name: "--out and --trace both name " + name,
		"bench cholesky --sizes 64 --tiles 100 --out " + name:                                "100 tiles",
		"bench cholesky --sizes 64 --tiles 100 --trace " + name:                              "100 tiles",
	} {
		code, stdout, stderr := heddle(strings.Fields(args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
		if _, err := os.Stat(name); !os.IsNotExist(err) {
			t.Errorf("%s: left %s: %v", args, name, err)
		}
	}
}
