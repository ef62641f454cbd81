package iterative

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"heddle/lab"
)

func measured(t *testing.T, s Spec) []lab.Record {
	t.Helper()
	var kept lab.Collect
	s.Programs, s.Reps = own, 2
	records, err := s.Measure(context.Background(), &lab.Session{Sink: &kept})
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != len(kept.Records) {
		t.Errorf("%d records returned, %d taken", len(records), len(kept.Records))
	}
	return records
}

func TestSpecMeasuresEveryVariantAndBlock(t *testing.T) {
	records := measured(t, Spec{Apps: []string{"sums"}, Size: []int{5}, Blocks: []int{1, 5}, Iterations: 20, Workers: []int{1, 2}, Seed: 3})
	if want := 2 * (1 + 2*9); len(records) != want {
		t.Errorf("%d records, want %d", len(records), want)
	}
	for _, r := range records {
		if !r.OK || r.App != "sums" || !slices.Equal(r.Size, []int{5, 5}) || r.Iterations != 20 || r.Reps != 2 || r.Seed != 3 {
			t.Errorf("%+v", r)
		}
		if r.Tasks != 20*25/r.Block || r.GFlops <= 0 || r.NsPerTask <= 0 || r.SerialNs <= 0 || r.VersusIdeal <= 0 {
			t.Errorf("%+v", r)
		}
		if (r.Variant == "serial") && r.Workers != 1 {
			t.Errorf("serial on %d workers", r.Workers)
		}
	}
}

// Blocks larger than the problem are refused before anything is measured, and by name.
func TestSpecRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Apps: []string{"sum"}}, `unknown program "sum": did you mean sums?`},
		{Spec{Variants: []string{"iter"}}, `unknown variant "iter": did you mean taskiter`},
		{Spec{Runtimes: []string{"openmp"}}, `unknown runtime "openmp"`},
		{Spec{Apps: []string{"sums"}, Size: []int{1, 2, 3}}, "sums: the size has 3 numbers, want 2: rows,columns"},
		{Spec{Apps: []string{"sums"}, Blocks: []int{1, 25}}, "sums: a block of 25 cells: want 24 at most"},
	} {
		var kept lab.Collect
		c.spec.Programs = own
		err := c.spec.Run(context.Background(), &lab.Session{Sink: &kept})
		var unknown *lab.UnknownNameError
		var refused *lab.SpecError
		if err == nil || !strings.Contains(err.Error(), c.want) || !(errors.As(err, &unknown) || errors.As(err, &refused)) {
			t.Errorf("%v, want %s", err, c.want)
		}
		if len(kept.Records) > 0 {
			t.Errorf("%v: measured before it was refused", err)
		}
	}
}

func TestSpecReportsWrongResults(t *testing.T) {
	records := measured(t, Spec{Apps: []string{"broken"}, Variants: []string{"tasks", "serial"}})
	if len(records) != 2 || records[0].OK || !strings.Contains(records[0].Error, "cell 0 is 6") || !records[1].OK {
		t.Errorf("%+v", records)
	}
}

// Every program of the table is studied, at sizes and blocks that it accepts.
func TestEveryProgramIsStudied(t *testing.T) {
	trials, err := Spec{}.trials()
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		if len(trial.params) < 4 {
			t.Errorf("%s: %d blocks, want several: is it in the study?", trial.program.Name, len(trial.params))
		}
		blocks := make([]int, len(trial.params))
		for i, p := range trial.params {
			if blocks[i] = p.Block; p.Iterations < 2 {
				t.Errorf("%s: %d iterations", trial.program.Name, p.Iterations)
			}
		}
		if !slices.IsSorted(blocks) {
			t.Errorf("%s: blocks %v", trial.program.Name, blocks)
		}
	}
}

func TestCompareWithTheBestSerialRow(t *testing.T) {
	row := func(variant string, workers, tasks int, seconds float64) lab.Record {
		return lab.Record{Variant: variant, Workers: workers, Tasks: tasks, OK: true, MedianS: seconds,
			NsPerTask: seconds * 1e9 / float64(tasks)}
	}
	records := []lab.Record{row("serial", 1, 10, 4e-6), row("tasks", 2, 10, 6e-6), row("serial", 1, 5, 2e-6), row("tasks", 2, 5, 1e-6)}
	compare(records)
	for i, want := range []struct{ serial, ideal float64 }{{200, 2}, {200, 6}, {400, 1}, {400, 1}} {
		if r := records[i]; r.SerialNs != want.serial || r.VersusIdeal != want.ideal {
			t.Errorf("row %d: serial %v ns, %v of the ideal; want %v, %v", i, r.SerialNs, r.VersusIdeal, want.serial, want.ideal)
		}
	}
	without := []lab.Record{row("tasks", 2, 10, 6e-6)}
	compare(without)
	if without[0].SerialNs != 0 || without[0].VersusIdeal != 0 {
		t.Errorf("compared with nothing: %+v", without[0])
	}
}

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		least, most, factor int
		want                []int
	}{{2, 16, 2, []int{2, 4, 8, 16}}, {2, 15, 2, []int{2, 4, 15}}, {4, 4, 2, []int{4}}, {1, 100, 10, []int{1, 10, 100}}} {
		if got := between(c.least, c.most, c.factor); !slices.Equal(got, c.want) {
			t.Errorf("between(%d, %d, %d) = %v, want %v", c.least, c.most, c.factor, got, c.want)
		}
	}
}
