package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/lab/reproduce"
)

func TestReproduceList(t *testing.T) {
	code, stdout, _ := heddle("reproduce", "list")
	if code != 0 {
		t.Fatal(code)
	}
	for _, e := range reproduce.Experiments() {
		if !strings.Contains(stdout, e.Name+" ") || !strings.Contains(stdout, e.Doc) {
			t.Errorf("no %s in\n%s", e.Name, stdout)
		}
		if code, help, _ := heddle("reproduce", e.Name, "--help"); code != 0 || !strings.Contains(help, e.Paper) || !strings.Contains(help, "--full") {
			t.Errorf("%s: exit %d, help\n%s", e.Name, code, help)
		}
	}
}

func TestReproduceAndResume(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	args := []string{"reproduce", "cb-tiles-heddle", "--sizes", "96", "--tiles", "2,3", "--runtimes", "heddle", "--variants", "task-*", "--reps", "2", "--workers", "2"}
	code, stdout, stderr := heddle(append(args, "--out", name, "--format", "json")...)
	if all := records(t, stdout); code != 0 || len(all) != 9 || !strings.Contains(stderr, "records are in "+name) {
		t.Fatalf("exit %d, %d records, stderr %q", code, len(all), stderr)
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(kept)), "\n")
	for _, want := range []string{`"heddle_run":1`, `"experiment":"cb-tiles-heddle"`, `--sizes=96`, `"seed":1`, `"cpu":`, `"heddle":`, `"reps":2`} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("no %s in the first line %s", want, lines[0])
		}
	}
	if len(lines) != 10 {
		t.Errorf("%d lines, want a header and 9 records", len(lines))
	}

	if code, _, stderr = heddle(append(args, "--out", name)...); code != exitFailed || !strings.Contains(stderr, "--resume") {
		t.Errorf("a file that exists: exit %d, %s", code, stderr)
	}
	if code, _, stderr = heddle("reproduce", "cb-tiles-heddle", "--resume", name, "--sizes", "97"); code != exitUsage || !strings.Contains(stderr, "was measured with --sizes 96, not 97") {
		t.Errorf("other parameters: exit %d, %s", code, stderr)
	}
	if code, _, stderr = heddle("reproduce", "cb-overhead", "--resume", name); code != exitUsage || !strings.Contains(stderr, "it is a run of cb-tiles-heddle") {
		t.Errorf("another experiment: exit %d, %s", code, stderr)
	}

	cut := strings.Join(lines[:4], "\n") + "\n" + lines[4][:30]
	if err := os.WriteFile(name, []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ = heddle("reproduce", "cb-tiles-heddle", "--resume", name, "--format", "json")
	if all := records(t, stdout); code != 0 || len(all) != 9 {
		t.Errorf("resumed: exit %d, %d records", code, len(all))
	}
	again, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSpace(string(again)), "\n"); len(got) != 10 || got[3] != lines[3] {
		t.Errorf("resumed file has %d lines, want 10, the first as they were", len(got))
	}
}
