package tasks

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"heddle/lab"
	"heddle/task"
)

// traced runs f with bodies that record their indices, and returns those in the order run.
func traced(f func()) [][3]int {
	var mu sync.Mutex
	var order [][3]int
	load.busy, load.loops, load.long = true, 0, 0
	load.trace = func(i, j, k int) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, [3]int{i, j, k})
	}
	defer func() { load.busy, load.trace = false, nil }()
	f()
	return order
}

func sorted(order [][3]int) [][3]int {
	return slices.SortedFunc(slices.Values(order), func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
}

// Each pattern runs the same bodies as its serial loop, as many as it says, in both forms,
// whatever the runtime decides, and in an order that its dependencies allow.
func TestPatterns(t *testing.T) {
	for _, inline := range []task.Inline{task.InlineAdaptive, task.InlineNever} {
		rt := task.New(task.Config{Workers: 3, Inline: inline})
		defer rt.Close()
		for _, p := range Patterns() {
			for _, asked := range []int{1, 7, 300, 2500} {
				g := p.sized(asked)
				want := traced(g.serial)
				if !p.Fixed && g.tasks < asked || len(want) != g.tasks {
					t.Errorf("%s of %d: says %d tasks, has %d", p.Name, asked, g.tasks, len(want))
				}
				for _, form := range Forms {
					got := traced(func() {
						if err := rt.Run(context.Background(), g.submit(form)); err != nil {
							t.Error(err)
						}
					})
					if p.Name == "fanout" { // its loop does not tell writers from readers
						if len(got) != g.tasks {
							t.Errorf("fanout of %d, %s: %d bodies, want %d", asked, form, len(got), g.tasks)
						}
						continue
					}
					if !slices.Equal(sorted(got), sorted(want)) {
						t.Errorf("%s of %d, %s: other bodies than the serial loop", p.Name, asked, form)
					}
					if err := allowed(p.Name, got); err != nil {
						t.Errorf("%s of %d, %s: %v", p.Name, asked, form, err)
					}
				}
			}
		}
	}
}

// allowed checks the order in which the bodies of a pattern ran.
func allowed(pattern string, order [][3]int) error {
	at := map[[3]int]int{}
	for n, x := range order {
		at[x] = n
	}
	before := func(first, then [3]int) error {
		n, ok := at[first]
		if ok && n > at[then] {
			return fmt.Errorf("%v ran before %v", then, first)
		}
		return nil
	}
	for _, x := range order {
		var firsts [][3]int
		i, j, k := x[0], x[1], x[2]
		switch pattern {
		case "chain":
			firsts = [][3]int{{i - 1, j - 1, k - 1}}
		case "mixed":
			firsts = [][3]int{{i - 61, j - 61, k - 61}}
		case "cholesky":
			firsts = [][3]int{{i, j, k - 1}, {i, k, k}, {j, k, k}}
			if j == k {
				firsts = [][3]int{{i, k, k - 1}, {k, k, k}}
			}
		case "stencil":
			firsts = [][3]int{{i, j - 1, k}, {i, j, k - 1}, {i - 1, j, k}, {i - 1, j + 1, k}, {i - 1, j, k + 1}}
		}
		for _, f := range firsts {
			if f == x {
				continue
			}
			if err := before(f, x); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestCholeskyTasks(t *testing.T) {
	for tiles, want := range map[int]int{1: 1, 2: 4, 3: 10, 16: 816, 128: 357760} {
		if got := choleskyTasks(tiles); got != want {
			t.Errorf("choleskyTasks(%d) = %d, want %d", tiles, got, want)
		}
		if want < 1000 {
			if g := cholesky(want); g.tiles != tiles || g.tasks != want {
				t.Errorf("graph of %d tasks: %d tiles, %d tasks", want, g.tiles, g.tasks)
			}
		}
	}
}

func measured(t *testing.T, e interface {
	Run(context.Context, *lab.Session) error
}) []lab.Record {
	t.Helper()
	var kept lab.Collect
	session := &lab.Session{Sink: &kept}
	if err := e.Run(context.Background(), session); err != nil {
		t.Fatal(err)
	}
	if err := session.Err(); err != nil {
		t.Fatal(err)
	}
	return kept.Records
}

func TestOverhead(t *testing.T) {
	records := measured(t, Overhead{Tiles: []int{4, 6}, Queues: []string{"all"}, Forms: []string{"all"}, Workers: []int{1, 2}, Reps: 2, Seed: 9})
	if want := 5 * 2 * 2 * 2 * 2; len(records) != want {
		t.Fatalf("%d records, want %d", len(records), want)
	}
	for _, r := range records {
		if r.Tasks < choleskyTasks(r.Tiles) || r.NsPerTask <= 0 || r.AllocsPerTask == nil || r.HeapMiB == nil || r.Seed != 9 || r.Residual != nil {
			t.Errorf("record %+v", r)
		}
	}
}

func TestGrain(t *testing.T) {
	bodies := []time.Duration{0, 100, 4 * time.Microsecond}
	records := measured(t, Grain{Bodies: bodies, Workers: []int{2}, Reps: 1, Seed: 9})
	if want := 5 * len(bodies); len(records) != want {
		t.Fatalf("%d records, want %d", len(records), want)
	}
	for _, r := range records {
		ideal := r.SerialNs / 2
		if r.Pattern == "chain" {
			ideal = r.SerialNs
		}
		if r.Variant != "" || r.BodyNs == nil || r.NsPerTask <= 0 || r.SerialNs <= 0 || r.VersusSerial <= 0 || r.IdealNs != ideal {
			t.Errorf("record %+v", r)
		}
	}
}

// The ratio is that of runs of the same round: here the clock halves between two rounds, and
// tasks always take twice the loop's time.
func TestCompareByRounds(t *testing.T) {
	r := lab.Record{Tasks: 1, Samples: []float64{2, 4}, MedianS: 3}
	compare(&r, []float64{1, 2}, 2)
	if r.VersusSerial != 2 || r.VersusIdeal != 4 || r.SerialNs != 1.5e9 || r.IdealNs != 0.75e9 {
		t.Errorf("%+v", r)
	}
}

func TestRefuses(t *testing.T) {
	for want, e := range map[string]interface {
		Run(context.Context, *lab.Session) error
	}{
		`did you mean chain`:                    Overhead{Patterns: []string{"chian"}},
		`unknown variant "taks"`:                Overhead{Variants: []string{"taks"}},
		`unknown queue "never"`:                 Overhead{Queues: []string{"never"}},
		`unknown form "clojure"`:                Overhead{Forms: []string{"clojure"}},
		`5000 tiles a side`:                     Overhead{Tiles: []int{4, 5000}},
		`tasks of recorded graphs are too many`: Overhead{Variants: []string{"all"}, Tiles: slices.Repeat([]int{1024}, 1000)},
		`more than can be counted`:              Overhead{Variants: []string{"tasks"}, Tiles: []int{4}, Iterations: math.MaxInt / 20},
		`unknown pattern "x"`:                   Grain{Patterns: []string{"x"}},
		`a body of 1h0m0s`:                      Grain{Bodies: []time.Duration{time.Hour}},
		`a body of -1ns`:                        Grain{Bodies: []time.Duration{-1}},
	} {
		var kept lab.Collect
		err := e.Run(context.Background(), &lab.Session{Sink: &kept})
		if err == nil || !strings.Contains(err.Error(), want) || len(kept.Records) > 0 {
			t.Errorf("%+v: %v, %d records; want %s", e, err, len(kept.Records), want)
		}
	}
}
