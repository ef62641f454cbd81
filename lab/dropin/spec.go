package dropin

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"heddle/gonumla"
	"heddle/lab"
	"heddle/task"
)

// Routines returns the names of what can be measured, and a line of prose for each.
func Routines() (names, docs []string) {
	for _, r := range routines {
		names, docs = append(names, r.name), append(docs, r.doc)
	}
	return names, docs
}

// Spec says what to measure. The zero value measures every routine at 10 to 1000.
type Spec struct {
	Routines []string // of Routines; none: all
	Sizes    []int    // orders; none: 10, 30, 100, 300, 1000
	Workers  int      // of heddle; 0: GOMAXPROCS. gonum always uses GOMAXPROCS
	Reps     int      // 0: lab.DefaultReps, within Budget
	Budget   time.Duration
	Patience time.Duration // of one routine at one size
	Seed     uint64
	Peak     func(workers int) float64 // FMA peak in GFLOP/s; nil: none to compare with
}

// most is the largest order: beyond it gonum's own code takes minutes a call.
const most = 20000

// Run measures in session: for each routine and size gonum as it is, then with heddle below it,
// interleaved. It returns an error, before anything is measured, for a name or a size that
// makes no sense, and the cause of a cancelled ctx. What is installed below gonum when it is
// called is replaced: afterwards it is gonum's own.
func (s Spec) Run(ctx context.Context, session *lab.Session) error {
	known, _ := Routines()
	names, err := lab.Choose("routine", known, lab.Or(s.Routines, []string{"all"}))
	if err != nil {
		return err
	}
	sizes := lab.Or(s.Sizes, []int{10, 30, 100, 300, 1000})
	for _, n := range sizes {
		if n < 1 || n > most {
			return lab.Refuse("order %d: want 1 to %d", n, most)
		}
	}
	if s.Workers < 0 {
		return lab.Refuse("%d workers: want 1 or more", s.Workers)
	}
	workers := cmp.Or(s.Workers, runtime.GOMAXPROCS(0))
	plan := lab.Plan{Reps: s.Reps, Budget: s.Budget, Patience: s.Patience}
	if s.Peak != nil {
		plan.Peak = func() float64 { return s.Peak(workers) }
	}
	rt := task.New(task.Config{Workers: workers})
	defer rt.Close()
	defer gonumla.Restore()
	for _, name := range names {
		for _, r := range routines {
			if r.name != name {
				continue
			}
			for _, n := range sizes {
				if err := session.Measure(ctx, plan, s.cases(r, n, rt)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// cases is one routine at one size, without and with heddle.
func (s Spec) cases(r routine, n int, rt *task.Runtime) []lab.Case {
	op := r.make(n, s.Seed)
	var cases []lab.Case
	for _, below := range []struct {
		name    string
		workers int
		runtime *task.Runtime
		install func()
	}{
		{"gonum", runtime.GOMAXPROCS(0), nil, gonumla.Restore},
		{"heddle", rt.Workers(), rt, func() { gonumla.Use(gonumla.Config{Runtime: rt}) }},
	} {
		t := &timer{op: op}
		cases = append(cases, lab.Case{
			Record: lab.Record{Experiment: "gonum", Runtime: below.name, Variant: below.name, Routine: r.name,
				Workers: below.workers, N: n, Seed: s.Seed},
			Flops:   op.flops,
			Runtime: below.runtime,
			Prepare: func() error {
				below.install()
				return nil
			},
			Clock: t.sample,
			Check: func() (float64, error) { return op.check(), nil },
		})
	}
	return cases
}

// enough is how long the calls of one sample take together, so that the clock does not count.
const enough = 2 * time.Millisecond

// timer times calls of an operation in batches.
type timer struct {
	op    operation
	batch int // doubled until a batch takes long enough
}

// sample returns the seconds of one call. The first call is not counted: it finds what the
// implementation before it has left in the caches.
func (t *timer) sample(ctx context.Context) (float64, error) {
	t.batch = max(t.batch, 1)
	if t.batch > 1 {
		if err := t.op.call(); err != nil {
			return 0, err
		}
	}
	for {
		start := time.Now()
		for range t.batch {
			if err := t.op.call(); err != nil {
				return 0, err
			}
		}
		d := time.Since(start)
		if d >= enough || ctx.Err() != nil {
			return d.Seconds() / float64(t.batch), context.Cause(ctx)
		}
		t.batch *= 2
	}
}
