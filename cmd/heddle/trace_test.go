package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every command that measures writes a trace that the others read.
func TestTrace(t *testing.T) {
	dir := t.TempDir()
	for i, args := range []string{
		"bench cholesky --sizes 64 --tiles 4 --variants task-async,task-sync --reps 1",
		"bench overhead --patterns cholesky --tiles 4 --reps 1 --workers 1",
		"bench grain --patterns chain --bodies 0 --reps 1",
		"bench iterative --apps heat --size 64 --block 16 --iterations 2 --variants tasks,taskiter+is --reps 1",
		"bench tree --order 150 --levels 3 --mode stealing --reps 1 --per-level=false",
		"bench gemm --sizes 300 --mode composable --reps 1 --workers 2",
		"bench gonum --sizes 600 --routines cholesky --reps 1 --workers 2",
		"reproduce ti-trace --apps heat --size 64 --block 16 --iterations 2 --reps 1 --out -",
		"run heat --size 64 --block 16 --iterations 3 --variant taskiter",
	} {
		file := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		code, _, stderr := heddle(append(strings.Fields(args), "--quiet", "--trace", file)...)
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit %d, stderr %q", args, code, stderr)
			continue
		}
		code, stdout, stderr := heddle("trace", "stats", file, "--format", "json")
		if code != 0 || stderr != "" {
			t.Errorf("%s: stats: exit %d, stderr %q", args, code, stderr)
			continue
		}
		for r := range strings.Lines(stdout) {
			var st struct {
				Name    string
				Workers int
				Tasks   int
			}
			if err := json.Unmarshal([]byte(r), &st); err != nil || st.Tasks == 0 || st.Workers == 0 || st.Name == "" {
				t.Errorf("%s: %v in %s", args, err, r)
			}
		}
		code, stdout, stderr = heddle("trace", "view", file, "-o", "-")
		if code != 0 || stderr != "" || !wellFormed(stdout) {
			t.Errorf("%s: view: exit %d, stderr %q", args, code, stderr)
		}
	}
	drawing := filepath.Join(dir, "0.svg")
	if code, _, stderr := heddle("trace", "view", filepath.Join(dir, "0.json"), "--run", "*task-sync*", "--from", "1us"); code != 0 {
		t.Errorf("view: exit %d, stderr %q", code, stderr)
	}
	if text, err := os.ReadFile(drawing); err != nil || !wellFormed(string(text)) || strings.Contains(string(text), "task-async") {
		t.Errorf("drawing: %v", err)
	}
}

func wellFormed(text string) bool {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err != nil {
			return errors.Is(err, io.EOF) && text != ""
		}
	}
}

func TestTraceMistakes(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.json")
	if err := os.WriteFile(foreign, []byte(`{"traceEvents":[]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"trace stats":                                  "no arguments: want stats FILE",
		"trace stats " + dir + "/none.json":            "no such file",
		"trace stats " + foreign:                       "not a trace of heddle",
		"trace view " + foreign + " --from 2s --to 1s": "want 0 <= from < to",
		"graph x.dot --pattern chian":                  "did you mean chain",
		"graph x.dot --app haet":                       "did you mean heat",
		"graph " + dir + "/x.dot --app heat --variant serial --size 64 --block 16": "runs no tasks",
		"bench overhead --tiles 4 --reps 1 --trace " + dir + "/no/x.json":          "no such file",
	} {
		code, _, stderr := heddle(strings.Fields(args)...)
		if code == 0 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, stderr %q, want %q", args, code, stderr, want)
		}
	}
}

// The graphs have the tasks and edges that they must have.
func TestGraph(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"--tiles 6": "56 tasks and 105 edges",
		// 4 x 4 blocks: 12 edges to the right and 12 down.
		"--app heat --size 64 --block 16 --iterations 1":                    "16 tasks and 24 edges",
		"--app heat --size 64 --block 16 --iterations 1 --variant taskiter": "16 tasks and 24 edges",
	} {
		file := filepath.Join(dir, "g.dot")
		code, _, stderr := heddle(append([]string{"graph", file}, strings.Fields(args)...)...)
		if code != 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, %q, want %q", args, code, stderr, want)
		}
		text, err := os.ReadFile(file)
		if args == "--tiles 6" && strings.Count(string(text), `"potrf"`) != 6 {
			t.Errorf("%s: POTRF is not named:\n%s", args, text)
		}
		var nodes, edges int
		fmt.Sscanf(want, "%d tasks and %d edges", &nodes, &edges)
		if err != nil || strings.Count(string(text), "label=") != nodes || strings.Count(string(text), "->") != edges {
			t.Errorf("%s: %v\n%s", args, err, text)
		}
	}
}
