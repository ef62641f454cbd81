package iterative

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"heddle/apps"
	"heddle/lab"
	"heddle/lab/peers"
	"heddle/task"
)

// Spec says which programs to measure, and how. The zero Spec measures all of them in all
// variants, at the sizes and blocks of the study, on GOMAXPROCS workers.
type Spec struct {
	Apps       []string // of Programs(); none: all
	Variants   []string // of Variants(); none: all
	Runtimes   []string // of Runtimes(); none: heddle
	Size       []int    // one number for all dimensions, or one for each; none: the study's
	Blocks     []int    // none: the study's
	Iterations int      // 0: the study's
	Workers    []int    // none: GOMAXPROCS
	Pin        task.Pin
	Reps       int // 0: lab.DefaultReps
	Seed       uint64
	Budget     time.Duration  // of one case, as in lab.Plan; 0: no bound
	Patience   time.Duration  // of one program, as in lab.Plan; 0: no bound
	Programs   []apps.Program // to choose from; nil: Programs()
	Peers      peers.Builder  // how rivals are found and built
}

// Run measures in session, one program after the other; the variants, blocks and numbers of
// workers of a program are interleaved. Errors: a *lab.UnknownNameError or a *lab.SpecError
// before anything is measured; the cause of a cancelled ctx. At the end it remarks the minimum
// effective task granularity of every variant that was measured at three blocks or more.
func (s Spec) Run(ctx context.Context, session *lab.Session) error {
	records, err := s.Measure(ctx, session)
	for _, study := range Studies(records) {
		if text := study.metgs(); text != "" {
			session.Remark("%s", text)
		}
	}
	return err
}

// Measure is Run and returns the records that session has taken.
func (s Spec) Measure(ctx context.Context, session *lab.Session) ([]lab.Record, error) {
	trials, err := s.trials()
	if err != nil {
		return nil, err
	}
	who, err := s.contestants(ctx, session)
	if err != nil {
		return nil, err
	}
	var all []lab.Record
	for _, t := range trials {
		records, err := t.measure(ctx, session, who)
		all = append(all, records...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// trial is one program, and how it is measured.
type trial struct {
	Spec
	program  apps.Program
	variants []Variant
	params   []apps.Params // one for each block
}

func (s Spec) trials() ([]trial, error) {
	table := s.Programs
	if table == nil {
		table = programs
	}
	chosen, err := choose(table, lab.Or(s.Apps, []string{"all"}))
	if err != nil {
		return nil, err
	}
	vs, err := chooseVariants(lab.Or(s.Variants, []string{"all"}))
	if err != nil {
		return nil, err
	}
	s.Workers = lab.Or(s.Workers, []int{runtime.GOMAXPROCS(0)})
	var trials []trial
	for _, p := range chosen {
		params, err := s.params(p)
		if err != nil {
			return nil, err
		}
		trials = append(trials, trial{s, p, vs, params})
	}
	return trials, nil
}

// measure measures one program and hands its records to session, those of an interrupted
// measurement too.
func (t trial) measure(ctx context.Context, session *lab.Session, who contestants) ([]lab.Record, error) {
	pool := crews{config: task.Config{Pin: t.Pin, Seed: t.Seed}}
	defer pool.close()
	defer who.close()
	cases, err := t.cases(&pool, who)
	if err != nil {
		return nil, err
	}
	// The records are compared with each other before the session takes them.
	var kept lab.Collect
	private := *session
	private.Sink = &kept
	err = private.Measure(ctx, lab.Plan{Reps: t.Reps, Budget: t.Budget, Patience: t.Patience}, cases)
	compare(kept.Records)
	for _, r := range kept.Records {
		err = errors.Join(err, session.Take(r))
	}
	return kept.Records, err
}

// cases returns the cases of a trial: block by block, and within a block variant by variant.
// Those of one block share their data.
func (t trial) cases(pool *crews, who contestants) ([]lab.Case, error) {
	var cases []lab.Case
	var seen []int
	for _, params := range t.params {
		problem, err := t.program.New(params)
		if err != nil {
			return nil, refused(t.program, err)
		}
		block := problem.Params().Block
		if slices.Contains(seen, block) {
			continue // two blocks asked for that are larger than the problem
		}
		seen = append(seen, block)
		cases = append(cases, t.rivalCases(who, problem)...)
		if !who.heddle {
			continue
		}
		for _, v := range t.variants {
			workers := t.Workers
			if v.Form == apps.Serial {
				workers = []int{1}
			}
			for _, w := range workers {
				cases = append(cases, one(t.program, problem, v, pool.runtime(w, v), lab.Record{
					Runtime: "heddle", Workers: w, Pin: lab.PinName(t.Pin)}))
			}
		}
	}
	return cases, nil
}

// one returns the case of one problem in one variant on rt.
func one(program apps.Program, problem apps.Problem, v Variant, rt *task.Runtime, r lab.Record) lab.Case {
	p := problem.Params()
	r.Experiment, r.App, r.Variant = "iterative", program.Name, v.Name
	r.Size, r.Block, r.Iterations, r.Seed = p.Size, p.Block, p.Iterations, p.Seed
	return lab.Case{
		Record:  r,
		Runtime: rt,
		Prepare: func() error { problem.Reset(); return nil },
		Run:     func(ctx context.Context) error { return problem.Run(ctx, rt, v.Form) },
		Check:   func() (float64, error) { return 0, problem.Outcome().Err },
		Finish: func(r *lab.Record) {
			r.Residual = nil // the check is the program's own
			work := problem.Work()
			if r.Tasks = work.Tasks; work.Tasks > 0 {
				r.NsPerTask = r.MedianS * 1e9 / float64(work.Tasks)
			}
			r.GFlops = work.Flops / r.MedianS / 1e9
		},
	}
}

// compare fills in how records of one program relate to its serial form: what a task would
// take on one core at the serial form's best, and how far each row is from that over its
// workers.
func compare(records []lab.Record) {
	best := 0.0 // seconds of the fastest serial row
	for _, r := range records {
		if r.Variant == string(apps.Serial) && r.OK && (best == 0 || r.MedianS < best) {
			best = r.MedianS
		}
	}
	for i := range records {
		r := &records[i]
		if best == 0 || !r.OK || r.Tasks == 0 {
			continue
		}
		r.SerialNs = best * 1e9 / float64(r.Tasks)
		r.IdealNs = r.SerialNs / float64(cmp.Or(r.Workers, 1))
		r.VersusSerial, r.VersusIdeal = r.NsPerTask/r.SerialNs, r.NsPerTask/r.IdealNs
	}
}
