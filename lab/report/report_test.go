package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"heddle/lab"
)

// synthetic are the records of a run with made-up times: two variants, two tile sizes, one
// wrong answer.
func synthetic() []lab.Record {
	base := lab.Record{Experiment: "cholesky", Runtime: "heddle", Routine: "potrf", Workers: 2, Pin: "close",
		N: 512, Reps: 3, Seed: 1, OK: true, PeakGFlops: 200}
	row := func(variant string, tile int, ms ...float64) lab.Record {
		r := base
		r.Variant, r.Tile, r.Tiles = variant, tile, 512/tile
		for _, m := range ms {
			r.Samples = append(r.Samples, m/1e3)
		}
		s := lab.Summarize(r.Samples)
		r.MedianS, r.MinS, r.MaxS = s.Median, s.Min, s.Max
		r.GFlops = 512 * 512 * 512 / 3.0 / s.Median / 1e9
		r.PeakFraction = r.GFlops / r.PeakGFlops
		r.Residual = new(0.01)
		return r
	}
	wrong := base
	wrong.Variant, wrong.Tile, wrong.Tiles, wrong.Residual = "future-data", 64, 8, new(31.5)
	wrong.Fail("wrong answer: residual ratio 31.5, right below 30")
	return []lab.Record{
		row("for-naive", 64, 0.8, 0.79, 0.81),
		row("for-naive", 128, 1, 0.99, 1.02),
		row("task-async", 64, 0.4, 0.38, 0.41),
		row("task-async", 128, 0.5, 0.51, 0.49),
		wrong,
	}
}

