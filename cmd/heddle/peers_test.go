package main

import (
	"strings"
	"testing"

	"heddle/lab/peers"
)

// The list has a line for each rival, which says its version or what brings it.
func TestPeers(t *testing.T) {
	code, stdout, stderr := heddle("peers")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != 0 || stderr != "" || len(lines) != len(peers.Table)+1 {
		t.Fatalf("exit %d, stderr %q, list %q", code, stderr, stdout)
	}
	for i, p := range peers.Table {
		words := strings.Fields(lines[i+1])
		if len(words) < 3 || words[0] != p.Name || words[1] != "yes" && words[1] != "no" {
			t.Errorf("line %q, want one about %s", lines[i+1], p.Name)
		}
	}
}

func TestPeersRefusesNonsense(t *testing.T) {
	for _, args := range [][]string{{"peers", "nonsense"}, {"peers", "build", "openmp"}, {"bench", "cholesky", "--runtimes", "openmp"},
		{"bench", "cholesky", "--blas", "mkl"}} {
		code, stdout, stderr := heddle(args...)
		if code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
}

// What is not installed has a line that says what brings it, and is no failure.
func TestRivalThatIsAbsent(t *testing.T) {
	t.Setenv("PLASMA_DIR", t.TempDir())
	code, stdout, _ := heddle(strings.Fields("bench cholesky --runtimes heddle,plasma --variants task-async --sizes 64 --tiles 2 --reps 2 --format json -q")...)
	if code != 0 {
		t.Errorf("exit %d", code)
	}
	all := records(t, stdout)
	if len(all) != 2 {
		t.Fatalf("records %v", all)
	}
	for _, r := range all {
		switch r["runtime"] {
		case "heddle":
			if r["ok"] != true {
				t.Errorf("record %v", r)
			}
		case "plasma":
			if text, _ := r["error"].(string); r["ok"] != false || !strings.HasPrefix(text, "not installed: ") {
				t.Errorf("record %v", r)
			}
		}
	}
}
