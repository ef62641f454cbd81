package reproduce

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heddle/lab"
	"heddle/lab/runfile"
)

// small makes the parameters of an experiment so small that it ends at once.
func small(e Experiment) Params {
	p := e.Quick
	for _, q := range Parameters() {
		if !slices.Contains(e.Takes, q.Name) {
			continue
		}
		switch q.Name {
		case "sizes":
			p.Sizes = []int{64, 128}
		case "tiles":
			p.Tiles = []int{2, 4}
		case "runtimes":
			p.Runtimes = []string{"heddle"} // rivals are tested where they are built
		case "blas":
			p.BLAS = nil
		case "traversals":
			p.Variants = []string{"task-async", "task_depend"}
		case "apps":
			p.Apps = []string{"heat"}
		case "size":
			p.Size = []int{32}
		case "block":
			p.Blocks = []int{4, 16}
		case "iterations":
			p.Iterations = 3
		case "workers":
			p.Workers = []int{2}
		case "reps":
			p.Reps = 3
		}
	}
	return p
}

func TestTable(t *testing.T) {
	known := map[string]bool{}
	for _, q := range Parameters() {
		known[q.Name] = true
	}
	seen := map[string]bool{}
	for _, e := range Experiments() {
		if seen[e.Name] || e.Doc == "" || e.Paper == "" || e.Run == nil {
			t.Errorf("%+v", e)
		}
		seen[e.Name] = true
		for _, name := range e.Takes {
			if !known[name] {
				t.Errorf("%s takes %q, which is no parameter", e.Name, name)
			}
		}
		for _, q := range Parameters() {
			var none Params
			if !slices.Contains(e.Takes, q.Name) && (!q.Same(&none, &e.Quick) || !q.Same(&none, &e.Full)) {
				t.Errorf("%s sets %s, which it does not take", e.Name, q.Name)
			}
		}
	}
}

// Every field of Params is a parameter.
func TestParametersAreComplete(t *testing.T) {
	var p Params
	fields := map[any]bool{}
	for _, q := range Parameters() {
		fields[q.Field(&p)] = true
	}
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		if !fields[v.Field(i).Addr().Interface()] {
			t.Errorf("no parameter sets %s", v.Type().Field(i).Name)
		}
	}
}

func TestParamsThroughJSON(t *testing.T) {
	for _, e := range Experiments() {
		for _, p := range []Params{e.Quick, e.Full} {
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			var got Params
			if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, p) {
				t.Errorf("%s: %+v became %+v, %v", e.Name, p, got, err)
			}
		}
	}
}

// interrupting is a sink that cancels the run after some records.
type interrupting struct {
	lab.Sink
	after  int
	cancel func()
}

func (s *interrupting) Write(r lab.Record) error {
	if s.after--; s.after == 0 {
		s.cancel()
	}
	return s.Sink.Write(r)
}

