package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	run := measured(t, "cb-tiles-heddle", "--sizes", "96", "--tiles", "2,3", "--runtimes", "heddle", "--variants", "task-*")
	out := filepath.Join(t.TempDir(), "page.html")
	if code, stdout, stderr := heddle("report", run, "-o", out); code != 0 || stdout != "" || stderr != "1 run in "+out+"\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if text, err := os.ReadFile(out); err != nil || !strings.Contains(string(text), "<h2>cb-tiles-heddle</h2>") {
		t.Errorf("%v", err)
	}
	if code, _, stderr := heddle("report", out); code != exitFailed || !strings.Contains(stderr, "page.html:1: not a record") {
		t.Errorf("a page as a run file: exit %d, %s", code, stderr)
	}
}
