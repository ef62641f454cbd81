//go:build unix

package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heddle/dense"
	"heddle/lab"
)

// script returns a rival whose driver is a shell script: it gets ready, then does what body says.
func script(t *testing.T, body string) Built {
	t.Helper()
	path := filepath.Join(t.TempDir(), "driver")
	hello := fmt.Sprintf("#!/bin/sh\nready() { echo '{\"ready\":true,\"version\":\"1.2\",\"sample\":%.17g}'; }\n", dense.Uniform(7, 1, 2))
	if err := os.WriteFile(path, []byte(hello+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return Built{Finding: Finding{Peer: Peer{Name: "fake"}, Found: true}, Driver: path}
}

// measured runs a driver for three repetitions beside one that works, and returns its record.
func measured(t *testing.T, body string, limit time.Duration) lab.Record {
	t.Helper()
	f := &Fleet{}
	defer f.Close()
	task := Task{Op: "potrf", Variant: "v", Threads: 2, Pin: "close", Seed: 7, Limit: limit}
	beside := task
	beside.Limit = time.Minute
	cases := []lab.Case{
		f.Case(script(t, body), lab.Record{N: 8}, task, 1e6),
		f.Case(script(t, `ready; while read -r go; do echo '{"ok":true,"seconds":0.25,"residual":0.5}'; done`), lab.Record{N: 8}, beside, 1e6),
	}
	records, err := lab.Plan{Reps: 3}.Measure(context.Background(), cases)
	if err != nil || len(records) != 2 {
		t.Fatalf("records %v, %v", records, err)
	}
	if r := records[1]; !r.OK || r.MedianS != 0.25 || r.Reps != 3 || *r.Residual != 0.5 {
		t.Errorf("the rival beside it: %+v", r)
	}
	return records[0]
}

func TestRepetitions(t *testing.T) {
	r := measured(t, `ready; while read -r go; do [ "$go" = go ] && echo '{"ok":true,"seconds":0.125,"residual":0.75,"tasks":9}'; done`, time.Minute)
	if !r.OK || r.Runtime != "fake" || r.Variant != "v" || r.Workers != 2 || r.Note != "1.2" || r.Reps != 3 ||
		r.MedianS != 0.125 || *r.Residual != 0.75 || r.Tasks != 9 || r.Seed != 7 {
		t.Errorf("record %+v", r)
	}
}

// A rival fails alone, with a reason, and has no time.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
	}{
		{"crash at start", `kill -SEGV $$`, "failed: crashed: signal: segmentation fault"},
		{"crash", `ready; read -r go; kill -SEGV $$`, "failed: crashed: signal: segmentation fault"},
		{"crash later", `ready; read -r go; echo '{"ok":true,"seconds":1,"residual":1}'; read -r go; kill -ABRT $$`, "failed: crashed: signal: aborted"},
		{"exit", `ready; read -r go; echo lib not found >&2; exit 3`, "failed: crashed: exit status 3: lib not found"},
		{"no output", `ready; exec >&-; sleep 1000`, "failed: closed its output without an answer"},
		{"no output at start", `exec >&-; sleep 1000`, "failed: closed its output without an answer"},
		{"silence", `exit 0`, "failed: ended without an answer"},
		{"garbage at start", `echo hello`, `failed: printed garbage: "hello"`},
		{"garbage", `ready; read -r go; echo 'Segment 12 %'; read -r go`, `failed: printed garbage: "Segment 12 %"`},
		{"no time", `ready; read -r go; echo '{"ok":true}'; read -r go`, "failed: printed garbage"},
		{"negative time", `ready; read -r go; echo '{"ok":true,"seconds":-1,"residual":1}'; read -r go`, "failed: printed garbage"},
		{"flood", `ready; read -r go; yes | tr -d '\n'`, "failed: printed garbage"},
		{"says so", `ready; read -r go; echo '{"ok":false,"error":"dpotrf: info = 3"}'; read -r go`, "failed: dpotrf: info = 3"},
		{"wrong", `ready; while read -r go; do echo '{"ok":false,"seconds":1,"residual":31}'; done`, "wrong answer"},
		{"NaN", `ready; while read -r go; do echo '{"ok":false,"seconds":1,"residual":null}'; done`, "wrong answer"},
		{"other numbers", `echo '{"ready":true,"sample":0.5}'; read -r go`, "failed: its generator"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := measured(t, c.body, time.Minute)
			if r.OK || r.MedianS != 0 || !strings.Contains(r.Error, c.want) {
				t.Errorf("ok %v, median %v, error %q; want %q", r.OK, r.MedianS, r.Error, c.want)
			}
		})
	}
}

func TestHang(t *testing.T) {
	for _, body := range []string{`sleep 1000`, `ready; read -r go; sleep 1000`} {
		r := measured(t, body, 200*time.Millisecond)
		if r.OK || !strings.HasPrefix(r.Error, "failed: hangs: no answer within 200ms") {
			t.Errorf("%s: %q", body, r.Error)
		}
	}
}

func TestCancelEndsTheDriver(t *testing.T) {
	for _, body := range []string{`sleep 1000`, `ready; read -r go; sleep 1000`} {
		f := &Fleet{}
		c := f.Case(script(t, body), lab.Record{}, Task{Seed: 7, Limit: time.Hour}, 0)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(50*time.Millisecond, cancel)
		records, err := lab.Plan{Reps: 3}.Measure(ctx, []lab.Case{c})
		if !errors.Is(err, context.Canceled) || len(records) != 0 {
			t.Errorf("%s: records %v, %v", body, records, err)
		}
		f.Close()
	}
}

// The caller's own settings of runtimes and libraries do not reach a rival.
func TestEnvironment(t *testing.T) {
	t.Setenv("OPENBLAS_CORETYPE", "Prescott")
	t.Setenv("OMP_WAIT_POLICY", "passive")
	t.Setenv("OPENBLAS_NUM_THREADS", "64")
	env := strings.Join(environ("close", "SkylakeX", 3, false), "\n") + "\n"
	for _, want := range []string{"OPENBLAS_CORETYPE=SkylakeX\n", "OPENBLAS_NUM_THREADS=1\n", "OMP_NUM_THREADS=3\n", "OMP_PROC_BIND=close\n", "OMP_PLACES=cores\n"} {
		if strings.Count(env, want) != 1 {
			t.Errorf("%q is not there once", want)
		}
	}
	for _, unwanted := range []string{"Prescott", "WAIT_POLICY", "=64"} {
		if strings.Contains(env, unwanted) {
			t.Errorf("%q got through", unwanted)
		}
	}
	if env := strings.Join(environ("none", "", 3, true), "\n"); !strings.Contains(env, "OMP_PROC_BIND=false") || !strings.Contains(env, "OPENBLAS_NUM_THREADS=3") {
		t.Errorf("unpinned, with a threaded library: %s", env)
	}
}
