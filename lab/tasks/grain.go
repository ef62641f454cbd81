package tasks

import (
	"context"
	"errors"
	"runtime"
	"time"

	"heddle/lab"
	"heddle/task"
)

// Grain says what to measure about graphs whose tasks have bodies of a given length, against
// the plain serial loop over the same bodies, which runs in the same rounds.
type Grain struct {
	Patterns []string        // of Patterns; none: all but fanout
	Bodies   []time.Duration // none: DefaultBodies
	Forms    []string        // as in Overhead
	Workers  []int           // none: GOMAXPROCS
	Pin      task.Pin
	Reps     int // 0: lab.DefaultReps
	Seed     uint64
	Patience time.Duration // of all that is measured with one number of workers; 0: no bound
}

// GrainPatterns are the names of the patterns that Grain runs by default.
func GrainPatterns() []string {
	return []string{"independent", "chain", "cholesky", "stencil", "mixed"}
}

// DefaultBodies are the lengths of bodies that Grain measures by default.
func DefaultBodies() []time.Duration {
	return []time.Duration{0, 100, 200, 400, time.Microsecond, 4 * time.Microsecond, 16 * time.Microsecond}
}

// maxBody keeps a run within seconds: no runtime has trouble with bodies of milliseconds.
const maxBody = 10 * time.Millisecond

// Run measures in session. Errors are those of Overhead.Run.
func (g Grain) Run(ctx context.Context, session *lab.Session) error {
	patterns, err := choosePatterns(g.Patterns, GrainPatterns())
	if err != nil {
		return err
	}
	forms, err := lab.Choose("form", Forms, lab.Or(g.Forms, Forms[:1]))
	if err != nil {
		return err
	}
	bodies := lab.Or(g.Bodies, DefaultBodies())
	for _, b := range bodies {
		if b < 0 || b > maxBody {
			return lab.Refuse("a body of %v: want 0 to %v", b, maxBody)
		}
	}
	for _, workers := range lab.Or(g.Workers, []int{runtime.GOMAXPROCS(0)}) {
		rt := task.New(task.Config{Workers: workers, Pin: g.Pin, Seed: g.Seed})
		defer rt.Close()
		var cases []lab.Case
		for _, form := range forms {
			for _, p := range patterns {
				for _, body := range bodies {
					serial, tasks := pair(rt, p, body, lab.Record{
						Experiment: "grain", Pattern: p.Name, Form: form, Workers: workers, Pin: lab.PinName(g.Pin),
						BodyNs: new(int(body.Nanoseconds())), Seed: g.Seed,
					})
					cases = append(cases, serial, tasks)
				}
			}
		}
		// The serial loops are measured in a session of their own, which reports nothing.
		var kept lab.Collect
		private := *session
		private.Sink, private.Prior, private.Snapshot = &kept, nil, nil
		err := private.Measure(ctx, lab.Plan{Reps: g.Reps, Patience: g.Patience}, cases)
		for _, r := range kept.Records {
			if r.Variant == "" {
				err = errors.Join(err, session.Take(r))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// serialLoop marks the cases that are measured for comparison and not reported.
const serialLoop = "serial loop"

// pair returns two cases: the plain serial loop, and the graph over the same bodies, measured
// one after the other in each round and long enough to take the loop about 20 ms. The graph's
// record holds both.
func pair(rt *task.Runtime, p Pattern, body time.Duration, r lab.Record) (serial, tasks lab.Case) {
	mean := body
	if p.Name == "mixed" {
		mean += longBody / longEvery
	}
	const total = 20 * time.Millisecond
	g := p.sized(int(min(max(total/max(mean, 1), 1000), 50_000)))
	r.Tasks, r.Tiles = g.tasks, g.tiles
	submit := g.submit(r.Form)
	workers := r.Workers
	if p.Chain {
		workers = 1
	}
	var loop []float64 // samples of the serial loop
	serial = lab.Case{
		Record: r,
		// Calibrated once for both: the two runs of a round have the same bodies.
		Prepare: func() error { setLoad(body, p.Name == "mixed"); return nil },
		Run:     func(context.Context) error { g.serial(); return nil },
		Finish:  func(r *lab.Record) { loop = r.Samples },
	}
	serial.Record.Variant = serialLoop
	tasks = lab.Case{
		Record:  r,
		Runtime: rt,
		Run:     func(ctx context.Context) error { return rt.Run(ctx, submit) },
		Finish:  func(r *lab.Record) { compare(r, loop, workers) },
	}
	return serial, tasks
}

// compare fills in how r relates to the samples of the serial loop, round by round: the
// median of the ratios, not the ratio of the medians, since the clock drifts between rounds.
// workers is what the loop's time can be divided by at best.
func compare(r *lab.Record, loop []float64, workers int) {
	var ratios []float64
	for i := range min(len(loop), len(r.Samples)) {
		ratios = append(ratios, r.Samples[i]/loop[i])
	}
	perTask := 1e9 / float64(r.Tasks)
	r.NsPerTask = r.MedianS * perTask
	r.SerialNs = lab.Summarize(loop).Median * perTask
	r.IdealNs = r.SerialNs / float64(workers)
	r.VersusSerial = lab.Summarize(ratios).Median
	r.VersusIdeal = r.VersusSerial * float64(workers)
}
