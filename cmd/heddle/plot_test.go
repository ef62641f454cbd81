package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// measured runs a small experiment into a file and returns its name.
func measured(t *testing.T, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.jsonl")
	code, _, stderr := heddle(append(append([]string{"reproduce"}, args...), "--reps", "2", "--workers", "2", "--out", name)...)
	if code != 0 {
		t.Fatalf("%v: exit %d, %s", args, code, stderr)
	}
	return name
}

func TestPlot(t *testing.T) {
	run := measured(t, "cb-tiles-heddle", "--sizes", "96", "--tiles", "2,3", "--runtimes", "heddle", "--variants", "task-*")
	svg := strings.TrimSuffix(run, ".jsonl") + ".svg"
	if code, stdout, stderr := heddle("plot", run); code != 0 || stdout != "" || stderr != "1 chart in "+svg+"\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if text, err := os.ReadFile(svg); err != nil || !strings.Contains(string(text), "task-async") {
		t.Errorf("%v, %s", err, text)
	}
	png := filepath.Join(t.TempDir(), "both.PNG")
	other := measured(t, "cb-tiles-heddle", "--sizes", "96", "--tiles", "2,3", "--runtimes", "heddle", "--variants", "task-*")
	if code, _, stderr := heddle("plot", run, other, "-o", png, "--y", "gflops", "--x", "n"); code != 0 || !strings.HasPrefix(stderr, "2 charts in") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if data, err := os.ReadFile(png); err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("%v, %.10q", err, data)
	}
	for args, want := range map[string]string{
		"no/such/file.jsonl":  "no such file",
		svg:                   "not a record",
		run + " -o /no/x.svg": "no such file",
	} {
		if code, _, stderr := heddle(append([]string{"plot"}, strings.Fields(args)...)...); code != exitFailed || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("plot %s: exit %d, %q, want %s", args, code, stderr, want)
		}
	}
}

func TestExport(t *testing.T) {
	run := measured(t, "cb-tiles-heddle", "--sizes", "96", "--tiles", "2,3", "--runtimes", "heddle", "--variants", "task-*")
	code, stdout, _ := heddle("export", run, "--as", "cholesky-bench")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != 0 || lines[0] != "threads;problem_size;tile_size;n_tiles;task_sync;task_async;task_prio" || len(lines) != 1+2*2 || !strings.HasPrefix(lines[1], "2;96;48;2;0.") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
	out := filepath.Join(t.TempDir(), "run.csv")
	if code, stdout, stderr := heddle("export", run, "--as", "csv", "-o", out); code != 0 || stdout != "" || stderr != "9 records\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if text, err := os.ReadFile(out); err != nil || strings.Count(string(text), "\n") != 10 {
		t.Errorf("%v:\n%s", err, text)
	}
	if code, _, stderr := heddle("export", run, "--as", "xml"); code != exitUsage || !strings.Contains(stderr, `unknown format "xml"`) {
		t.Errorf("exit %d, %s", code, stderr)
	}
}
