package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/lab/runfile"
)

// bench runs an experiment with JSON output and checks what all experiments promise.
func bench(t *testing.T, args string) []map[string]any {
	t.Helper()
	code, stdout, stderr := heddle(append([]string{"bench"}, strings.Fields(args+" --format json")...)...)
	if code != 0 {
		t.Fatalf("bench %s: exit %d, stderr %s", args, code, stderr)
	}
	all := records(t, stdout)
	if len(all) == 0 {
		t.Fatalf("bench %s: no records", args)
	}
	for _, r := range all {
		if r["ok"] != true || r["runtime"] != "heddle" || r["experiment"] == "" || r["seed"] == nil {
			t.Errorf("bench %s: record %v", args, r)
		}
	}
	return all
}

// has checks that a record has the fields named, separated by spaces.
func has(t *testing.T, r map[string]any, fields string) {
	t.Helper()
	for f := range strings.FieldsSeq(fields) {
		if r[f] == nil {
			t.Errorf("no %s in %v", f, r)
		}
	}
}

func TestBenchCholesky(t *testing.T) {
	all := bench(t, "cholesky --sizes 64,100 --tiles 1,2 --workers 1,2 --reps 2 --seed 7")
	seen := map[string]int{}
	for _, r := range all {
		has(t, r, "variant routine workers n reps median_s min_s max_s gflops peak_fraction residual")
		if r["variant"] != "gonum" {
			has(t, r, "tiles tile tasks ns_per_task")
		}
		if r["seed"] != 7.0 || r["reps"] != 2.0 || r["routine"] != "potrf" {
			t.Errorf("record %v", r)
		}
		seen[r["variant"].(string)]++
	}
	for variant, n := range seen {
		want := 2 * 2 * 2
		if variant == "gonum" {
			want = 2 * 2 // it has no tiles
		}
		if n != want {
			t.Errorf("%d records of %s, want %d", n, variant, want)
		}
	}
	if len(seen) != 11 {
		t.Errorf("%d variants, want 11: %v", len(seen), seen)
	}
}

func TestBenchCholeskyNoop(t *testing.T) {
	for _, r := range bench(t, "cholesky --sizes 256 --tiles 8 --reps 2 --noop --variants task-*") {
		has(t, r, "tasks ns_per_task")
		if r["gflops"] != nil || r["peak_fraction"] != nil || r["noop"] != true {
			t.Errorf("record %v: nothing was computed, so there is no rate", r)
		}
	}
}

func TestBenchBlas(t *testing.T) {
	for _, r := range bench(t, "blas --sizes 16,33 --reps 2 --kernel all") {
		has(t, r, "routine kernel n reps median_s min_s max_s gflops peak_fraction residual")
		if r["workers"] != 1.0 {
			t.Errorf("record %v: one thread", r)
		}
	}
}

func TestBenchOverhead(t *testing.T) {
	all := bench(t, "overhead --tiles 4 --queue adaptive,always --form closure,args --reps 2 --workers 2")
	if len(all) != 5*4 {
		t.Errorf("%d records, want 20", len(all))
	}
	for _, r := range all {
		has(t, r, "pattern queue form workers tiles tasks ns_per_task allocs_per_task heap_mib")
	}
}

func TestBenchOverheadVariants(t *testing.T) {
	all := bench(t, "overhead --tiles 4,5 --variants tasks,taskcache,taskiter,taskiter+is-inside,taskiter+is --iterations 3 --reps 2 --workers 2")
	if len(all) != 3*5 {
		t.Errorf("%d records, want 15", len(all))
	}
	for _, r := range all {
		has(t, r, "variant pattern queue form workers iterations tiles tasks ns_per_task")
		if each := r["tasks"].(float64) / 3; r["pattern"] == "heat" && each != 1024 || r["tiles"] == 5.0 && each != 35 {
			t.Errorf("record %v", r)
		}
	}
}

func TestBenchGrain(t *testing.T) {
	for _, r := range bench(t, "grain --bodies 0,1us --reps 1 --patterns chain,stencil") {
		has(t, r, "pattern form workers body_ns tasks ns_per_task serial_ns ideal_ns vs_serial vs_ideal")
	}
}

func TestBenchIterative(t *testing.T) {
	all := bench(t, "iterative --apps multisaxpy --size 4096 --block 64,1024 --iterations 3 --reps 2 --workers 2 --seed 9")
	if len(all) != 2*10 {
		t.Errorf("%d records, want 20", len(all))
	}
	for _, r := range all {
		has(t, r, "app variant workers size block iterations tasks median_s ns_per_task gflops serial_ns vs_ideal")
		if r["experiment"] != "iterative" || r["seed"] != 9.0 {
			t.Errorf("record %v", r)
		}
	}
}

func TestBenchPeak(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range bench(t, "peak --workers 1,2") {
		seen[r["quantity"].(string)] = true
	}
	for _, q := range []string{"fma_peak", "triad", "cores", "l1d", "l2", "l3", "kernels", "cpu"} {
		if !seen[q] {
			t.Errorf("no %s among %v", q, seen)
		}
	}
}

func TestFormats(t *testing.T) {
	dir := t.TempDir()
	for format, want := range map[string]string{
		"table":   "inner: ",
		"csv":     "experiment,runtime,variant",
		"json":    `{"experiment":"cholesky"`,
		"gobench": "BenchmarkCholesky/variant=task-async/",
	} {
		file := filepath.Join(dir, format+".jsonl")
		code, stdout, stderr := heddle("bench", "cholesky", "--sizes", "64", "--tiles", "2", "--variants", "task-async,goroutines",
			"--reps", "2", "--format", format, "--out", file)
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("--format %s: exit %d, no %q in\n%s\nstderr %s", format, code, want, stdout, stderr)
		}
		run, err := runfile.Read(file)
		if err != nil || len(run.Records) != 2 {
			t.Fatalf("--out: %+v, %v; want two records", run, err)
		}
		h := run.Header
		if h == nil || h.Experiment != "cholesky" || h.Seed != 1 || h.Pin != "close" || h.Machine.CPU == "" || h.Commit == "" || h.Versions["heddle"] != h.Commit ||
			!strings.Contains(string(h.Parameters), `"sizes":"64"`) || !strings.HasPrefix(h.Command, "heddle bench cholesky --") {
			t.Errorf("--out: header %+v", h)
		}
		for _, view := range [][]string{{"plot", file, "-o", filepath.Join(dir, "x.svg")}, {"report", file, "-o", filepath.Join(dir, "x.html")}, {"export", file}} {
			if code, _, stderr := heddle(view...); code != 0 {
				t.Errorf("%v: exit %d, %s", view, code, stderr)
			}
		}
		code, _, stderr = heddle("reproduce", "cb-tiles-heddle", "--resume", file)
		if code != exitUsage || !strings.Contains(stderr, "it is a run of cholesky, not of cb-tiles-heddle") {
			t.Errorf("--resume: exit %d, %s", code, stderr)
		}
	}
}

// A file that cannot be written to is an error, not a silent loss of results.
func TestOutOnAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	var out, stderr bytes.Buffer
	code := run(context.Background(), strings.Fields("bench peak --workers 1 -q --out /dev/full"), &out, &stderr)
	if code != exitFailed || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("exit %d, stderr %q", code, &stderr)
	}
}
