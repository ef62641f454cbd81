package hpccg

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
	"heddle/task"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{1, 1, 1}, Iterations: 1},
		apps.Params{Size: []int{4, 5, 6}, Block: 1, Iterations: 5},
		apps.Params{Size: []int{7, 3, 9}, Block: 2, Iterations: 9},
		apps.Params{Size: []int{12, 10, 8}, Block: 7, Iterations: 12},
		apps.Params{Size: []int{2, 2, 40}, Block: 1000, Iterations: 6},
	)
}

// The digits that HPCCG prints, whatever the form.
func TestResiduals(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	p, err := Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 100, Iterations: 15})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range apps.Forms() {
		p.Reset()
		if err := p.Run(context.Background(), rt, f); err != nil {
			t.Fatal(err)
		}
		r := p.Outcome().Residuals
		if len(r) != 16 {
			t.Fatalf("%s: %d residuals", f, len(r))
		}
		if got := fmt.Sprintf("%.6g %.6g", r[0], r[15]); got != "813.855 6.24995" {
			t.Errorf("%s: residuals %s", f, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	apptest.Cancelled(t, Program(), apps.Params{Size: []int{8, 8, 8}, Block: 4, Iterations: 20})
}

func TestErrors(t *testing.T) { apptest.Errors(t, Program()) }

// A result that is wrong in one element, or in one residual, is found.
func TestOutcomeFindsErrors(t *testing.T) {
	q, err := Program().New(apps.Params{Size: []int{5, 5, 5}, Iterations: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*problem)
	if err := p.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	p.x.Rows[63] *= 1 + 1e-15
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "x(63)") {
		t.Errorf("x(63) is wrong, and Outcome says %v", err)
	}
	p.residuals[2] *= 1 + 1e-15
	if err := p.Outcome().Err; err == nil || !strings.Contains(err.Error(), "iteration 2") {
		t.Errorf("the residual of iteration 2 is wrong, and Outcome says %v", err)
	}
	if err := p.Run(context.Background(), nil, "openmp"); err == nil {
		t.Error("a form that does not exist runs")
	}
}
