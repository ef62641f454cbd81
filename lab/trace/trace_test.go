package trace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/task"
)

// cholesky records the tasks of a tiled Cholesky with t tiles a side, whose bodies are empty.
func cholesky(t *testing.T, tiles int) Run {
	t.Helper()
	rt := task.New(task.Config{Workers: 2})
	defer rt.Close()
	if err := rt.StartTrace(0); err != nil {
		t.Fatal(err)
	}
	d := make([]task.Datum, tiles*tiles)
	err := rt.Run(context.Background(), func(s *task.Scope) {
		for k := range tiles {
			s.Go(func() {}, d[k*tiles+k].InOut(), task.Label("potrf"))
			for i := k + 1; i < tiles; i++ {
				s.Go(func() {}, d[k*tiles+k].In(), d[i*tiles+k].InOut(), task.Label("trsm"))
				for j := k + 1; j < i; j++ {
					s.Go(func() {}, d[i*tiles+k].In(), d[j*tiles+k].In(), d[i*tiles+j].InOut(), task.Label("<gemm & co>"))
				}
				s.Go(func() {}, d[i*tiles+k].In(), d[i*tiles+i].InOut())
			}
		}
	})
	tr, stop := rt.StopTrace()
	if err := errors.Join(err, stop); err != nil {
		t.Fatal(err)
	}
	return Run{"cholesky \"so\"", tr}
}

// The file has what Perfetto needs, and gives back all that was written.
func TestRoundTrip(t *testing.T) {
	runs := []Run{cholesky(t, 5), cholesky(t, 3)}
	var file bytes.Buffer
	if err := Write(&file, runs); err != nil {
		t.Fatal(err)
	}
	checkPerfetto(t, file.Bytes(), len(runs[0].Spans)+len(runs[1].Spans))
	again, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 2 {
		t.Fatalf("%d runs", len(again))
	}
	for i := range runs {
		a, b := runs[i], again[i]
		if !a.Began.Equal(b.Began) {
			t.Errorf("run %d began %v, read %v", i, a.Began, b.Began)
		}
		b.Began = a.Began
		for k := range b.Spans {
			s, was := &b.Spans[k], &a.Spans[k]
			if len(s.After) == 0 {
				s.After = was.After
			}
			if !reflect.DeepEqual(s, was) {
				t.Fatalf("run %d: span %d is %+v, was %+v", i, k, s, was)
			}
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("run %d is not what it was", i)
		}
	}
}

// checkPerfetto checks the fields that the Trace Event Format demands of each phase.
func checkPerfetto(t *testing.T, file []byte, spans int) {
	t.Helper()
	var doc struct {
		TraceEvents []map[string]any `json:"traceEvents"`
	}
	if err := json.Unmarshal(file, &doc); err != nil {
		t.Fatal(err)
	}
	threads, complete := 0, 0
	rows := map[[2]float64][][2]int64{} // of a process and thread: start and end in ns
	for _, e := range doc.TraceEvents {
		for _, key := range []string{"pid", "tid"} {
			if id, ok := e[key].(float64); !ok || id < 1 {
				t.Fatalf("event without %s, or 0: %v", key, e)
			}
		}
		args, _ := e["args"].(map[string]any)
		switch e["ph"] {
		case "M":
			if e["name"] == "thread_name" && strings.HasPrefix(args["name"].(string), "worker ") {
				threads++
			}
		case "X":
			complete++
			ts, ok1 := e["ts"].(float64)
			dur, ok2 := e["dur"].(float64)
			if !ok1 || !ok2 || ts < 0 || dur < 0 || e["name"] == "" {
				t.Fatalf("complete event without ts, dur or name: %v", e)
			}
			row := [2]float64{e["pid"].(float64), e["tid"].(float64)}
			rows[row] = append(rows[row], [2]int64{int64(math.Round(ts * 1000)), int64(math.Round(ts*1000) + math.Round(dur*1000))})
			if _, ok := args["ready"].(float64); e["cat"] == "task" && !ok {
				t.Fatalf("task without ready: %v", e)
			}
		default:
			t.Fatalf("phase %v", e["ph"])
		}
	}
	if threads != 4 || complete != spans {
		t.Errorf("%d threads, %d complete events, want 4 and %d", threads, complete, spans)
	}
	for row, boxes := range rows {
		checkNested(t, row, boxes)
	}
}