// Every experiment runs; cut short and continued it has the same cases, and run once more it
// measures nothing: what it knows beforehand tells its cases apart, in its file too.
func TestExperimentsResume(t *testing.T) {
	tested := map[string]bool{}
	for _, e := range Experiments() {
		p := small(e)
		same, err := json.Marshal([]any{p, e.Takes})
		if err != nil {
			t.Fatal(err)
		}
		if tested[string(same)] {
			continue // it differs from another by its runtimes alone
		}
		tested[string(same)] = true
		t.Run(e.Name, func(t *testing.T) {
			var whole lab.Collect
			session := &lab.Session{Sink: &whole}
			if err := e.Run(context.Background(), session, p); err != nil || session.Err() != nil {
				t.Fatal(err, session.Err())
			}
			name := filepath.Join(t.TempDir(), "run.jsonl")
			h, err := runfile.NewHeader(e.Name, "", p)
			if err != nil {
				t.Fatal(err)
			}
			w, err := runfile.Create(name, h)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			err = e.Run(ctx, &lab.Session{Sink: &interrupting{w, 2, cancel}}, p)
			cancel()
			if e := w.Close(); e != nil {
				t.Fatal(err, e)
			}
			want := keys(whole.Records)
			for range 2 {
				f, err := runfile.Read(name)
				if err != nil {
					t.Fatal(err)
				}
				if w, err = runfile.Continue(f); err != nil {
					t.Fatal(err)
				}
				again := &lab.Session{Sink: w, Prior: f.Prior()}
				if err := e.Run(context.Background(), again, p); err != nil || again.Err() != nil {
					t.Fatal(err, again.Err())
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				after, err := runfile.Read(name)
				if err != nil {
					t.Fatal(err)
				}
				got := keys(after.Records)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("continued run has %d cases, a whole one %d:\n%s\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if complete := len(f.Records) == len(want); complete && !reflect.DeepEqual(after.Records, f.Records) {
					t.Error("a complete run was measured again")
				}
			}
		})
	}
}

// In the final round every contestant meets the others in the number of tiles that suited it, all in
// one table.
func TestFinalRound(t *testing.T) {
	e, err := Find("cb-tiles-heddle")
	if err != nil {
		t.Fatal(err)
	}
	var kept lab.Collect
	if err := e.Run(context.Background(), &lab.Session{Sink: &kept}, small(e)); err != nil {
		t.Fatal(err)
	}
	best := map[string]lab.Record{}
	began := map[int]string{}
	finals := 0
	for _, r := range kept.Records {
		k := fmt.Sprint(r.N, contestant(&r))
		switch b, ok := best[k]; {
		case r.Round == "" && (!ok || r.MedianS < b.MedianS):
			best[k] = r
		case r.Round == "final":
			finals++
			if !ok || b.Tiles != r.Tiles {
				t.Errorf("%s in %d tiles in the final, was the best in %d", k, r.Tiles, b.Tiles)
			}
			if began[r.N] == "" {
				began[r.N] = r.Began
			}
			if r.Began != began[r.N] {
				t.Errorf("%s was not in the same table as others", k)
			}
		}
	}
	if finals != len(best) || finals < 20 {
		t.Errorf("%d contestants in the final, %d in all", finals, len(best))
	}
}

func TestParticipating(t *testing.T) {
	all := []string{"task-async", "for_naive", "loop_one", "task-*"}
	for runtimes, want := range map[string]string{
		"heddle":            "task-async task-*",
		"heddle,hpx":        "task-async loop_one task-*",
		"openmp-gcc,heddle": "task-async for_naive task-*",
		"all":               "task-async for_naive loop_one task-*",
		"nobody":            "task-async for_naive loop_one task-*",
	} {
		p := Params{Runtimes: strings.Split(runtimes, ","), Variants: all}
		if got := strings.Join(p.participating(), " "); got != want {
			t.Errorf("%s: %s, want %s", runtimes, got, want)
		}
	}
	if got := (Params{Variants: []string{"loop_one"}}).participating(); len(got) != 1 {
		t.Errorf("nothing but what takes no part: %v, which the comparison is to refuse", got)
	}
}

func keys(records []lab.Record) []string {
	var out []string
	for _, r := range records {
		if r.Round == "final" {
			r.Tiles, r.Tile = 0, 0 // which were the best differs from run to run
		}
		out = append(out, r.Key())
	}
	return out
}

// What panels shared save and gain is said beside the study's numbers, of modes that share them.
func TestBesideTheStudy(t *testing.T) {
	mode := func(name string, n, packed int, samples ...float64) lab.Record {
		return lab.Record{Experiment: "gemm", Runtime: "heddle", Variant: name, N: n, Workers: 2, OK: true, PackedBytes: packed, Samples: samples}
	}
	got := beside([]lab.Record{
		mode("composable", 2000, 800, 2, 2, 2), mode("exclusive", 2000, 200, 1, 1, 1), mode("no-copy", 2000, 0, 9, 9, 9),
		mode("composable", 100, 0, 2, 2, 2), mode("malleable", 100, 0, 4, 4, 4), mode("malleable", 3, 1, 1),
	})
	var said []string
	for _, r := range got {
		said = append(said, fmt.Sprintf("%s %d %s %.0f", r.Variant, r.N, r.Quantity, r.Value))
	}
	want := []string{"exclusive 2000 packed copies over composable's 25", "exclusive 2000 gain over composable 100", "malleable 100 gain over composable -50"}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}
