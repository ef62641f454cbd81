package main

import (
	"slices"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	args := strings.Fields("run multisaxpy --size 1000 --block 100 --iterations 7 --workers 2 --seed 5")
	code, stdout, stderr := heddle(args...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	for _, want := range []string{"program     multisaxpy: ", "variant     taskiter+is: ", "size        n 1000\n",
		"iterations  7\n", "workers     2\n", "rate ", "sum of y ", "check       ok\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	for _, variant := range []string{"serial", "worksharing", "tasks", "tasks+is-inside", "tasks+is", "taskcache",
		"taskiter", "taskiter+is-inside", "taskiter+is"} {
		code, stdout, stderr := heddle(append(slices.Clone(args), "--format", "json", "--variant", variant)...)
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit %d, stderr %q", variant, code, stderr)
			continue
		}
		r := records(t, stdout)[0]
		has(t, r, "app variant runtime workers size block iterations seed seconds gflops values ok")
		if r["app"] != "multisaxpy" || r["variant"] != variant || r["iterations"] != 7.0 || r["ok"] != true || r["seed"] != 5.0 {
			t.Errorf("%s: %v", variant, r)
		}
	}
}

func TestRunListsPrograms(t *testing.T) {
	for _, args := range [][]string{{"run", "--list"}, {"run"}, {"run", "-h"}} {
		code, stdout, _ := heddle(args...)
		for _, want := range []string{"  multisaxpy ", "  taskiter+is-inside  "} {
			if code != 0 || !strings.Contains(stdout, want) {
				t.Errorf("%v: exit %d, no %q in\n%s", args, code, want, stdout)
			}
		}
	}
}
