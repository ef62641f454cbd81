package iterative

import (
	"math"
	"testing"

	"heddle/lab"
)

// made returns the rows of a program whose work takes `work` ns on one core, under a variant
// whose tasks cost `cost` ns each, on two workers, for the given numbers of tasks.
func made(variant string, work, cost float64, tasks ...int) []lab.Record {
	var rows []lab.Record
	for _, n := range tasks {
		workers, ns := 2, work/2+cost*float64(n)/2
		if variant == serial {
			workers, ns = 1, work
		}
		rows = append(rows, lab.Record{Experiment: "iterative", Runtime: "heddle", App: "made", Variant: variant, Workers: workers,
			Block: 1 << 20 / n, Tasks: n, OK: true, MedianS: ns / 1e9, NsPerTask: ns / float64(n)})
	}
	return rows
}

var counts = []int{1 << 20, 1 << 18, 1 << 16, 1 << 14, 1 << 12}

func madeStudies(work, tasks, iter float64) []Study {
	records := append(made(serial, work, 0, counts...), made("tasks", work, tasks, counts...)...)
	records = append(records, made("taskiter+is", work, iter, counts...)...)
	compare(records)
	return Studies(records)
}

// With a cost of c a task the efficiency is a half where a task's work takes c, and its length,
// overhead included, is 2 c.
func TestMETG(t *testing.T) {
	s := madeStudies(1<<26, 500, 100)
	if len(s) != 1 || len(s[0].Curves) != 3 {
		t.Fatalf("%+v", s)
	}
	for variant, cost := range map[string]float64{"tasks": 500, "taskiter+is": 100} {
		c, _ := s[0].Curve("heddle", variant)
		m := c.METG()
		if m.AtMost || m.Never || math.Abs(m.Ns/(2*cost)-1) > 1e-9 {
			t.Errorf("%s: %+v, want %v ns", variant, m, 2*cost)
		}
	}
	cheap := madeStudies(1<<26, 500, 1)[0]
	c, _ := cheap.Curve("heddle", "taskiter+is")
	if m := c.METG(); !m.AtMost || m.Ns != Granularity(c.Rows[0]) {
		t.Errorf("tasks that cost 1 ns: %+v", m)
	}
	dear := madeStudies(1<<26, 1e6, 1)[0]
	c, _ = dear.Curve("heddle", "tasks")
	if m := c.METG(); !m.Never {
		t.Errorf("tasks that cost 1 ms: %+v", m)
	}
}

func TestMETGInWords(t *testing.T) {
	want := "made, 2 workers: the smallest tasks at 50 % efficiency (METG): tasks 1000 ns, taskiter+is 200 ns"
	if got := madeStudies(1<<26, 500, 100)[0].metgs(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	few := append(made(serial, 1<<26, 0, 1<<20), made("tasks", 1<<26, 500, 1<<20)...)
	compare(few)
	if got := Studies(few)[0].metgs(); got != "" {
		t.Errorf("of one block: %s", got)
	}
}

func TestSmallGranularity(t *testing.T) {
	// 64, 256, 1024, ... ns of work a task; taskiter+is takes 100 more: over half of the peak from 256 on.
	s := madeStudies(1<<26, 500, 100)[0]
	if block, bounded := s.Small(); block != 4 || !bounded {
		t.Errorf("block %d, bounded %v; want 4, true", block, bounded)
	}
	if block, bounded := madeStudies(1<<26, 500, 1)[0].Small(); block != 1 || bounded {
		t.Errorf("block %d, bounded %v; want 1, false: no smaller one was measured", block, bounded)
	}
}

func TestSpeeds(t *testing.T) {
	studies := madeStudies(1<<26, 500, 100)
	small := Speeds(studies, Small, "tasks")
	want := map[string]float64{"serial": (256 + 500.0) / 2 / 256, "tasks": 1, "taskiter+is": (256 + 500.0) / (256 + 100)}
	if len(small) != 6 {
		t.Fatalf("%d records, want three and their means", len(small))
	}
	for _, r := range small {
		if math.Abs(r.Value-want[r.Variant]) > 1e-9 || (r.App == "made") == (r.Note != "") {
			t.Errorf("%+v, want %v", r, want[r.Variant])
		}
	}
	for _, r := range Speeds(studies, Optimal, "tasks") {
		if r.Variant == "taskiter+is" && (r.Value < 1 || r.Value > 1.1) {
			t.Errorf("with large tasks: %+v", r)
		}
	}
}

func TestSummary(t *testing.T) {
	studies := madeStudies(1<<26, 500, 100)
	two := madeStudies(1<<26, 1200, 100)
	two[0].App = "second"
	records := Summary(append(studies, two...))
	var mean *lab.Record
	for i, r := range records {
		if r.Runtime == "heddle" && r.App == "" && r.Quantity == "taskiter+is is faster than it, small granularity" {
			mean = &records[i]
		}
	}
	want := math.Sqrt(756.0 / 356 * 1456 / 356)
	if mean == nil || math.Abs(mean.Value-want) > 1e-9 || mean.Variant != "tasks" {
		t.Errorf("%+v, want a mean of %v among %+v", mean, want, records)
	}
}

func TestFailedRowsAreLeftOut(t *testing.T) {
	records := made("tasks", 1<<26, 500, counts...)
	for i := range records {
		records[i].Fail("no")
	}
	if s := Studies(records); len(s) != 0 {
		t.Errorf("%+v", s)
	}
	if got := Speeds(Studies(made("tasks", 1<<26, 500, counts...)), Small, "taskcache"); len(got) != 0 {
		t.Errorf("speeds over what was not measured: %+v", got)
	}
}

// Ratios are those of the rounds: a clock that slows down in between hits both.
func TestRatiosAreOfRounds(t *testing.T) {
	a := lab.Record{MedianS: 2, Samples: []float64{1, 2, 4}}
	b := lab.Record{MedianS: 4, Samples: []float64{2, 4, 8}}
	if got := over(b, a); math.Abs(got-2) > 1e-12 {
		t.Errorf("%v, want 2", got)
	}
	a.Samples = nil
	if got := over(b, a); got != 2 {
		t.Errorf("without samples: %v, want 2", got)
	}
}
