package hpcg

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
	"heddle/task"
)

func TestForms(t *testing.T) {
	apptest.Forms(t, Program(),
		apps.Params{Size: []int{8, 8, 8}, Block: 3, Iterations: 2},
		apps.Params{Size: []int{8, 24, 16}, Block: 5, Iterations: 1},
		apps.Params{Size: []int{8, 16, 8}, Block: 1, Iterations: 1},
	)
}

func TestWhile(t *testing.T) {
	apptest.Forms(t, While(),
		apps.Params{Size: []int{8, 8, 8}, Block: 4},
		apps.Params{Size: []int{8, 8, 8}, Block: 3, Iterations: 2},
	)
}

func run(t *testing.T, g apps.Program, rt *task.Runtime, f apps.Form, p apps.Params) apps.Outcome {
	t.Helper()
	q, err := g.New(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Run(context.Background(), rt, f); err != nil {
		t.Fatal(err)
	}
	o := q.Outcome()
	if o.Err != nil {
		t.Error(o.Err)
	}
	return o
}

// The digits of the reference code, whatever the form, where two levels are cut into blocks.
func TestResiduals(t *testing.T) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	q, err := Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 5, Iterations: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range apps.Forms() {
		q.Reset()
		if err := q.Run(context.Background(), rt, f); err != nil {
			t.Fatal(err)
		}
		o := q.Outcome()
		if o.Err != nil {
			t.Errorf("%s: %v", f, o.Err)
		}
		r := o.Residuals
		if len(r) != 3 {
			t.Fatalf("%s: %d residuals", f, len(r))
		}
		if got := fmt.Sprintf("%.6g %.6g", r[0], r[1]); got != "1 0.183273" {
			t.Errorf("%s: residuals %s", f, got)
		}
	}
}

// The digits of the reference code as far as they do not depend on how its sums round.
func TestManyIterations(t *testing.T) {
	q, err := Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 5, Iterations: 35})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	r := q.(*problem).residuals
	if got := fmt.Sprintf("%.5g %.6g %.6g", r[5], r[10], r[35]); got != "0.033451 9.42444e-05 5.63147e-15" {
		t.Errorf("residuals %s in iterations 5, 10 and 35", got)
	}
}

// The loop stops at the first residual below the tolerance.
func TestWhileStops(t *testing.T) {
	p := apps.Params{Size: []int{16, 16, 16}, Iterations: 100}
	o := run(t, While(), nil, apps.Serial, p)
	k := len(o.Residuals) - 1
	if o.Iterations != k || k < 5 || o.Residuals[k] > tolerance*(1+1e-6) || o.Residuals[k-1] <= tolerance {
		t.Errorf("stopped after %d iterations with residuals %v", o.Iterations, o.Residuals)
	}
	p.Iterations = k
	all := run(t, Program(), nil, apps.Serial, p).Residuals
	for i, r := range o.Residuals {
		if math.Float64bits(r) != math.Float64bits(all[i]) {
			t.Errorf("iteration %d: residual %v with a tolerance, %v without", i, r, all[i])
		}
	}
}

func TestCancelled(t *testing.T) {
	p := apps.Params{Size: []int{8, 16, 8}, Block: 4, Iterations: 3}
	apptest.Cancelled(t, Program(), p)
	apptest.Cancelled(t, While(), p)
}

func TestErrors(t *testing.T) {
	apptest.Errors(t, Program())
	apptest.Errors(t, While())
	_, err := Program().New(apps.Params{Size: []int{32, 20, 32}})
	if err == nil || err.Error() != "hpcg: ny is 20, want a multiple of 8: the grid is halved 3 times" {
		t.Errorf("ny = 20: %v", err)
	}
}

// Flops are those of the official report, written out; tasks are those that are submitted.
func TestWork(t *testing.T) {
	q, err := Program().New(apps.Params{Size: []int{32, 32, 32}, Block: 4, Iterations: 50})
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*problem)
	nnz := func(n int) float64 { m := float64(3*n - 2); return m * m * m }
	want := 151*4*32768 + 51*2*nnz(32) + 50*(10*(nnz(32)+nnz(16)+nnz(8))+4*nnz(4))
	if got := p.Work().Flops; got != want {
		t.Errorf("%v flops, want %v", got, want)
	}
	submitted := 0
	rt := task.New(task.Config{Workers: 1})
	defer rt.Close()
	count := p.kernels
	for _, f := range []*func(l, b, _ int){
		&count.doPreForward, &count.doPreBackward, &count.doRestrict, &count.doProlong, &count.doPostForward, &count.doPostBackward, &count.doBelow,
		&count.doStart, &count.doNorm, &count.doFindBeta, &count.doDirect, &count.doMultiply, &count.doFindAlpha, &count.doUpdate,
	} {
		*f = func(l, b, _ int) { submitted++ }
	}
	p.kernels = count
	if err := p.Run(context.Background(), rt, apps.Tasks); err != nil {
		t.Fatal(err)
	}
	if got := p.Work().Tasks; got != submitted {
		t.Errorf("Work says %d tasks, %d were submitted", got, submitted)
	}
}

// A result that is wrong in one element, or in one residual, is found.
func TestOutcomeFindsErrors(t *testing.T) {
	q, err := Program().New(apps.Params{Size: []int{8, 8, 8}, Iterations: 3})
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

// Each of the benchmark's checks can fail.
func TestChecks(t *testing.T) {
	for _, c := range []checks{{13, 2, 0, 0}, {12, 3, 0, 0}, {12, 2, 1.1, 0}, {12, 2, 0, math.NaN()}} {
		if c.err() == nil {
			t.Errorf("%v is no error", c)
		}
	}
	if err := (&checks{12, 2, 1, 1}).err(); err != nil {
		t.Error(err)
	}
}

// GFLOP/s as HPCG counts them, and GB/s of what must move if nothing stays in caches.
func BenchmarkForms(b *testing.B) {
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	for _, c := range []struct{ n, block, iterations int }{{32, 4, 50}, {32, 8, 50}, {104, 8, 5}, {104, 13, 5}} {
		q, err := Program().New(apps.Params{Size: []int{c.n, c.n, c.n}, Block: c.block, Iterations: c.iterations})
		if err != nil {
			b.Fatal(err)
		}
		w := q.Work()
		for _, f := range apps.Forms() {
			b.Run(fmt.Sprintf("n=%d/block=%d/form=%s", c.n, c.block, f), func(b *testing.B) {
				for b.Loop() {
					q.Reset()
					if err := q.Run(context.Background(), rt, f); err != nil {
						b.Fatal(err)
					}
				}
				ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
				b.ReportMetric(w.Flops/ns, "GFLOP/s")
				b.ReportMetric(w.Bytes/ns, "GB/s")
			})
		}
	}
}
