package tree

import (
	"context"
	"math/bits"
	"strings"
	"testing"

	program "heddle/apps/tree"
	"heddle/lab"
)

func TestRun(t *testing.T) {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := Spec{Tree: program.Params{Levels: 3, Order: 400, Seed: 3}, Workers: 2, Reps: 3, Levels: true}
	if err := spec.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	if err := session.Err(); err != nil {
		t.Error(err)
	}
	if want := len(Modes()) * 4; len(kept.Records) != want {
		t.Fatalf("%d records, want %d", len(kept.Records), want)
	}
	flops := map[string]float64{}
	for _, r := range kept.Records {
		if !r.OK || r.Reps != 3 || r.GFlops <= 0 || r.Workers != 2 {
			t.Errorf("record %+v", r)
		}
		checked := r.Pattern == Whole || r.Pattern == LevelPattern(0)
		if (r.Residual != nil) != checked {
			t.Errorf("%s %s: residual %v", r.Variant, r.Pattern, r.Residual)
		}
		flops[r.Pattern] = r.GFlops * r.MedianS
	}
	if sum := flops[LevelPattern(0)] + flops[LevelPattern(1)] + flops[LevelPattern(2)]; sum < 0.999*flops[Whole] || sum > 1.001*flops[Whole] {
		t.Errorf("the levels have %g Gflop, the whole tree %g", sum, flops[Whole])
	}
}

// Rivals that are installed factor the same tree; the others say what brings them.
func TestRivals(t *testing.T) {
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	spec := Spec{Runtimes: []string{"all"}, Modes: []string{"malleable"}, Tree: Params{Levels: 3, Order: 500, Seed: 4}, Workers: 2, Reps: 1}
	if err := spec.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range kept.Records {
		seen[r.Runtime] = true
		if !r.OK && !strings.HasPrefix(r.Error, "not installed: ") {
			t.Errorf("%s %s: %s", r.Runtime, r.Variant, r.Error)
		}
	}
	if len(seen) != len(Runtimes()) {
		t.Errorf("records of %v, want of %v", seen, Runtimes())
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Modes: []string{"maleable"}}, "did you mean malleable"},
		{Spec{Workers: -1}, "workers"},
		{Spec{Runtimes: []string{"tbbb"}}, "did you mean tbb"},
		{Spec{Tree: program.Params{Levels: 99}}, "levels"},
		{Spec{Tree: program.Params{Order: 1 << (bits.UintSize/2 + 8)}}, "order"},
	} {
		var kept lab.Collect
		err := c.spec.Run(context.Background(), &lab.Session{Sink: &kept})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(kept.Records) > 0 {
			t.Errorf("%+v: %v with %d records, want %q and none", c.spec, err, len(kept.Records), c.want)
		}
	}
}