func printed(t *testing.T, format string, records []lab.Record) string {
	t.Helper()
	var b bytes.Buffer
	sink, err := New(format, &b)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := sink.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := sink.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTable(t *testing.T) {
	want := strings.TrimPrefix(`
cholesky, potrf, n = 512, 2 workers (pin close), 3 repetitions, FMA peak 200.0 GFLOP/s

  variant      tiles  tile  median us  min us  max us  GFLOP/s  % peak  residual  x first  95 % interval
  for-naive        8    64      800.0   790.0   810.0    55.92   27.96    0.0100    1.00x
  for-naive        4   128       1000   990.0    1020    44.74   22.37    0.0100    0.80x  [0.79, 0.81]
* task-async       8    64      400.0   380.0   410.0    111.8   55.92    0.0100    2.00x  [1.89, 2.16]
  task-async       4   128      500.0   490.0   510.0    89.48   44.74    0.0100    1.60x  [1.47, 1.74]
  future-data      8    64                                                 31.50

future-data, potrf, n = 512, tile 64 FAILED: wrong answer: residual ratio 31.5, right below 30

Winner: task-async with tiles of 64, 400.0 us, 111.8 GFLOP/s, 56 % of peak.
The others take, each at its best: for-naive 2.00x [1.89, 2.16].
`, "\n")
	if got := printed(t, "table", synthetic()); got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
}

func TestTableFitsTheScreen(t *testing.T) {
	for line := range strings.Lines(printed(t, "table", synthetic())) {
		if len(line) > 121 {
			t.Errorf("line of %d columns: %s", len(line), line)
		}
	}
}

func TestTableSplitsProblems(t *testing.T) {
	records := synthetic()[:2]
	records[1].N = 1024
	got := printed(t, "table", records)
	if strings.Count(got, "cholesky, potrf") != 2 || strings.Contains(got, "Winner") {
		t.Errorf("two sizes are two tables with one row each, and no winner:\n%s", got)
	}
}

// With kernels that do nothing another number of tiles is another problem.
func TestTableSplitsGraphs(t *testing.T) {
	records := synthetic()[:4]
	for i := range records {
		records[i].Noop = true
	}
	got := printed(t, "table", records)
	if strings.Count(got, "Winner: task-async") != 2 || strings.Count(got, "for-naive 2.00x [1.8") != 2 {
		t.Errorf("two tables, each with its winner, twice as fast as the first row:\n%s", got)
	}
}

// A heading says what tells its table from the next, and nothing twice.
func TestHeadings(t *testing.T) {
	var records []lab.Record
	for _, pattern := range []string{"level 1", "level 0"} {
		for _, v := range []string{"stealing", "hybrid"} {
			records = append(records, lab.Record{Experiment: "tree", Variant: v, Pattern: pattern, N: 99, OK: true, MedianS: 1})
		}
	}
	records = append(records, lab.Record{Experiment: "gemm", Routine: "gemm", Variant: "malleable", N: 8, OK: true, MedianS: 1})
	var got []string
	for _, s := range Sheets(records) {
		got = append(got, s.Heading)
	}
	if want := "tree, level 1, n = 99; tree, level 0, n = 99; gemm, n = 8"; strings.Join(got, "; ") != want {
		t.Errorf("headings %s, want %s", strings.Join(got, "; "), want)
	}
}

// Kernels of one routine stand side by side.
func TestTableComparesKernels(t *testing.T) {
	var records []lab.Record
	for _, n := range []int{64, 256} {
		for _, k := range []string{"avx2", "go"} {
			records = append(records, lab.Record{Experiment: "blas", Routine: "gemm", Kernel: k, N: n, Workers: 1, OK: true, MedianS: 1})
		}
	}
	got := printed(t, "table", records)
	if strings.Count(got, "blas, gemm") != 1 || strings.Count(got, "avx2") != 2 {
		t.Errorf("one table with a column for kernels:\n%s", got)
	}
}

func TestJSON(t *testing.T) {
	got := printed(t, "json", synthetic())
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines, want 5", len(lines))
	}
	for i, line := range lines {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		for _, f := range []string{"experiment", "runtime", "variant", "routine", "workers", "n", "tiles", "tile", "residual", "ok", "seed"} {
			if _, ok := m[f]; !ok {
				t.Errorf("line %d has no %s: %s", i+1, f, line)
			}
		}
		right := i < 4
		if m["ok"] != right {
			t.Errorf("line %d: ok %v, want %v", i+1, m["ok"], right)
		}
		for _, f := range []string{"median_s", "min_s", "max_s", "gflops", "peak_fraction"} {
			if _, ok := m[f]; ok != right {
				t.Errorf("line %d: %s there: %v, want %v (a wrong answer has no time)", i+1, f, ok, right)
			}
		}
	}
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(printed(t, "csv", synthetic()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 6 {
		t.Fatalf("%d rows, want a header and five", len(rows))
	}
	value := func(row int, name string) string {
		for j, n := range rows[0] {
			if n == name {
				return rows[row][j]
			}
		}
		t.Fatalf("no column %s in %v", name, rows[0])
		return ""
	}
	if got := value(3, "variant") + " " + value(3, "median_s") + " " + value(3, "ok"); got != "task-async 0.0004 true" {
		t.Errorf("row 3: %s", got)
	}
	if value(5, "median_s") != "" || value(5, "residual") != "31.5" || value(5, "ok") != "false" {
		t.Errorf("row 5: %v", rows[5])
	}
}

func TestGobench(t *testing.T) {
	got := printed(t, "gobench", synthetic())
	for _, want := range []string{
		"pkg: heddle\n",
		"BenchmarkCholesky/variant=task-async/routine=potrf/n=512/tiles=8/tile=64-2 1 380000.0 ns/op 117.73 GFLOP/s\n",
		"# BenchmarkCholesky/variant=future-data/routine=potrf/n=512/tiles=8/tile=64-2 failed: wrong answer",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\nBenchmark"); n != 12 {
		t.Errorf("%d lines of results, want one for each of 12 samples", n)
	}
}

func TestGobenchOfQuantities(t *testing.T) {
	got := printed(t, "gobench", []lab.Record{
		{Experiment: "peak", Quantity: "fma_peak", Value: 120.5, Unit: "GFLOP/s", Workers: 2, OK: true},
		{Experiment: "peak", Quantity: "cpu", Note: "a model is no number", OK: true},
	})
	if want := "BenchmarkPeak/quantity=fma_peak-2 1 120.5 GFLOP/s\n"; !strings.HasSuffix(got, "heddle\n"+want) {
		t.Errorf("%q, want only %q after the heading", got, want)
	}
}

func TestNewRefusesUnknownFormats(t *testing.T) {
	for _, format := range []string{"jsno", "", "*", "all"} {
		if _, err := New(format, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "gobench") {
			t.Errorf("New(%q): %v, want an error that lists the formats", format, err)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for file, want := range map[string]string{"a.json": "json", "b/c.JSONL": "json", "d.csv": "csv", "e.bench": "gobench", "f.txt": "x", "g": "x"} {
		if got := FormatOf(file, "x"); got != want {
			t.Errorf("FormatOf(%q) = %q, want %q", file, got, want)
		}
	}
}

func TestSignificant(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1.000", 12.345: "12.35", 123.45: "123.5", 1234.5: "1234", 0.0123456: "0.0123", 1e-9: "1e-09", 2.5e9: "2.5e+09"} {
		if got := significant(x); got != want {
			t.Errorf("significant(%v) = %s, want %s", x, got, want)
		}
	}
}

// An interval that excludes 1 looks as if it did.
func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0.7049: "70", 0.0123: "1", 0.0099: "1", 0.00414: "0.4", 0.0000448: "0.004"} {
		if got := percent(x); got != want {
			t.Errorf("percent(%v) = %s, want %s", x, got, want)
		}
	}
}

func TestInterval(t *testing.T) {
	for want, r := range map[string]lab.Ratio{
		"[1.0031, 123]":  {Value: 2, Low: 1.0031, High: 123.4},
		"[0.50, 0.9999]": {Value: 0.7, Low: 0.5, High: 0.99993},
		"[1.00, 1.00]":   {Value: 1, Low: 1, High: 1},
		"":               {Value: 3},
	} {
		if got := Interval(r); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
	if got := Interval(lab.Ratio{Value: 38, Low: 2e-5, High: 7e7}); got != "" {
		t.Errorf("an interval that says nothing is printed as %s", got)
	}
}

func TestWinnerRanksEachVariantAtItsBest(t *testing.T) {
	var records []lab.Record
	for i, ms := range []float64{4, 9, 2, 8, 3, 6} {
		records = append(records, lab.Record{Experiment: "x", Variant: string(rune('a' + i/2)), N: 1, Tile: 8 << (i % 2),
			OK: true, MedianS: ms / 1e3})
	}
	want := "Fastest by the medians alone: b with tiles of 8, 2.000 ms.\nThe others take, each at its best: c 1.50x, a 2.00x.\n"
	if got := printed(t, "table", records); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant at its end\n%s", got, want)
	}
}

// Who is within the noise of the fastest is named with it, and nobody wins.
func TestWinnerNeedsAnInterval(t *testing.T) {
	row := func(runtime, variant, queue string, ms ...float64) lab.Record {
		r := lab.Record{Experiment: "x", Runtime: runtime, Variant: variant, Queue: queue, N: 1, OK: true}
		for _, m := range ms {
			r.Samples = append(r.Samples, m/1e3)
		}
		r.MedianS = lab.Summarize(r.Samples).Median
		return r
	}
	records := []lab.Record{
		row("heddle", "a", "always", 2, 2.1, 1.9, 2, 2.05),
		row("openmp-gcc", "a", "", 2.02, 2.0, 1.99, 2.03, 2.01),
		row("lapacke", "lapacke", "", 4, 4.1, 4, 3.9, 4.2),
	}
	got := printed(t, "table", records)
	for _, want := range []string{"\nNo clear winner: a (always), 2.000 ms.\nNot told apart from it by 95 % intervals: openmp-gcc a 1.01x [0.9", "each at its best: lapacke 2.0"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Where a run was cut short, one round in common may say the contrary of the medians.
func TestMediansAlone(t *testing.T) {
	a := lab.Record{Experiment: "x", Runtime: "heddle", Variant: "a", N: 1, OK: true, MedianS: 0.01, Samples: []float64{0.01}}
	b := a
	b.Variant, b.MedianS, b.Samples = "b", 0.02, []float64{0.009, 0.031}
	got := printed(t, "table", []lab.Record{a, b})
	for _, want := range []string{"\nFastest by the medians alone: a, 10.00 ms.\n", "each at its best: b 2.00x.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestWrap(t *testing.T) {
	var words []string
	for range 40 {
		words = append(words, "future-handle 1.05x")
	}
	s := Sentence{"Start:", words}
	for line := range strings.Lines(s.wrap()) {
		if len(line) > 101 {
			t.Errorf("line of %d columns: %q", len(line), line)
		}
	}
	if joined := strings.Join(strings.Fields(s.wrap()), " "); joined != s.String() || joined != "Start: "+strings.Join(words, ", ")+"." {
		t.Errorf("words were lost: %s", joined)
	}
}

// Rows of an example program make one table for a size, the serial form among them.
func TestExamplePrograms(t *testing.T) {
	row := func(variant string, workers, block int, ms float64) lab.Record {
		return lab.Record{Experiment: "iterative", Runtime: "heddle", App: "heat", Variant: variant, Workers: workers,
			Size: []int{8, 16}, Block: block, Iterations: 5, Tasks: 100, OK: true, MedianS: ms / 1e3, GFlops: 1,
			NsPerTask: ms * 1e4, SerialNs: 1e4, VersusIdeal: 1.5}
	}
	records := []lab.Record{row("serial", 1, 4, 1), row("taskiter+is", 2, 4, 0.5)}
	got := printed(t, "table", records)
	for _, want := range []string{"iterative, heat, size 8x16, 5 iterations\n", "block", "x ideal", "Fastest by the medians alone: taskiter+is with blocks of 4, 500.0 us"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Count(got, "iterative,") != 1 || strings.Contains(got, "over ns") {
		t.Errorf("one table without the columns of task overhead:\n%s", got)
	}
	if got := printed(t, "csv", records); !strings.Contains(got, ",8x16,4,5,") {
		t.Errorf("no size in\n%s", got)
	}
	if got := printed(t, "gobench", records); strings.Contains(got, "/app=heat/") {
		t.Errorf("rows without samples in\n%s", got)
	}
	records[1].Samples = []float64{0.0005}
	if got := printed(t, "gobench", records); !strings.Contains(got, "BenchmarkIterative/app=heat/variant=taskiter+is/size=8x16/block=4/iterations=5-2 1 500000.0 ns/op") {
		t.Errorf("%s", got)
	}
}

// A quantity over programs is a table with a column for each of them.
func TestQuantitiesOverPrograms(t *testing.T) {
	row := func(app, runtime, variant string, value float64, note string) lab.Record {
		return lab.Record{Experiment: "iterative", Runtime: runtime, App: app, Variant: variant, Workers: 2, OK: true,
			Quantity: "METG", Value: value, Unit: "ns", Note: note}
	}
	got := printed(t, "table", []lab.Record{
		row("heat", "heddle", "tasks", 900, ""), row("heat", "heddle", "taskiter+is", 150.25, "or less"),
		row("nbody", "heddle", "tasks", 1200, ""), row("heat", "openmp-gcc", "tasks", 3000, ""),
		row("", "heddle", "tasks", 1039.2, "geometric mean of 2"), row("", "heddle", "taskiter+is", 75, "geometric mean of 2"),
		row("", "openmp-gcc", "tasks", 3000, "geometric mean of 2; the paper: 5.2"),
	})
	want := `iterative, METG in ns, 2 workers

                     heat  nbody  mean
  tasks               900   1200  1039
  taskiter+is       150.2           75
  openmp-gcc tasks   3000         3000

or less: taskiter+is heat.
geometric mean of 2: tasks mean, taskiter+is mean.
geometric mean of 2; the paper: 5.2: openmp-gcc tasks mean.
`
	if got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
}