// checkNested: of two events of a thread one contains the other, or they do not overlap. Readers drop
// what is otherwise.
func checkNested(t *testing.T, row [2]float64, boxes [][2]int64) {
	t.Helper()
	slices.SortFunc(boxes, func(a, b [2]int64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	var open [][2]int64
	for _, b := range boxes {
		for len(open) > 0 && open[len(open)-1][1] <= b[0] {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && b[1] > open[len(open)-1][1] {
			t.Fatalf("process and thread %v: %v overlaps %v", row, b, open[len(open)-1])
		}
		open = append(open, b)
	}
}

func TestReadRefuses(t *testing.T) {
	good := `{"otherData":{"format":"heddle trace 2","runs":[{"name":"x","workers":1}]},"traceEvents":[`
	for _, text := range []string{
		"", "{", "[]", `{"traceEvents":[]}`,
		good + `{"ph":"X","pid":2,"tid":1}]}`,
		good + `{"ph":"X","pid":1,"tid":2}]}`,
		good + `{"ph":"X","pid":1,"tid":1,"dur":-1}]}`,
		good + `{"ph":"X","pid":1,"tid":1,"args":{"task":-7}}]}`,
		good + `{"ph":"X","cat":"task","pid":1,"tid":1,"args":{"task":0,"after":[1]}}]}`,
		good + `{"ph":"X","cat":"task","pid":1,"tid":1,"args":{"task":0,"parent":3}}]}`,
		good + `{"ph":"X","cat":"task","pid":1,"tid":1,"args":{"task":1}}]}`,
		strings.Replace(good, `"workers":1`, `"workers":1000000000`, 1) + `]}`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// The graph of a tiled Cholesky has t(t+1)(t+2)/6 nodes and t(t^2-1)/2 edges, in any schedule.
func TestCholeskyGraph(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 12} {
		g := GraphOf(cholesky(t, n))
		if len(g.Tasks) != n*(n+1)*(n+2)/6 || g.Edges() != n*(n*n-1)/2 {
			t.Errorf("%d tiles: %d nodes, %d edges", n, len(g.Tasks), g.Edges())
		}
		var dot strings.Builder
		if err := g.DOT(&dot, "x"); err != nil {
			t.Fatal(err)
		}
		if k := strings.Count(dot.String(), " -> "); k != g.Edges() {
			t.Errorf("%d arrows of %d edges", k, g.Edges())
		}
	}
}

func TestSVG(t *testing.T) {
	runs := []Run{cholesky(t, 20), made()}
	for _, v := range []View{{}, {From: time.Microsecond, To: 2 * time.Microsecond}, {From: time.Hour}} {
		var out bytes.Buffer
		if err := SVG(&out, runs, v); err != nil {
			t.Fatal(err)
		}
		boxes := 0
		for d := xml.NewDecoder(&out); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "rect" {
				boxes++
			}
		}
		if most := 2*2*svgWidth + 50; boxes > most {
			t.Errorf("%d boxes, want %d at most", boxes, most)
		}
	}
	if err := SVG(io.Discard, nil, View{}); err != nil {
		t.Error(err)
	}
}

// made is a trace of which all is known: two workers; task 0, then 1 and 2 side by side, then
// after a Wait task 3, within which task 4 runs as a subtask.
func made() Run {
	us := time.Microsecond
	return Run{"made", &task.Trace{Workers: 2, Length: 100 * us, Spans: []task.Span{
		{Kind: task.BodySpan, Task: -1, Parent: -1, Start: 0, End: 100 * us},
		{Label: "a", Task: 0, Parent: -1, Start: 0, End: 10 * us},
		{Label: "b", Task: 1, Parent: -1, Start: 10 * us, Ready: 10 * us, End: 30 * us, After: []int{0}},
		{Label: "b", Task: 2, Parent: -1, Start: 15 * us, Ready: 10 * us, End: 25 * us, After: []int{0}, Worker: 1},
		{Kind: task.WaitSpan, Task: -1, Parent: -1, Start: 30 * us, End: 40 * us},
		{Label: "c", Task: 3, Parent: -1, Phase: 1, Start: 40 * us, Ready: 40 * us, End: 60 * us},
		{Label: "d", Task: 4, Parent: 3, Scope: 1, Start: 45 * us, Ready: 45 * us, End: 50 * us},
	}}}
}

func TestStats(t *testing.T) {
	st := Summarize(made())
	us := time.Microsecond
	if st.Tasks != 5 || st.Span != 100*us || st.Work != 60*us {
		t.Errorf("%d tasks, span %v, work %v", st.Tasks, st.Span, st.Work)
	}
	want := []Label{
		{Name: "b", Count: 2, Time: 30 * us, Share: 0.5, Mean: 15 * us, Median: 15 * us, Min: 10 * us, Max: 20 * us, Waiting: 2500, OnPath: 20 * us},
		{Name: "c", Count: 1, Time: 15 * us, Share: 0.25, Mean: 15 * us, Median: 15 * us, Min: 15 * us, Max: 15 * us, OnPath: 15 * us},
		{Name: "a", Count: 1, Time: 10 * us, Share: 10. / 60, Mean: 10 * us, Median: 10 * us, Min: 10 * us, Max: 10 * us, OnPath: 10 * us},
		{Name: "d", Count: 1, Time: 5 * us, Share: 5. / 60, Mean: 5 * us, Median: 5 * us, Min: 5 * us, Max: 5 * us, OnPath: 5 * us},
	}
	if !reflect.DeepEqual(st.Labels, want) {
		t.Errorf("labels:\n%+v\nwant\n%+v", st.Labels, want)
	}
	if w := st.Crew[0]; w != (Worker{0, 4, 50 * us, 40 * us, 10 * us}) {
		t.Errorf("worker 0: %+v", w)
	}
	if w := st.Crew[1]; w != (Worker{1, 1, 10 * us, 0, 90 * us}) {
		t.Errorf("worker 1: %+v", w)
	}
	// a, b, then c behind the Wait, then its subtask.
	if p := st.Path; p.Time != 50*us || p.Tasks != 4 || p.Parallelism != 1.2 {
		t.Errorf("critical path: %+v", p)
	}
	var table strings.Builder
	if err := st.WriteTable(&table); err != nil || !strings.Contains(table.String(), "critical path  50 us in 4 tasks") {
		t.Errorf("%v\n%s", err, table.String())
	}
}

// A chain's critical path is all of its tasks, though no task found another unfinished.
func TestPathOfChain(t *testing.T) {
	rt := task.New(task.Config{Workers: 1})
	defer rt.Close()
	rt.StartTrace(0)
	var d task.Datum
	for range 3 { // runs that follow each other make one chain
		rt.Run(context.Background(), func(s *task.Scope) {
			for range 100 {
				s.Go(func() {
					for t := time.Now(); time.Since(t) < time.Microsecond; {
					}
				}, d.InOut())
			}
		})
	}
	tr, err := rt.StopTrace()
	if err != nil {
		t.Fatal(err)
	}
	st := Summarize(Run{"chain", tr})
	if st.Path.Tasks != 300 || st.Path.Time != st.Work {
		t.Errorf("%d tasks, %v of %v", st.Path.Tasks, st.Path.Time, st.Work)
	}
}

// A file may be of another hand, or of cores whose counters differ: what is said to come before a
// task may stand behind it.
func FuzzRead(f *testing.F) {
	var good bytes.Buffer
	if err := Write(&good, []Run{made()}); err != nil {
		f.Fatal(err)
	}
	f.Add(good.String())
	head := `{"otherData":{"format":"heddle trace 2","runs":[{"name":"x","workers":1}]},"traceEvents":[`
	for _, tasks := range []string{
		`{"ph":"X","cat":"task","pid":1,"tid":1,"dur":3,"args":{"task":0,"parent":0}}`,
		`{"ph":"X","cat":"task","pid":1,"tid":1,"dur":3,"args":{"task":0,"after":[0]}}`,
		`{"ph":"X","cat":"task","pid":1,"tid":1,"dur":3,"args":{"task":1,"parent":0}},
		 {"ph":"X","cat":"task","pid":1,"tid":1,"ts":3,"dur":3,"args":{"task":0}}`,
		`{"ph":"X","cat":"task","pid":1,"tid":1,"dur":3,"args":{"task":0,"after":[1]}},
		 {"ph":"X","cat":"task","pid":1,"tid":1,"ts":3,"dur":3,"args":{"task":1,"after":[0],"scope":1}}`,
	} {
		f.Add(head + tasks + "]}")
	}
	f.Fuzz(func(t *testing.T, file string) {
		runs, err := Read(strings.NewReader(file))
		if err != nil {
			return
		}
		if err := SVG(io.Discard, runs, View{}); err != nil {
			t.Error(err)
		}
		for _, r := range runs {
			tasks := r.Tasks()
			if st := Summarize(r); st.Path.Tasks > tasks || len(GraphOf(r).Tasks) != tasks {
				t.Errorf("of %d tasks %d are on the critical path", tasks, st.Path.Tasks)
			}
		}
	})
}

func TestEmpty(t *testing.T) {
	r := Run{"nothing", &task.Trace{Workers: 1}}
	if st := Summarize(r); st.Tasks != 0 || st.Path.Tasks != 0 {
		t.Errorf("%+v", st)
	}
	if err := SVG(io.Discard, []Run{r}, View{}); err != nil {
		t.Error(err)
	}
	if g := GraphOf(r); len(g.Tasks) != 0 {
		t.Errorf("%+v", g)
	}
}
