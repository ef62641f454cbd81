package lab

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

// counted is a case that counts its runs and takes as many seconds.
func counted(variant string, runs *int) Case {
	return Case{
		Record: Record{Experiment: "e", Variant: variant},
		Clock: func(context.Context) (float64, error) {
			*runs++
			return float64(*runs), nil
		},
	}
}

// A complete record takes the place of a measurement, a partial one is continued, a failed one is
// tried again.
func TestPrior(t *testing.T) {
	prior := map[string]Record{}
	for _, r := range []Record{
		{Experiment: "e", Runtime: "heddle", Variant: "complete", OK: true, Reps: 5, Samples: []float64{9, 9, 9, 9, 9}, Note: "of old"},
		{Experiment: "e", Runtime: "heddle", Variant: "partial", OK: true, Partial: true, Reps: 2, Samples: []float64{7, 8}},
		{Experiment: "e", Runtime: "heddle", Variant: "failed", Error: "failed: killed"},
	} {
		prior[r.Key()] = r
	}
	runs := map[string]*int{"complete": new(0), "partial": new(0), "failed": new(0), "new": new(0)}
	var cases []Case
	for _, v := range []string{"complete", "partial", "failed", "new"} {
		cases = append(cases, counted(v, runs[v]))
	}
	plan := Plan{Reps: 5, Prior: func(key string) (Record, bool) { r, ok := prior[key]; return r, ok }}
	records, err := plan.Measure(context.Background(), cases)
	if err != nil || len(records) != 4 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, want := range []struct {
		runs    int // the warm-up included
		samples []float64
	}{{0, []float64{9, 9, 9, 9, 9}}, {4, []float64{7, 8, 2, 3, 4}}, {6, []float64{2, 3, 4, 5, 6}}, {6, []float64{2, 3, 4, 5, 6}}} {
		r := records[i]
		if n := *runs[r.Variant]; n != want.runs || !reflect.DeepEqual(r.Samples, want.samples) || !r.Complete() || r.Reps != 5 {
			t.Errorf("%s: %d runs, want %d; %+v, want samples %v", r.Variant, n, want.runs, r, want.samples)
		}
	}
	if records[0].Note != "of old" || records[0].Began != "" || records[1].Began == "" {
		t.Errorf("records %+v", records)
	}
}

// After an interrupt in the middle of a round the cases go on side by side.
func TestPriorOfAnUnfinishedRound(t *testing.T) {
	prior := map[string]Record{}
	for _, r := range []Record{
		{Experiment: "e", Runtime: "heddle", Variant: "before", OK: true, Partial: true, Samples: []float64{7, 8, 9}},
		{Experiment: "e", Runtime: "heddle", Variant: "after", OK: true, Partial: true, Samples: []float64{4, 5}},
	} {
		prior[r.Key()] = r
	}
	before, after := 0, 0
	plan := Plan{Reps: 4, Prior: func(key string) (Record, bool) { r, ok := prior[key]; return r, ok }}
	records, err := plan.Measure(context.Background(), []Case{counted("before", &before), counted("after", &after)})
	if err != nil || len(records) != 2 || before != 3 || after != 3 {
		t.Fatalf("%d and %d runs, %v", before, after, err)
	}
	for i, want := range [][]float64{{7, 8, 2, 3}, {4, 5, 2, 3}} {
		if !reflect.DeepEqual(records[i].Samples, want) {
			t.Errorf("%s: %v, want %v", records[i].Variant, records[i].Samples, want)
		}
	}
}

// With nothing left to do nothing is done, the peak included.
func TestPriorOfAll(t *testing.T) {
	done := Record{Experiment: "e", Variant: "a", OK: true, Samples: []float64{1}}
	plan := Plan{Reps: 1, Prior: func(string) (Record, bool) { return done, true }, Peak: func() float64 { t.Error("measured the peak"); return 1 }}
	runs := 0
	if records, err := plan.Measure(context.Background(), []Case{counted("a", &runs)}); err != nil || runs != 0 || len(records) != 1 {
		t.Errorf("%d runs, %v, %v", runs, records, err)
	}
}

// A snapshot is what an interrupt would leave behind at that moment, and the measurement goes on.
func TestSnapshot(t *testing.T) {
	var shots [][]Record
	runs := 0
	plan := Plan{Reps: 3, snapshotEvery: 1, Snapshot: func(r []Record) { shots = append(shots, r) }}
	records, err := plan.Measure(context.Background(), []Case{counted("a", &runs)})
	if err != nil || len(records) != 1 || records[0].Partial || len(shots) != 4 {
		t.Fatalf("%v, %v, %d snapshots", records, err, len(shots))
	}
	for i, shot := range shots {
		if i == 0 {
			if len(shot) != 0 { // the warm-up is no sample
				t.Errorf("after the warm-up: %+v", shot)
			}
			continue
		}
		if len(shot) != 1 || len(shot[0].Samples) != i || shot[0].Partial != (i < 3) || !shot[0].OK {
			t.Errorf("after round %d: %+v", i, shot)
		}
	}
}

func TestInterruptedIsPartial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	runs := 0
	c := counted("a", &runs)
	c.Finish = func(*Record) {
		if runs < 3 {
			t.Error("finished too early")
		}
	}
	clock := c.Clock
	c.Clock = func(ctx context.Context) (float64, error) {
		if runs == 3 {
			cancel()
			return 0, ctx.Err()
		}
		return clock(ctx)
	}
	records, err := Plan{Reps: 5}.Measure(ctx, []Case{c})
	if !errors.Is(err, context.Canceled) || len(records) != 1 || !records[0].Partial || len(records[0].Samples) != 2 || records[0].Complete() {
		t.Errorf("%v, %+v", err, records)
	}
}

func TestLatest(t *testing.T) {
	a1, b, a2 := Record{Experiment: "e", Variant: "a", Reps: 1}, Record{Experiment: "e", Variant: "b"}, Record{Experiment: "e", Variant: "a", Reps: 2, OK: true}
	if got := Latest([]Record{a1, b, a2}); len(got) != 2 || got[0].Reps != 2 || got[1].Variant != "b" {
		t.Errorf("%+v", got)
	}
}

// What is known beforehand tells cases apart, what is measured does not.
func TestKey(t *testing.T) {
	spec := Record{Experiment: "e", Variant: "v", N: 3, Seed: 1, BodyNs: new(5)}
	measured := spec
	measured.OK, measured.Error, measured.Note, measured.Samples, measured.MedianS = true, "x", "y", []float64{1}, 1
	measured.GFlops, measured.Residual, measured.CPU, measured.Began, measured.Runtime = 1, new(1.0), "c", "now", "heddle"
	if spec.Key() != measured.Key() {
		t.Errorf("%s and %s", spec.Key(), measured.Key())
	}
	for _, other := range []Record{{}, {Experiment: "e", Variant: "v", N: 4, Seed: 1}, {Experiment: "e", Variant: "v", N: 3, Seed: 2, BodyNs: new(5)}} {
		if spec.Key() == other.Key() {
			t.Errorf("%+v and %+v have one key", spec, other)
		}
	}
}
