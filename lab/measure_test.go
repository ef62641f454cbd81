package lab

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"heddle/task"
)

// logged returns a case that appends its name to log when it runs.
func logged(name string, log *[]string) Case {
	return Case{
		Record: Record{Experiment: "test", Variant: name},
		Run: func(context.Context) error {
			*log = append(*log, name)
			return nil
		},
	}
}

func TestMeasureInterleaves(t *testing.T) {
	var log []string
	records, err := Plan{Reps: 3}.Measure(context.Background(), []Case{logged("a", &log), logged("b", &log)})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(log, ""); got != "abababab" {
		t.Errorf("order of runs %q, want warm-up and three rounds: abababab", got)
	}
	if len(records) != 2 || records[0].Variant != "a" || records[1].Variant != "b" {
		t.Fatalf("records %+v", records)
	}
	for _, r := range records {
		if !r.OK || r.Reps != 3 || len(r.Samples) != 3 || r.MinS > r.MedianS || r.MedianS > r.MaxS {
			t.Errorf("record %+v", r)
		}
	}
}

// Before each case of another runtime than the last one's workers come to rest.
func TestMeasureSettles(t *testing.T) {
	var log []string
	var cases []Case
	first, second := task.New(task.Config{Workers: 1}), task.New(task.Config{Workers: 1})
	defer first.Close()
	defer second.Close()
	for i, rt := range []*task.Runtime{nil, first, first, second, nil} {
		c := logged(string(rune('a'+i)), &log)
		c.Runtime = rt
		cases = append(cases, c)
	}
	plan := Plan{Reps: 1, settle: func() { log = append(log, "-") }}
	if _, err := plan.Measure(context.Background(), cases); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(log, ""); got != "abc-d-eabc-d-e" {
		t.Errorf("%q, want abc-d-eabc-d-e", got)
	}
}

func TestMeasureRefusesWrongAnswers(t *testing.T) {
	for _, ratio := range []float64{31, math.Inf(1), math.NaN()} {
		var log []string
		bad, good := logged("bad", &log), logged("good", &log)
		bad.Check = func() (float64, error) { return ratio, nil }
		good.Check = func() (float64, error) { return 0.5, nil }
		records, err := Plan{Reps: 2}.Measure(context.Background(), []Case{bad, good})
		if err != nil {
			t.Fatal(err)
		}
		r := records[0]
		if r.OK || r.MedianS != 0 || r.Samples != nil || !strings.Contains(r.Error, "wrong answer") {
			t.Errorf("ratio %v: record %+v", ratio, r)
		}
		if r := records[1]; !r.OK || r.Residual == nil || *r.Residual != 0.5 {
			t.Errorf("the right answer beside it: %+v", r)
		}
		if got := strings.Join(log, " "); got != "bad good good good" {
			t.Errorf("runs %q: a failed case must not run again, the others must", got)
		}
	}
}

func TestMeasureFailsLate(t *testing.T) {
	runs := 0
	c := Case{Record: Record{Variant: "late"}, Run: func(context.Context) error {
		if runs++; runs == 3 {
			return errors.New("broken")
		}
		return nil
	}}
	records, _ := Plan{Reps: 5}.Measure(context.Background(), []Case{c})
	if len(records) != 1 || records[0].OK || records[0].Error != "broken" || records[0].Samples != nil {
		t.Errorf("records %+v: a case that failed once has no time", records)
	}
}

func TestMeasureKeepsWhatCancelLeaves(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("interrupt")
	var log []string
	a, b := logged("a", &log), logged("b", &log)
	runs := 0
	a.Run = func(ctx context.Context) error {
		if runs++; runs == 4 {
			cancel(stop)
			return ctx.Err()
		}
		return nil
	}
	records, err := Plan{Reps: 10}.Measure(ctx, []Case{a, b})
	if !errors.Is(err, stop) {
		t.Errorf("error %v, want the cause", err)
	}
	if len(records) != 2 || !records[0].OK || records[0].Reps != 2 || records[1].Reps != 2 {
		t.Errorf("records %+v, want two repetitions of each", records)
	}
}

func TestMeasureBudget(t *testing.T) {
	m := &measurement{Plan: Plan{Reps: 20, Budget: 1e9, Progress: Silent{}}}
	for _, c := range []struct {
		seconds float64
		want    int
	}{{0.01, 20}, {0.05, 20}, {0.1, 10}, {10, 3}} {
		r := &run{Case: &Case{}, reps: 20}
		m.limit(r, c.seconds)
		if r.reps != c.want {
			t.Errorf("runs of %v s in a budget of 1 s: %d repetitions, want %d", c.seconds, r.reps, c.want)
		}
	}
}

func TestMeasureRates(t *testing.T) {
	var log []string
	c := logged("rate", &log)
	c.Flops = 1e9
	prepared, finished := 0, 0
	c.Prepare = func() error { prepared++; return nil }
	c.Finish = func(r *Record) { finished++ }
	peaks := 0
	plan := Plan{Reps: 2, Peak: func() float64 { peaks++; return 100 }}
	records, _ := plan.Measure(context.Background(), []Case{c})
	r := records[0]
	if want := 1 / r.MedianS; math.Abs(r.GFlops-want) > 1e-9*want || r.PeakGFlops != 100 || r.PeakFraction != r.GFlops/100 {
		t.Errorf("record %+v", r)
	}
	if prepared != 3 || finished != 1 || peaks != 3 {
		t.Errorf("prepared %d, finished %d, peaks %d times; want 3, 1, 3", prepared, finished, peaks)
	}
}

func TestMeasureTakesTheCasesClock(t *testing.T) {
	c := Case{Record: Record{Variant: "clock"}, Flops: 3e9, Clock: func(context.Context) (float64, error) { return 1.5, nil }}
	records, err := Plan{Reps: 3}.Measure(context.Background(), []Case{c})
	if err != nil || len(records) != 1 || records[0].MedianS != 1.5 || records[0].GFlops != 2 {
		t.Errorf("records %+v, %v", records, err)
	}
}

// remarks is a Progress that keeps remarks.
type remarks struct {
	Silent
	said []string
}

func (r *remarks) Remark(text string) { r.said = append(r.said, text) }

func TestMeasurePatience(t *testing.T) {
	var log []string
	said := &remarks{}
	records, err := Plan{Reps: 50, Patience: 1, Progress: said}.Measure(context.Background(), []Case{logged("a", &log)})
	if err != nil || len(records) != 1 || !records[0].OK || records[0].Reps < 1 || records[0].Reps > minReps {
		t.Errorf("records %+v, %v: want few repetitions, but one at least", records, err)
	}
	if len(said.said) != 1 || !strings.Contains(said.said[0], "instead of 50") {
		t.Errorf("remarks %q", said.said)
	}
	m := &measurement{Plan: Plan{Patience: 10}}
	for _, c := range []struct {
		round   int
		elapsed time.Duration
		late    bool
	}{{1, 1000, false}, {2, 29, false}, {2, 31, true}, {3, 31, true}, {4, 9, false}, {4, 11, true}} {
		if got := m.late(c.round, c.elapsed); got != c.late {
			t.Errorf("round %d after %d of 10: late is %v", c.round, c.elapsed, got)
		}
	}
}
