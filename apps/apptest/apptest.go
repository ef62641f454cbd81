// Package apptest tests a program of package apps: every form, on several runtimes, must give
// an outcome that the program itself finds right, and parameters that are wrong must be
// refused in one line.
package apptest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/task"
)

// Forms runs program g for each of params in every form, on runtimes of 1, 2, 3 and 8 workers
// with the immediate successor off, inside the scheduler, and bypassing it. Each Outcome must
// be without error. The problems are reset and run again and again, so what a run leaves
// behind is tested as well.
func Forms(t *testing.T, g apps.Program, params ...apps.Params) {
	t.Helper()
	problems := make([]apps.Problem, len(params))
	for i, p := range params {
		q, err := g.New(p)
		if err != nil {
			t.Fatal(err)
		}
		problems[i] = q
	}
	for _, workers := range []int{1, 2, 3, 8} {
		for _, succ := range []task.Successor{task.SuccessorOff, task.SuccessorInside, task.SuccessorBypass} {
			rt := task.New(task.Config{Workers: workers, Successor: succ})
			for _, q := range problems {
				for _, f := range apps.Forms() {
					run(t, q, rt, f, fmt.Sprintf("%s %v: %s, %d workers, successor %v", g.Name, q.Params(), f, workers, succ))
				}
			}
			if err := rt.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func run(t *testing.T, q apps.Problem, rt *task.Runtime, f apps.Form, what string) {
	t.Helper()
	q.Reset()
	if err := q.Run(context.Background(), rt, f); err != nil {
		t.Errorf("%s: %v", what, err)
	} else if err := q.Outcome().Err; err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// Cancelled runs program g in every form under a context that is cancelled already: Run must
// return its error, and the problem must be as good as new after Reset.
func Cancelled(t *testing.T, g apps.Program, p apps.Params) {
	t.Helper()
	q, err := g.New(p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	for _, f := range apps.Forms() {
		q.Reset()
		if q.Run(ctx, rt, f) == nil {
			t.Errorf("%s %s: no error from a cancelled context", g.Name, f)
		}
		run(t, q, rt, f, g.Name+" after a cancelled run: "+string(f))
	}
}

// Errors gives program g parameters that no program can take, and then those of more, which
// this one cannot. Each must be refused with an error of one line that begins with the
// program's name.
func Errors(t *testing.T, g apps.Program, more ...apps.Params) {
	t.Helper()
	sizes := func(n int) []int {
		s := make([]int, len(g.Dims))
		for i := range s {
			s[i] = n
		}
		return s
	}
	huge := int(^uint(0)>>1) / 4
	wrong := map[string]apps.Params{
		"a number too many":   {Size: append(sizes(8), 8)},
		"size 0":              {Size: sizes(0)},
		"a negative size":     {Size: sizes(-1)},
		"a huge size":         {Size: sizes(huge)},
		"a negative block":    {Block: -1},
		"negative iterations": {Iterations: -1},
	}
	for _, p := range more {
		wrong[fmt.Sprint(p)] = p
	}
	for what, p := range wrong {
		_, err := g.New(p)
		if err == nil {
			t.Errorf("%s: %s is no error", g.Name, what)
		} else if s := err.Error(); !strings.HasPrefix(s, g.Name+": ") || strings.Contains(s, "\n") {
			t.Errorf("%s: %s: want one line that begins with the name, got %q", g.Name, what, s)
		}
	}
}
