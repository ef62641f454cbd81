package tasks

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"heddle/lab"
	"heddle/task"
)

// Overhead says what to measure about the cost of a task whose body is empty. The zero value
// measures every pattern as large as the Cholesky graphs of 16 to 128 tiles a side.
type Overhead struct {
	Patterns []string // of Patterns; none: those of `bench overhead`, all but mixed
	Tiles    []int    // a side of the Cholesky graph with as many tasks; none: 16, 32, 64, 128
	Variants []string // of Variants: repeat each graph; none: build and run it once
	Queues   []string // "adaptive": the library decides what is queued; "always": every task is
	Forms    []string // "closure": s.Go; "args": s.Go3, the arguments in the task
	Workers  []int    // none: GOMAXPROCS
	Pin      task.Pin
	Reps     int // 0: lab.DefaultReps
	// Iterations is how often a variant repeats a graph; 0: DefaultIterations.
	Iterations int
	Seed       uint64
	Patience   time.Duration // of the whole; 0: no bound
}

// Queues and Forms list what Overhead can compare, the default first.
var (
	Queues = []string{"adaptive", "always"}
	Forms  = []string{"closure", "args"}
)

// OverheadPatterns are the names of the patterns that Overhead runs by default.
func OverheadPatterns() []string {
	return []string{"independent", "chain", "cholesky", "stencil", "fanout"}
}

// Run measures in session. It returns an error for a name that is not known or a size that
// makes no sense, before anything is measured, and the cause of a cancelled ctx.
func (o Overhead) Run(ctx context.Context, session *lab.Session) error {
	cases, closeAll, err := o.cases()
	if err != nil {
		return err
	}
	defer closeAll()
	return session.Measure(ctx, lab.Plan{Reps: o.Reps, Patience: o.Patience}, cases)
}

func (o Overhead) cases() (cases []lab.Case, closeAll func(), err error) {
	otherwise := OverheadPatterns()
	if len(o.Variants) > 0 {
		otherwise = VariantPatterns()
	}
	patterns, err := choosePatterns(o.Patterns, otherwise)
	if err != nil {
		return nil, nil, err
	}
	variants, err := chooseVariants(o.Variants)
	if err != nil {
		return nil, nil, err
	}
	queues, err := lab.Choose("queue", Queues, lab.Or(o.Queues, Queues[:1]))
	if err != nil {
		return nil, nil, err
	}
	forms, err := lab.Choose("form", Forms, lab.Or(o.Forms, Forms[:1]))
	if err != nil {
		return nil, nil, err
	}
	tiles := lab.Or(o.Tiles, []int{16, 32, 64, 128})
	for _, t := range tiles {
		if t < 1 || t > maxTiles {
			return nil, nil, lab.Refuse("%d tiles a side: want 1 to %d", t, maxTiles)
		}
	}
	crew := lab.Or(o.Workers, []int{runtime.GOMAXPROCS(0)})
	if err := o.fits(variants, patterns, tiles, len(crew)*len(queues)*len(forms)); err != nil {
		return nil, nil, err
	}
	var runtimes []*task.Runtime
	closeAll = func() {
		for _, rt := range runtimes {
			rt.Close()
		}
	}
	for _, workers := range crew {
		for _, queue := range queues {
			inline := task.InlineAdaptive
			if queue == "always" {
				inline = task.InlineNever
			}
			config := task.Config{Workers: workers, Pin: o.Pin, Inline: inline, Seed: o.Seed}
			crews := newCrews(config, variants)
			runtimes = append(runtimes, crews.all()...)
			for _, form := range forms {
				for _, p := range patterns {
					for _, t := range p.sizes(tiles) {
						r := lab.Record{
							Experiment: "overhead", Pattern: p.Name, Queue: queue, Form: form,
							Workers: workers, Pin: lab.PinName(o.Pin), Tiles: t, Seed: o.Seed,
						}
						if variants == nil {
							cases = append(cases, overheadCase(crews.plain, config, p, t, r))
							continue
						}
						shared := new(replayed)
						for _, v := range variants {
							cases = append(cases, variantCase(crews.of(v), v, p, shared, cmp.Or(o.Iterations, DefaultIterations), r))
						}
					}
				}
			}
		}
	}
	return cases, closeAll, nil
}

// sizes are those of tiles that p comes in.
func (p Pattern) sizes(tiles []int) []int {
	if p.Fixed {
		return []int{side}
	}
	return tiles
}

// maxTiles keeps the number of tasks within what a run of seconds can do: 1024 tiles a side
// are 179 million.
const maxTiles = 1024

// together is how many tasks a sample runs at least: small graphs are run several times in a
// row, or the waking of sleeping workers, tens of microseconds, would be all that is seen.
const together = 50_000

// overheadCase is one pattern of one size on one runtime.
func overheadCase(rt *task.Runtime, config task.Config, p Pattern, tiles int, r lab.Record) lab.Case {
	var g *graph // made at its first run: rows that come later take no memory yet
	var before, after runtime.MemStats
	var allocs []float64
	r.Tasks = p.sized(choleskyTasks(tiles)).tasks
	times := max(1, together/r.Tasks)
	return lab.Case{
		Record:  r,
		Runtime: rt,
		Prepare: func() error {
			if g == nil {
				g = p.sized(choleskyTasks(tiles))
			}
			load.busy = false
			runtime.ReadMemStats(&before)
			return nil
		},
		Clock: func(ctx context.Context) (float64, error) {
			submit := g.submit(r.Form)
			start := time.Now()
			for range times {
				if err := rt.Run(ctx, submit); err != nil {
					return 0, err
				}
			}
			return time.Since(start).Seconds() / float64(times), nil
		},
		Check: func() (float64, error) {
			runtime.ReadMemStats(&after)
			allocs = append(allocs, float64(after.Mallocs-before.Mallocs)/float64(times*r.Tasks))
			return 0, nil
		},
		Finish: func(r *lab.Record) {
			r.NsPerTask = r.MedianS / float64(r.Tasks) * 1e9
			r.AllocsPerTask = new(lab.Summarize(allocs).Median)
			r.HeapMiB = new(liveHeap(config, p, tiles, r.Form))
			r.Residual = nil // an empty body has no answer
			g = nil
		},
	}
}

// liveHeap returns the MiB of heap that a new runtime and the graph p with as many tasks as
// Cholesky of so many tiles hold when the last task has been submitted, which is when they
// hold most: what the collector finds then, less what it found before.
func liveHeap(c task.Config, p Pattern, tiles int, form string) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools held in the first is free in the second
	runtime.ReadMemStats(&before)
	rt := task.New(c)
	defer rt.Close()
	g := p.sized(choleskyTasks(tiles))
	err := rt.Run(context.Background(), func(s *task.Scope) {
		g.submit(form)(s)
		runtime.GC()
		runtime.ReadMemStats(&after)
	})
	if err != nil {
		return 0
	}
	runtime.KeepAlive(g)
	return max(0, float64(after.HeapAlloc)-float64(before.HeapAlloc)) / (1 << 20)
}

func choosePatterns(asked, otherwise []string) ([]Pattern, error) {
	table := Patterns()
	known := make([]string, len(table))
	row := map[string]Pattern{}
	for i, p := range table {
		known[i], row[p.Name] = p.Name, p
	}
	names, err := lab.Choose("pattern", known, lab.Or(asked, otherwise))
	if err != nil {
		return nil, err
	}
	chosen := make([]Pattern, len(names))
	for i, name := range names {
		chosen[i] = row[name]
	}
	return chosen, nil
}
