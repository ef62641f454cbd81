package peers

import (
	"context"
	"math"
	"testing"

	"heddle/apps"
	"heddle/apps/fwi"
	"heddle/apps/heat"
	"heddle/apps/hpccg"
	"heddle/apps/hpcg"
	"heddle/apps/multisaxpy"
	"heddle/apps/nbody"
	"heddle/lab"
)

// The OpenMP forms of the example programs compute what heddle's compute: as many tasks and
// iterations, the same checksum, or last residual. (That they agree with their own serial form,
// bit by bit, the drivers check in every repetition.)
func TestPrograms(t *testing.T) {
	found, err := Find(context.Background(), "openmp-*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		b := Builder{}.Build(context.Background(), f)
		if !f.Found {
			t.Logf("%s: %v", f.Peer.Name, b.Err)
			continue
		}
		if b.Err != nil {
			t.Fatal(b.Err)
		}
		for _, c := range []struct {
			program apps.Program
			params  apps.Params
		}{
			{multisaxpy.Program(), apps.Params{Size: []int{5000}, Block: 300, Iterations: 7, Seed: 3}},
			{heat.Program(), apps.Params{Size: []int{50, 37}, Block: 6, Iterations: 9}},
			{heat.While(), apps.Params{Size: []int{30, 40}, Block: 7, Iterations: 500}},
			{nbody.Program(), apps.Params{Size: []int{71}, Block: 10, Iterations: 4, Seed: 2}},
			{fwi.Program(), apps.Params{Size: []int{13, 14, 15}, Block: 4, Iterations: 20}},
			{hpccg.Program(), apps.Params{Size: []int{8, 9, 10}, Block: 11, Iterations: 12}},
			{hpcg.Program(), apps.Params{Size: []int{16, 24, 16}, Block: 4, Iterations: 9}},
			{hpcg.While(), apps.Params{Size: []int{16, 16, 16}, Block: 3, Iterations: 60}},
		} {
			t.Run(f.Peer.Name+"/"+c.program.Name, func(t *testing.T) { sameResult(t, b, c.program, c.params) })
		}
	}
}

func sameResult(t *testing.T, b Built, program apps.Program, params apps.Params) {
	t.Helper()
	p, err := program.New(params)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), nil, apps.Serial); err != nil {
		t.Fatal(err)
	}
	o := p.Outcome()
	want := o.Values[0].Value
	if len(o.Residuals) > 0 && o.Values[0].Name == "largest error of x" {
		want = o.Residuals[len(o.Residuals)-1]
	}
	f := &Fleet{Ready: []Built{b}}
	defer f.Close()
	params = p.Params()
	cases := f.Program(Program{App: program.Name, Size: params.Size, Block: params.Block, Iterations: params.Iterations,
		Threads: 2, Pin: "close", Seed: params.Seed}, nil)
	if len(cases) != 2 {
		t.Fatalf("%d cases, want tasks and worksharing", len(cases))
	}
	records, err := lab.Plan{Reps: 2}.Measure(context.Background(), cases)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		got := f.cases[i].last
		if !r.OK || r.Tasks != p.Work().Tasks || got.Iterations != o.Iterations {
			t.Errorf("%s: ok %v %s, %d tasks and %d iterations, want %d and %d", r.Variant, r.OK, r.Error,
				r.Tasks, got.Iterations, p.Work().Tasks, o.Iterations)
		}
		if math.Abs(got.Value-want) > 1e-7*math.Abs(want) {
			t.Errorf("%s: value %v, want %v", r.Variant, got.Value, want)
		}
	}
}
